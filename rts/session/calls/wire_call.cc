#include "rts/session/calls/wire_call.h"

#include "rts/core/class_registry.h"

namespace mentat::node {
namespace {

const class_info* base_of(const class_info& of_class) {
  return of_class.description->base ? class_registry::find(of_class.description->base) : nullptr;
}

}  // namespace

found_function function_of_any(const class_info& of_class, std::uint32_t number) {
  unsigned up = 0;
  for (const class_info* at = &of_class; at; at = base_of(*at), ++up)
    for (std::size_t i = 0; i < at->methods.size(); ++i)
      if (at->methods[i].number == number)
        return {&at->methods[i], static_cast<std::uint16_t>(up << place_bits | i)};
  return {};
}

const method_description* function_of_base(const class_info& of_class, std::uint16_t place) {
  const class_info* at = &of_class;
  for (unsigned up = place >> place_bits; up != 0 && at; --up) at = base_of(*at);
  const std::size_t position = place & ((1u << place_bits) - 1);
  return at && position < at->methods.size() ? &at->methods[position] : nullptr;
}

}  // namespace mentat::node
