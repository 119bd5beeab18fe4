#include "daemons/supervisor/cause_of_end.h"

#include <sys/wait.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace mentat::supervisor {
namespace {

// The path in the second hierarchy, "0::/user.slice/..."; empty: none.
std::string control_group(const std::string& proc) {
  std::ifstream groups(proc + "/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::")) return line.substr(3);
  return {};
}

std::optional<std::uint64_t> counted_in(const std::string& file) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    std::uint64_t value = 0;
    if (words >> key >> value && key == "oom_kill") return value;
  }
  return std::nullopt;
}

}  // namespace

std::string cause_of_end(node::role what, pid_t process, int status) {
  if (what == node::role::object && WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return "the object was destroyed";
  const std::string who = "process " + std::to_string(process) + " ";
  if (WIFSIGNALED(status))
    return who + "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  return who + "ended with status " + std::to_string(WEXITSTATUS(status));
}

memory_kills::memory_kills(const std::string& proc, const std::string& control_groups) {
  for (auto [file, whose] :
       {std::pair(control_groups + control_group(proc) + "/memory.events",
                  "that the memory limit of its control group has ended"),
        std::pair(proc + "/vmstat", "that this machine's lack of memory has ended")}) {
    file_ = std::move(file);
    whose_ = whose;
    if (const auto now = count()) {
      seen_ = *now;
      return;
    }
  }
  file_.clear();
}

std::optional<std::uint64_t> memory_kills::count() const { return counted_in(file_); }

std::string memory_kills::explanation() {
  const auto now = file_.empty() ? std::nullopt : count();
  if (!now || *now <= seen_) return {};
  seen_ = *now;
  return ", probably by the kernel, out of memory: the number of processes " + whose_ + " has risen";
}

}  // namespace mentat::supervisor
