// Opens libzmq at its first use. If it were linked, every program, even one that stays in one
// process, would load it with its nine dependencies at the start: 2 ms.
#pragma once

#include <string>

namespace mentat::mmps::zeromq {

// Call it before any function of libzmq. Empty, or why the library cannot be used. Thread-safe.
[[nodiscard]] std::string open_library();

}  // namespace mentat::mmps::zeromq
