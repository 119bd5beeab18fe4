// libzmq, opened when it is needed first. Linked like other libraries it would be loaded, with nine
// more that it needs, at the start of every program, also of those that stay in one process: 2 ms.
#pragma once

#include <string>

namespace mentat::mmps::zeromq {

// Before anything else of libzmq. Empty, or why it cannot be used. Thread-safe.
[[nodiscard]] std::string open_library();

}  // namespace mentat::mmps::zeromq
