// Decodes a received error token to an exception. A token-matching unit knows no names of classes
// and functions and writes their numbers; decoding replaces these by names, and adds to the text
// the function and where it is defined. Thread-safety: all functions. Errors: an unreadable token
// gives an error that says so.
#pragma once

#include <cstddef>
#include <exception>
#include <span>

#include "rts/core/errors.h"

namespace mentat::node {

// `place`: the place of the error if the token cannot be read.
std::exception_ptr received_error(std::span<const std::byte> bytes, const error_place& place);

}  // namespace mentat::node
