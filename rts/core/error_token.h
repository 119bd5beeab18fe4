// Encodes errors that travel between processes: an exception as the bytes of an error_value, and
// back. Decoding restores the type of the run-time system's errors and of the program's own
// exception types that are registered here (own_errors.h); every other exception becomes a
// remote_error that names the original type. Thread-safety: all functions. Errors: bytes that do
// not encode an error value give a remote_error that says so. `place` is that of the failed call.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <vector>

#include "rts/core/errors.h"

namespace mentat {

std::vector<std::byte> error_to_bytes(const std::exception_ptr& error, const error_place& place);
std::exception_ptr error_from_bytes(std::span<const std::byte> bytes, const error_place& place);

}  // namespace mentat
