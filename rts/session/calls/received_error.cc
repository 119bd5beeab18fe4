#include "rts/session/calls/received_error.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "mmps/wire/error_value.h"
#include "rts/core/class_registry.h"
#include "rts/core/error_token.h"
#include "rts/session/calls/wire_call.h"

namespace mentat::node {
namespace {

template <class Number>
std::optional<Number> number_in(std::string_view name, int base) {
  Number number = 0;
  if (!name.starts_with('#')) return std::nullopt;
  const auto [end, failure] =
      std::from_chars(name.data() + 1, name.data() + name.size(), number, base);
  if (failure != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

struct named {
  std::string class_name, function_name, defined_at;
};
std::optional<named> names_of(const mmps::error_view& error) {
  const auto hash = number_in<std::uint64_t>(error.class_name, 16);
  const auto place = number_in<std::uint16_t>(error.function_name, 10);
  const class_info* const of_class = hash ? class_registry::find(*hash) : nullptr;
  if (!of_class) return std::nullopt;
  if (!place) return named{of_class->description->name, std::string(error.function_name), ""};
  const method_description* const method = function_at(*of_class, *place);
  return named{of_class->description->name, method ? method->name : "(destructor)",
               method ? method->defined_at : ""};
}

}  // namespace

std::exception_ptr received_error(std::span<const std::byte> bytes, const error_place& place) {
  const auto error = mmps::read_error(bytes);
  const auto names = error ? names_of(*error) : std::nullopt;
  if (!names) return error_from_bytes(bytes, place);
  std::string text = names->class_name + "::" + names->function_name;
  if (!names->defined_at.empty()) text += " (" + names->defined_at + ")";
  text += ": " + std::string(error->text);
  mmps::error_view renamed = *error;
  renamed.class_name = names->class_name;
  renamed.function_name = names->function_name;
  renamed.text = text;
  return error_from_bytes(mmps::encode_error(renamed), place);
}

}  // namespace mentat::node
