// Tests that a connection with an unknown key is refused. Empty if it was, within five seconds;
// else the fault. Thread-safe; makes a context of its own.
#pragma once

#include <string>

namespace mentat::mmps::zeromq {

[[nodiscard]] std::string self_test(const std::string& address, const std::string& server_key);

}  // namespace mentat::mmps::zeromq
