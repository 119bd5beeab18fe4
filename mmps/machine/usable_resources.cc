#include "mmps/machine/usable_resources.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>
#include <vector>

namespace mentat::machine {
namespace {

constexpr std::size_t longest_path = 4096, deepest_group = 64;

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? number
                                                                                   : unlimited;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream from(text);
  std::vector<std::string> words;
  for (std::string word; from >> word;) words.push_back(word);
  return words;
}

// The words in the first line of a small file.
std::vector<std::string> words_in(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return words_of(line);
}

std::uint64_t number_at(const std::string& path) {
  const auto words = words_in(path);
  return words.empty() ? unlimited : number_in(words.front());
}

bool lists(const std::string& options, std::string_view one) {
  std::istringstream from(options);
  for (std::string option; std::getline(from, option, ',');)
    if (option == one) return true;
  return false;
}

// A mounted hierarchy of control groups: that of version 2, or one with controllers of version 1.
struct hierarchy {
  bool is_version_2 = false;
  std::string controllers;  // "cpu,cpuacct"
  std::string top;          // the group that is mounted
  std::string mount;        // where
};

std::vector<hierarchy> mounted_hierarchies(const std::string& root) {
  std::vector<hierarchy> found;
  std::ifstream mounts(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    const auto before = words_of(line.substr(0, dash)), after = words_of(line.substr(dash + 3));
    if (before.size() < 5 || after.size() < 3 || !after[0].starts_with("cgroup")) continue;
    found.push_back({after[0] == "cgroup2", after[2], before[3], before[4]});
  }
  return found;
}

// The path of this process's group in a hierarchy, from its mount point on; "/" if it lies outside
// of what is mounted, as in a container.
std::string group_below(const hierarchy& where, std::string_view controller,
                        const std::string& root) {
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (where.is_version_2 ? !controllers.empty() : !lists(controllers, controller)) continue;
    std::string path = line.substr(second + 1);
    if (path.size() > longest_path || path.find("..") != std::string::npos) return "/";
    if (where.top == "/") return path;
    if (!path.starts_with(where.top)) return "/";
    path = path.substr(where.top.size());
    return path.starts_with('/') ? path : "/";
  }
  return "/";
}

void take_cores(std::uint64_t quota, std::uint64_t period, group_limits& limits) {
  if (quota == unlimited || period == unlimited || quota == 0 || period == 0) return;
  limits.cores = std::min(limits.cores, (quota - 1) / period + 1);
}

void take_limits_at(const std::string& group, bool is_version_2, group_limits& limits) {
  if (is_version_2) {
    const auto most = words_in(group + "/cpu.max");
    if (most.size() == 2) take_cores(number_in(most[0]), number_in(most[1]), limits);
    limits.memory = std::min(limits.memory, number_at(group + "/memory.max"));
    return;
  }
  take_cores(number_at(group + "/cpu.cfs_quota_us"), number_at(group + "/cpu.cfs_period_us"),
             limits);
  limits.memory = std::min(limits.memory, number_at(group + "/memory.limit_in_bytes"));
}

// The limits of a group and of all groups above it hold.
void take_limits(const hierarchy& where, std::string path, const std::string& root,
                 group_limits& limits) {
  for (std::size_t depth = 0; depth < deepest_group; ++depth) {
    take_limits_at(root + where.mount + (path == "/" ? "" : path), where.is_version_2, limits);
    const std::size_t slash = path.rfind('/');
    if (path == "/" || path.empty() || slash == std::string::npos) return;
    path = slash == 0 ? "/" : path.substr(0, slash);
  }
}

unsigned cores_by_affinity() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) == 0)
    return static_cast<unsigned>(CPU_COUNT(&cores));
  return std::thread::hardware_concurrency();
}

}  // namespace

group_limits limits_of_groups(const std::string& root) {
  group_limits limits;
  for (const hierarchy& one : mounted_hierarchies(root))
    for (const std::string_view controller : {"cpu", "memory"})
      if (one.is_version_2 || lists(one.controllers, controller))
        take_limits(one, group_below(one, controller, root), root, limits);
  return limits;
}

std::uint64_t cores_in(const char* variable) {
  const char* const text = std::getenv(variable);
  const std::uint64_t cores = text ? number_in(text) : unlimited;
  return cores == 0 ? unlimited : cores;
}

unsigned usable_cores() {
  const std::uint64_t least =
      std::min({limits_of_groups().cores, cores_in("SLURM_CPUS_ON_NODE"), cores_in("MENTAT_CORES"),
                std::uint64_t{cores_by_affinity()}});
  return static_cast<unsigned>(std::max<std::uint64_t>(1, least));
}

std::uint64_t usable_memory() {
  const auto of_machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                          static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(of_machine, limits_of_groups().memory);
}

}  // namespace mentat::machine
