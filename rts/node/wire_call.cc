#include "rts/node/wire_call.h"

#include "rts/core/class_registry.h"

namespace mentat::node {
namespace {

constexpr unsigned position_bits = 10;

const class_info* base_of(const class_info& of_class) {
  return of_class.description->base ? class_registry::find(of_class.description->base) : nullptr;
}

}  // namespace

void set_class(mmps::message_header& header, const class_info& of_class) {
  const std::uint64_t hash = of_class.description->interface_hash;
  header.class_id = static_cast<std::uint32_t>(hash);
  header.interface_hash = static_cast<std::uint32_t>(hash >> 32);
}

found_function function_of(const class_info& of_class, std::uint32_t number) {
  unsigned up = 0;
  for (const class_info* at = &of_class; at; at = base_of(*at), ++up)
    for (std::size_t i = 0; i < at->methods.size(); ++i)
      if (at->methods[i].number == number)
        return {&at->methods[i], static_cast<std::uint16_t>(up << position_bits | i)};
  return {};
}

const method_description* function_at(const class_info& of_class, std::uint16_t place) {
  const class_info* at = &of_class;
  for (unsigned up = place >> position_bits; up != 0 && at; --up) at = base_of(*at);
  const std::size_t position = place & ((1u << position_bits) - 1);
  return at && position < at->methods.size() ? &at->methods[position] : nullptr;
}

}  // namespace mentat::node
