// Names of the hosts and processes of a world. Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>

#include "mmps/wire/mmps_name.h"

namespace mentat::sim {

inline constexpr std::uint32_t incarnation = 1;
inline constexpr std::uint32_t host_of_driver = 1;

inline mmps::mmps_name driver_name() {
  return mmps::mmps_name::of_process(host_of_driver, incarnation, 0, 1);
}

inline std::string host_called(std::uint32_t host) { return "h" + std::to_string(host); }

// "3 of host 2".
inline std::string text_of(const mmps::mmps_name& process) {
  return std::to_string(process.process_number()) + " of host " + std::to_string(process.host);
}

}  // namespace mentat::sim
