#include "bench/table1/cpu_time.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace mentat::bench {
namespace {

namespace fs = std::filesystem;

// The first number of schedstat is the time on a core, in nanoseconds.
double cpu_time_of_threads(const fs::path& tasks) {
  std::uint64_t sum = 0;
  std::error_code gone;
  for (fs::directory_iterator at(tasks, gone), end; !gone && at != end; at.increment(gone)) {
    std::uint64_t time = 0;
    if (std::ifstream(at->path() / "schedstat") >> time) sum += time;
  }
  return static_cast<double>(sum) / 1e9;
}

}  // namespace

double cpu_time_of_program() {
  const fs::path own = fs::read_symlink("/proc/self/exe");
  std::error_code refused;  // not a process, or another user's
  double sum = 0;
  std::error_code gone;
  for (fs::directory_iterator at("/proc", gone), end; !gone && at != end; at.increment(gone)) {
    const fs::path program = fs::read_symlink(at->path() / "exe", refused);
    if (!refused && program == own) sum += cpu_time_of_threads(at->path() / "task");
  }
  return sum;
}

}  // namespace mentat::bench
