// The names of moments of a recording, as every format has them. Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/record/trace.h"

namespace mentat::command {

/// The process that sent the message: "0.1".
[[nodiscard]] std::string sender_of(const trace::message& one);
/// "value from 0.1"
[[nodiscard]] std::string name_of(const trace::message& one);
/// Both ends of the messages of calls in other processes: "call to 2.3", and "call came from 1.0".
struct message_moments {
  std::string sent, came;
  std::size_t sender = 0, receiver = 0;  // workers
  std::int64_t sent_at = 0, came_at = 0;
};
[[nodiscard]] std::vector<message_moments> moments_of(const trace& of);
/// "took a call"
[[nodiscard]] std::string name_of(const trace::theft& one);
/// "made a tally", "ended a tally"
[[nodiscard]] std::string name_of(const trace& of, const trace::object_event& one);
/// "lost 12 events"
[[nodiscard]] std::string name_of(const trace::loss& one);
/// "program", "process 0.1", or, if the recording has several hosts, "n2: process 2.1"
[[nodiscard]] std::string name_of_process(const trace& of, std::size_t worker);

}  // namespace mentat::command
