// An error token that has come to this process, as an exception. A token-matching unit knows no
// names of classes and functions and writes their numbers; here they get their names, and the text
// says which function it was and where that is defined. Thread-safety: all functions. Errors: what
// cannot be read is an error that says so.
#pragma once

#include <cstddef>
#include <exception>
#include <span>

#include "rts/core/errors.h"

namespace mentat::node {

// `place`: whose error it is if it cannot be read.
std::exception_ptr received_error(std::span<const std::byte> bytes, const error_place& place);

}  // namespace mentat::node
