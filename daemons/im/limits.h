// The limits of an instantiation manager. A request that exceeds one is answered with an error that
// names it. `objects` and `object_processes` follow the settings limits.objects and
// limits.processes; the others, which errors call fixed.im.NAME, are constants. Counts, unless the
// name says bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mmps/base/fixed_limits.h"

namespace mentat::im {

struct limits {
  std::uint32_t processes = 64;  // of this host, those being started included
  std::uint32_t object_processes =
      256;  // processes that have one object (limits.processes), likewise
  std::uint32_t waiting = fixed::im_waiting.value;  // requests for which no process has room
  std::size_t waiting_bytes = fixed::im_waiting_bytes.value;  // of their bodies
  std::uint32_t places = fixed::im_places.value;              // given out and not given back
  std::uint32_t objects = 65'536;  // persistent, living or being made, of this host
  std::uint32_t classes = 1'024;   // remembered for each process; beyond, reuse is not preferred
  std::uint32_t heard = 32;        // hosts whose load is remembered
  std::uint32_t ended = 4'096;     // processes that are remembered to have ended
  // Failures to start a process before the waiting requests are refused.
  std::uint32_t start_attempts = fixed::im_start_attempts.value;
};

}  // namespace mentat::im
