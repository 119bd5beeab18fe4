// A call's class and function in the header of a message. The class is its 64-bit interface hash in
// two halves. The function is its place: in the high 6 bits how many bases up from the class, in
// the low 10 bits which function there; so both sides find it without a table. Thread-safety: all
// functions. Errors: null for a class or function that is not here.
#pragma once

#include <cstdint>

#include "mmps/wire/mentat_message.h"
#include "rts/core/class_info.h"
#include "rts/core/custody_scope.h"

namespace mentat::node {

inline constexpr std::uint16_t destroy_on_wire = 0xffff;
inline constexpr unsigned place_bits = 10;  // of a function in its class; above: bases up

// The origin of the tags under which a process waits for results: its number, combined with a
// mark of its host and the host's incarnation.
inline std::uint64_t mark_of_host(const mmps::mmps_name& of) {
  return lineage_of(of.host, of.incarnation);
}
inline std::uint64_t mark_of(const mmps::mmps_name& process, std::uint64_t of_host) {
  return (std::uint64_t{process.slot} << 32 | process.generation) ^ of_host;
}
inline std::uint64_t mark_of(const mmps::mmps_name& process) {
  return mark_of(process, mark_of_host(process));
}

struct found_function {
  const method_description* method = nullptr;  // null: not found, or the call that ends an object
  std::uint16_t place = destroy_on_wire;
};
found_function function_of_any(const class_info& of_class, std::uint32_t number);
// Finds a function by its number (method_description).
inline found_function function_of(const class_info& of_class, std::uint32_t number) {
  const auto& own = of_class.methods;
  if (!own.empty() && own[0].number == number) [[likely]]
    return {&own[0], 0};
  return function_of_any(of_class, number);
}
// Finds a function by its place in a header.
const method_description* function_of_base(const class_info& of_class, std::uint16_t place);
inline const method_description* function_at(const class_info& of_class, std::uint16_t place) {
  if (place < of_class.methods.size() && place >> place_bits == 0) [[likely]]
    return &of_class.methods[place];
  return function_of_base(of_class, place);
}

}  // namespace mentat::node
