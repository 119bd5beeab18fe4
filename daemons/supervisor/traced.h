// Whether a debugger observes a process.
#pragma once

#include <sys/types.h>

#include <fstream>
#include <string>

namespace mentat::supervisor {

// Also if it has stopped it.
[[nodiscard]] inline bool is_traced(pid_t process) {
  std::ifstream about("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(about, line);)
    if (line.starts_with("TracerPid:")) return line.find_first_of("123456789") != std::string::npos;
  return false;
}

}  // namespace mentat::supervisor
