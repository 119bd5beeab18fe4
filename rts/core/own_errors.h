// Registers a program's own exception types that travel from process to process. The translator
// finds the types; text that it adds registers each before main() begins (rts/api/own_error.h). An
// exception of any other type arrives as a remote_error, in every mode.
//
// Thread-safety: all functions. Errors: if a function of a type throws, this error cannot travel.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>

#include "rts/core/errors.h"

namespace mentat {

// One registered type. The first two functions are called while an exception of it is handled.
struct own_error_type {
  const std::type_info* type;
  std::exception_ptr (*with_origin)(const error_origin& origin);
  std::string (*fields)();
  std::exception_ptr (*made)(std::span<const std::byte> fields, const error_origin& origin);
};

namespace own_errors {

void add(const own_error_type& type);
// Null for an unregistered type, and for each of two types of the same name.
const own_error_type* find(const std::type_info& type);
const own_error_type* find(std::string_view name);  // as readable_name() gives it

}  // namespace own_errors

// "ns::parse_error".
[[nodiscard]] std::string readable_name(const std::type_info& type);

}  // namespace mentat
