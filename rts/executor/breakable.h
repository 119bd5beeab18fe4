// Which waits of a process may be ended now, because nothing else in the session can end them.
#pragma once

#include <cstdint>

namespace mentat {

enum class breakable : std::uint8_t {
  nothing,
  calls,      // those for a call that has not begun: the call is withdrawn
  waits,      // any; if the call has begun, only the wait fails
  unaccepted  // calls that no object accepts and no function waits for, when main has ended
};

}  // namespace mentat
