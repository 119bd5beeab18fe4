// How results leave this process: those of calls that came from outside, along the arcs of the
// futures that came with them or after them (added_arcs.h), in messages.
//
// A caller that waits gets its result when everything before it is safe from the end of this
// process: the caller is the keeper until then (docs/custody.md). A call of an object that may be
// repeated is answered again from what is kept (kept_results.h). Thread-safety: all functions, from
// workers. Errors: as error tokens along the future.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

#include "mmps/wire/mentat_message.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/future.h"
#include "rts/executor/executor.h"
#include "rts/node/added_arcs.h"
#include "rts/node/executed_units.h"
#include "rts/node/incoming_future.h"
#include "rts/node/kept_results.h"
#include "rts/node/outbox.h"

namespace mentat::node {

class replies {
 public:
  replies(outbox& out, added_arcs& added) : out_(out), added_(added) {}
  void serve(executor& with) { runtime_ = &with; }

  // A call, as far as its result asks for it.
  struct call {
    explicit call(const mmps::message_header& header);

    std::optional<kept_results::key> repeatable;  // it takes effect once
    std::uint8_t attempt = 0;
    const class_info* of_class = nullptr;
    const method_description* method = nullptr;  // null: there is no result but that it has ended
    executed_unit* unit = nullptr;               // on whose behalf, held until the result is out
  };

  // Is it the first of those that repeat each other? Else its result goes along the future, now or
  // when it is there.
  bool is_first(const call& of, incoming_future& future);
  // Along which the result of the call goes out; ends itself.
  arc& arc_of(const call& of, incoming_future&& future);
  // The call fails before it is executed.
  void refuse(const call& of, incoming_future& future, const std::exception_ptr& error);

  // A call of an object that is here, made here on behalf of a unit, is about to be executed. Was
  // it executed before, on behalf of the same unit? Then it gets its result from there; takes over
  // the reference. Else its result will be kept.
  bool take_repeated(computation_instance& call);

  [[nodiscard]] error_place place_of_call(const call& of) const;

 private:
  class answers;
  struct sent_value;
  class reply;
  struct keeper;

  void answer(const call& of, incoming_future& future, bool error, const sent_value& value);
  // Along the only arc, which leads to nobody's future; `unit` is held until it is out.
  void send(mmps::message_header& header, bool error, const sent_value& value, executed_unit* unit);

  outbox& out_;
  added_arcs& added_;
  kept_results kept_;
  executor* runtime_ = nullptr;
};

}  // namespace mentat::node
