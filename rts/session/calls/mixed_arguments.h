// The arguments of a call that come from machines with different orders of bytes, as a
// token-matching unit has put them together (flag::mixed): 8 bytes with a bit for each argument,
// set if its value is big-endian, and the values. Thread-safety: all functions. Errors:
// marshal_error, and exceptions of the types of the arguments.
#pragma once

#include <cstddef>
#include <span>

#include "rts/core/class_info.h"

namespace mentat::node {

// Makes the call, which is complete and has one reference.
computation_instance* read_mixed(const class_info& of_class, const method_description& method,
                                 std::span<const std::byte> arguments);

}  // namespace mentat::node
