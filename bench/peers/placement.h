// Pins the threads of this process if BENCH_PLACEMENT is one_per_core: a caller's to the first
// core, a callee's to the second. Later threads inherit the core of their creator. Does nothing on
// a machine with one core, or without permission.
#pragma once

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace mentat::bench {

// Pins the calling thread to that core, if it exists.
inline void stay_on_core(int number) {
  cpu_set_t core;
  CPU_ZERO(&core);
  CPU_SET(number, &core);
  sched_setaffinity(0, sizeof core, &core);
}

// Pins the calling thread to a core with the fewest threads pinned in this way.
inline void take_own_core() {
  static std::atomic<int> taken{0};
  thread_local const bool has_one = [] {
    stay_on_core(static_cast<int>(taken++ % sysconf(_SC_NPROCESSORS_ONLN)));
    return true;
  }();
  static_cast<void>(has_one);
}

enum class party : int { caller = 0, callee = 1 };

inline void take_core(party which) {
  const char* placement = std::getenv("BENCH_PLACEMENT");
  if (placement == nullptr || std::string(placement) != "one_per_core") return;
  cpu_set_t core;
  CPU_ZERO(&core);
  CPU_SET(static_cast<int>(which), &core);
  std::error_code ended;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ended))
    sched_setaffinity(std::stoi(thread.path().filename()), sizeof core, &core);
}

}  // namespace mentat::bench
