// Sends the results of calls that came from other processes, in messages along the arcs of the
// futures that came with the calls or after them (added_arcs.h).
//
// The caller's answer is sent last (docs/custody.md). A repeated call of an object is answered from
// the reply cache (reply_cache.h). Thread-safety: all functions, from workers. Errors: as error
// tokens along the future.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

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

  // Returns a repeatable call if it is the first of its repetitions, for the caller to execute.
  // Otherwise sends the kept result now, or when it is there.
  std::unique_ptr<reply> first(std::unique_ptr<reply> call);
  // The call fails before it is executed.
  void refuse(std::unique_ptr<reply> call, const std::exception_ptr& error);

  // For a local call of a local object on behalf of a unit, about to be executed. Returns whether
  // an earlier execution of the same unit already executed it: then the call gets that result, and
  // this takes over the reference. Else its result will be kept.
  bool answer_if_repeated(computation_instance& call);
  [[nodiscard]] bool is_repeated(const computation_instance& call) const;
  [[nodiscard]] reply_cache::losses lost() const { return kept_.lost(); }

 private:
  friend class reply;
  class answers;
  struct sent_value;
  struct keeper;

  void answer(reply& call, bool error, const sent_value& value);
  // Sends along the only arc, which leads to nobody's future; holds `unit` until it is out.
  void send(mmps::message_header& header, bool error, const sent_value& value, executed_unit* unit);

  outbox& out_;
  added_arcs& added_;
  const base::seeded_bug bug_;
  reply_cache kept_;
  executor* runtime_ = nullptr;
};

// The arc along which the result of a call from another process goes out, with the data needed for
// that. Ownership: its maker's, until it is an arc of the call's future; then it deletes itself.
class reply final : public exported_arc {
 public:
  reply(replies& in, const received_call& call) : in_(in), future_(call), attempt_(call.attempt) {
    if ((call.flags & mmps::flag::replayable) != 0 && call.is_to_object()) [[unlikely]]
      repeatable_ = {call.to, call.tag.number};
  }
  // The unit is not FINISHED before the receiver of its future has answered.
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

  // Set once the call has been classified.
  const class_info* of_class = nullptr;
  const method_description* method = nullptr;  // null: the result is only that the call has ended
  executed_unit* unit = nullptr;               // the call's unit, held until the result is out
  bool is_recorded = false;                    // its end is to be recorded, too

 private:
  friend class replies;

  std::span<const std::byte> forward(const mmps::mmps_name& to) override;
  void serve(computation_instance& ended) override;
  void serve_now(computation_instance& ended);
  void serve_lending(computation_instance& ended, std::size_t room);
  void look_for_arcs(bool polls);
  void take_added();

  replies& in_;
  incoming_future future_;
  const std::uint8_t attempt_;
  reply_cache::key repeatable_{};  // takes effect once, if it has a lineage
};

}  // namespace mentat::node
