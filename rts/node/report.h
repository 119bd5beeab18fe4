// What a process does now, as text for a person: the functions that its threads run, with where they
// were called; the functions that wait, where, and for which call; and the objects with calls. What
// SIGQUIT prints. Reads what is there a moment long and stops nobody but a thread that runs for a
// moment. Thread-safety: any thread, while the executor lives.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mmps/wire/mmps_name.h"
#include "rts/executor/executor.h"
#include "rts/executor/quit_signal.h"
#include "rts/executor/serial_executor.h"

namespace mentat::node {

using sent_calls = std::map<const computation_instance*, mmps::mmps_name>;  // and who executes them

std::string report_of(const executor& runs, const std::vector<running_stack>& stacks,
                      const sent_calls& sent = {});
// The waits that have lasted for a second, by their tickets; without a text where it is known.
std::map<std::uint64_t, std::string> long_waits(
    const executor& runs, const std::map<std::uint64_t, std::string>& known);
std::string report_of(const serial_executor& runs, const std::vector<running_stack>& stacks);

}  // namespace mentat::node
