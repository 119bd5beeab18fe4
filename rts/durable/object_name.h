// The names of durable objects: they have a host that is none, so a name stays when its object goes
// to another process. What is left of it is the `object_id` of records. Pure; thread-safe.
#pragma once

#include <cstdint>

#include "mmps/wire/mmps_name.h"
#include "rts/durable/record.h"

namespace mentat::durable {

// The names of durable objects have this host (0xFFFFFFFF means a name that is not known yet,
// rts/api/object_name.h). The host that keeps the image stands in the place of
// the incarnation, and its incarnation in the generation.
inline constexpr std::uint32_t no_host = 0xFFFFFFFE;

[[nodiscard]] constexpr mmps::mmps_name name_of(std::uint32_t host, std::uint32_t incarnation,
                                                std::uint32_t number) {
  return {no_host, host, number, incarnation + 1};
}
[[nodiscard]] constexpr mmps::mmps_name name_of(const object_id& id) {
  return {no_host, id.words[0], id.words[1], id.words[2]};
}
[[nodiscard]] constexpr bool is_durable(const mmps::mmps_name& name) {
  return name.host == no_host;
}
// REQUIRES of the following: is_durable(name).
[[nodiscard]] constexpr object_id id_of(const mmps::mmps_name& name) {
  return {{name.incarnation, name.slot, name.generation}};
}
// A process of the host that keeps the image.
[[nodiscard]] constexpr mmps::mmps_name home_of(const mmps::mmps_name& name) {
  return mmps::mmps_name::of_process(name.incarnation, name.generation - 1, 1, 1);
}

}  // namespace mentat::durable
