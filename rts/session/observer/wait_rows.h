// What the calls of this process wait for, as rows of text (process_rows.h), for `mentat why`.
//
// `look`: one; quiet=yes if nothing ran, timers=yes if a time may end a wait. `call`: a call that
// has not ended, with its state: arguments (some are missing), queued (at its object), ready, runs,
// or sent (to another process, which may know more). `wait`: the function or program `by` waits for
// the call `for`. `feed`: the result of `from` is an argument of `to`. `object`: a persistent
// object that runs a function (the call `by`), or has calls that wait. `queued`: such a call, with
// the earlier one of its caller that holds it back. `behind`: how many calls of a caller and a
// function are not listed, with their key, and the earlier one that holds them back. `alias`: the
// call `id` has handed its result on to the call `for`. `run`: as in rts/session/inspection.h.
// `space`: as for `spaces`, with the nearest tuples.
//
// Calls have the same id in all processes. What only a look at standing queues shows (arguments,
// calls that nobody awaits, accepted functions) is there if all workers slept for a moment.
// Stops no function. Thread-safety: any thread but a worker, while the executor lives.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "rts/core/computation_instance.h"
#include "rts/core/future.h"
#include "rts/executor/executor.h"
#include "rts/session/observer/process_rows.h"

namespace mentat::node {

struct sent_call {
  const computation_instance* call;
  std::string id, to, key;  // `key`: of the row `run`
};
struct fed_call {
  std::string id;
  std::size_t argument = 0;  // from 0
};

// The part of the session in what a process knows; empty functions: there is none.
struct wait_sources {
  std::string self;  // of this process; ids of its own calls begin with it
  std::function<void(const std::function<void(const sent_call&)>&)> visit_sent{};
  // If the arc is the one along which the result of a call from another process goes out: its id.
  std::function<std::string(arc&)> received{};
  // If the arc brings an argument to a call in another process.
  std::function<std::optional<fed_call>(arc&)> fed{};
};

// Adds the rows. `patience`: how long to try to find all workers asleep.
void list_waits(executor& runs, const wait_sources& session, rows& to,
                base::duration patience = 30 * base::millisecond);
// The same for a worker that acts while nothing runs.
void list_standing_waits(const executor& runs, const wait_sources& session, rows& to);

}  // namespace mentat::node
