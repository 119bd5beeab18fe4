// A place in a process, as an instantiation manager has given it to one unit. For a `turn`, further
// units that wait for a process follow in the same place, several at a time while they are brief:
// then a process does not sleep until its token-matching unit and the manager have been asked for
// each of them. Plain data of the machine.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mmps/base/instant.h"
#include "mmps/base/robust_mean.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::tmu {

// How long a function runs, in ns; 0: unknown.
struct function_time {
  std::uint64_t class_hash = 0;
  std::uint16_t function = 0;
  std::uint32_t time = 0;

  [[nodiscard]] bool is_same_function(const function_time& other) const {
    return class_hash == other.class_hash && function == other.function;
  }
  // 0: it was not measured.
  void note(std::uint32_t measured) {
    if (measured != 0) time = base::next_mean(time, measured);
  }
};

struct granted_place {
  static constexpr base::duration turn = 50 * base::millisecond;
  static constexpr std::uint32_t max_units = 32;
  // Units are sent ahead that take so long together, as spreading::longest_queue.
  static constexpr std::uint32_t longest_queue = 1'000'000;  // ns

  mmps::tag asked_for{};
  mmps::mmps_name process;
  mmps::mmps_name granted_by;
  base::instant since;
  std::uint8_t times = 1;   // that it was given; each is given back
  std::uint32_t units = 0;  // that are running in it

  // Units of a function at a time.
  static std::uint32_t most(const function_time& function) {
    return function.time == 0 ? 1 : std::clamp(longest_queue / function.time, 1u, max_units);
  }
};

}  // namespace mentat::tmu
