// How results leave this process: those of calls that came from outside, along the arcs of the
// futures that came with them or after them (added_arcs.h), in messages.
//
// The caller's answer is sent last (docs/custody.md). A call of an object that may be repeated is
// answered again from what is kept (reply_cache.h). Thread-safety: all functions, from workers.
// Errors: as error tokens along the future.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>

#include "mmps/base/block_pool.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mentat_message.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/errors.h"
#include "rts/executor/executor.h"
#include "rts/session/calls/incoming_future.h"
#include "rts/session/calls/received_call.h"
#include "rts/session/custody/added_arcs.h"
#include "rts/session/custody/executed_units.h"
#include "rts/session/custody/exported_arc.h"
#include "rts/session/custody/reply_cache.h"
#include "rts/session/endpoint/outbox.h"

namespace mentat::node {

class reply;

class replies {
 public:
  replies(outbox& out, added_arcs& added, base::seeded_bug bug = base::seeded_bug::none)
      : out_(out), added_(added), bug_(bug), kept_(bug) {}
  void serve(executor& with) { runtime_ = &with; }

  // Of a repeatable one: is it the first of those that repeat each other? Then it comes back, to be
  // executed. Else its result goes out now, or when it is there.
  std::unique_ptr<reply> first(std::unique_ptr<reply> call);
  // The call fails before it is executed.
  void refuse(std::unique_ptr<reply> call, const std::exception_ptr& error);

  // A call of an object that is here, made here on behalf of a unit, is about to be executed. Was
  // it executed before, on behalf of the same unit? Then it gets its result from there; takes over
  // the reference. Else its result will be kept.
  bool take_repeated(computation_instance& call);

 private:
  friend class reply;
  class answers;
  struct sent_value;
  struct keeper;

  void answer(reply& call, bool error, const sent_value& value);
  // Along the only arc, which leads to nobody's future; `unit` is held until it is out.
  void send(mmps::message_header& header, bool error, const sent_value& value, executed_unit* unit);

  outbox& out_;
  added_arcs& added_;
  const base::seeded_bug bug_;
  reply_cache kept_;
  executor* runtime_ = nullptr;
};

// A call that came from outside, as far as its result asks for it: the arc along which the result
// goes out. Ownership: its maker's, until it is an arc of the call's future, and ends itself there.
class reply final : public exported_arc {
 public:
  reply(replies& in, const received_call& call)
      : in_(in), future_(call), attempt_(call.attempt) {
    if ((call.flags & mmps::flag::replayable) != 0 && call.is_to_object()) [[unlikely]]
      repeatable_ = {call.to, call.tag[0]};
  }
  // The unit is not FINISHED before whoever got its future has answered.
  ~reply() override {
    if (unit) unit->release();
  }
  static void* operator new(std::size_t size) { return base::block_pool::take(size); }
  static void operator delete(void* block, std::size_t size) noexcept {
    base::block_pool::give_back(block, size);
  }

  [[nodiscard]] const incoming_future& future() const { return future_; }
  [[nodiscard]] bool is_repeatable() const { return repeatable_.call != 0; }
  [[nodiscard]] error_place place() const;

  // Known when the call has been looked at.
  const class_info* of_class = nullptr;
  const method_description* method = nullptr;  // null: there is no result but that it has ended
  executed_unit* unit = nullptr;               // on whose behalf, held until the result is out

 private:
  friend class replies;

  std::span<const std::byte> forward() override;
  void serve(computation_instance& ended) override;
  void take_added();

  replies& in_;
  incoming_future future_;
  const std::uint8_t attempt_;
  reply_cache::key repeatable_{};  // takes effect once, if it has a lineage
};

}  // namespace mentat::node
