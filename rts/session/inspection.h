// The state of this process for `mentat list`: rows of named values as text, one per line, values
// separated by tabs, as daemons/host/wire/session_rows.h reads them.
//
// `objects`: a row for each persistent object. `classes`: one for each class that has executed
// calls or has objects. `calls`: one for each unanswered call that this process has sent to another
// (`call`), and one for each call of other processes that is executed here (`run`); equal values of
// `key` mark the same call. `drops`: one for each kind of dropped messages and results, with their
// number since the start, if there were any. Not listed: calls that are executed in the process
// that made them. `waits`: as observer/wait_rows.h says.
//
// Gives at most `most` rows, and one that counts the rows left out. Takes snapshots, waits for no
// call and stops no thread; between inspections it costs only a few counters. Thread-safety: any
// thread, while the executor lives.
#pragma once

#include <cstddef>
#include <string>

#include "mmps/net/network.h"
#include "mmps/wire/mmps_name.h"
#include "rts/executor/executor.h"
#include "rts/session/calls/incoming_calls.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/observer/process_rows.h"
#include "rts/session/observer/wait_rows.h"

namespace mentat::node {

struct inspected {
  const mmps::mmps_name& self;
  executor& runs;
  const outgoing_calls& out;
  const incoming_calls& in;
  std::uint64_t refused = 0;  // messages that only another process may send
  mmps::net::network::drops dropped{};
};

// A row of `drops`, unless `count` is 0.
void list_drop(const char* what, std::uint64_t count, rows& to);
void list_drops_of_network(const mmps::net::network::drops& dropped, rows& to);

// Calls and waits for `waits`, with what the session knows. `here` lives longer.
wait_sources sources_of(const inspected& here);

// Empty if `what` is unknown.
std::string inspect(const inspected& here, const std::string& what, std::size_t most);

}  // namespace mentat::node
