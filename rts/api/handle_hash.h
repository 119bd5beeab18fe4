// Hashes Mentat variables for std::unordered_map and the like: two that name one object have one
// hash. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "mmps/wire/mmps_name.h"
#include "rts/api/handle.h"

namespace mentat::detail {

[[nodiscard]] inline std::size_t hash_of(const mmps::mmps_name& name) {
  const std::uint64_t host = std::uint64_t{name.host} << 32 | name.incarnation;
  const std::uint64_t object = std::uint64_t{name.generation} << 32 | name.slot;
  return std::hash<std::uint64_t>()((host * 0x9e3779b97f4a7c15u) ^ object);
}

}  // namespace mentat::detail

template <class Impl>
struct std::hash<mentat::handle<Impl>> {
  // Throws if the object could not be made.
  std::size_t operator()(const mentat::handle<Impl>& variable) const {
    return mentat::detail::hash_of(variable.mentat_object::name());
  }
};
