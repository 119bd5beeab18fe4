// What goes on in this process, for whoever looks into the session (`mentat list`): rows of named
// values as text, a line each, values between tabs, as daemons/host/session_rows.h reads them.
//
// `objects`: a row for each persistent object. `classes`: one for each class that has executed
// calls or has objects. `calls`: one for each call that this process has sent to another and that
// is not answered (`call`), and one for each call of other processes that is executed here (`run`);
// `key` says which of them are the same. Not listed: calls that are executed in the process that
// made them.
//
// At most `most` rows, and one that says how many are left out. Reads what is there a moment long,
// waits for no call and stops nobody; nothing is kept for it while nobody asks but a few counts.
// Thread-safety: any thread, while the executor lives.
#pragma once

#include <cstddef>
#include <string>

#include "mmps/wire/mmps_name.h"
#include "rts/executor/executor.h"
#include "rts/session/calls/incoming_calls.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/observer/process_rows.h"

namespace mentat::node {

struct inspected {
  const mmps::mmps_name& self;
  const executor& runs;
  const outgoing_calls& out;
  const incoming_calls& in;
};

// Empty: nobody knows what `what` is.
std::string inspect(const inspected& here, const std::string& what, std::size_t most);

}  // namespace mentat::node
