// The report that SIGQUIT prints: the functions that the threads run and their call sites; the
// functions that wait, where, and for which call; and the objects that have calls. Each list is a
// snapshot, taken under the locks of the listed tables. Thread-safety: any thread, while the
// executor lives.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mmps/wire/mmps_name.h"
#include "rts/executor/executor.h"
#include "rts/executor/quit_signal.h"
#include "rts/executor/serial_executor.h"

namespace mentat::node {

// Calls to other processes, with the process that executes each.
using sent_calls = std::map<const computation_instance*, mmps::mmps_name>;

// The result of report_of() when there is nothing to report.
inline constexpr const char* nothing_to_report = "  nothing runs and nothing waits\n";

std::string report_of(const executor& runs, const std::vector<running_stack>& stacks,
                      const sent_calls& sent = {});
// Waits of a second or more, by ticket; those in `known` have no text.
std::map<std::uint64_t, std::string> long_waits(
    const executor& runs, const std::map<std::uint64_t, std::string>& known);
std::string report_of(const serial_executor& runs, const std::vector<running_stack>& stacks);

}  // namespace mentat::node
