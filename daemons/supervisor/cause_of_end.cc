#include "daemons/supervisor/cause_of_end.h"

#include <sys/wait.h>

#include <cstring>
#include <fstream>
#include <sstream>

namespace mentat::supervisor {
namespace {

// The control group of this process in the hierarchy with that controller, "" for the one that has
// them all: lines are "4:memory:/some/group", "0::/some/group".
std::string control_group(const std::string& proc, const std::string& controller) {
  std::ifstream groups(proc + "/self/cgroup");
  const std::string wanted = ":" + controller + ":";
  for (std::string line; std::getline(groups, line);)
    if (const auto at = line.find(wanted); at == line.find(':')) return line.substr(at + wanted.size());
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

std::string cause_of_end(node::role what, pid_t process, int status, bool has_left) {
  if (what == node::role::object && has_left && WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return "the object was destroyed";
  const std::string who = "process " + std::to_string(process) + " ";
  if (WIFSIGNALED(status))
    return who + "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  return who + "ended with status " + std::to_string(WEXITSTATUS(status));
}

memory_kills::memory_kills(const std::string& proc, const std::string& control_groups) {
  const std::string one = control_groups + control_group(proc, "") + "/memory.events";
  const std::string first =
      control_groups + "/memory" + control_group(proc, "memory") + "/memory.oom_control";
  for (const std::string& file : {one, first, proc + "/vmstat"}) {
    file_ = file;
    whose_ = file == one || file == first ? "of its control group" : "of this machine";
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
  return ", probably by the kernel, out of memory: the number of processes " + whose_ +
         " that ended so has risen";
}

}  // namespace mentat::supervisor
