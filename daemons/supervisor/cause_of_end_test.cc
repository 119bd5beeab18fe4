#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/supervisor/cause_of_end.h"

#include <doctest/doctest.h>

#include <signal.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace mentat::supervisor {
namespace {

struct fake_system {
  fake_system() {
    std::string wanted = std::string(std::getenv("TEST_TMPDIR")) + "/system.XXXXXX";
    root = mkdtemp(wanted.data());
    std::filesystem::create_directories(root + "/proc/self");
    std::filesystem::create_directories(root + "/groups/mine");
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(root + file) << text;
  }
  [[nodiscard]] memory_kills look() const { return memory_kills(root + "/proc", root + "/groups"); }

  std::string root;
};

TEST_CASE("a signal and a status are told by number and name") {
  CHECK(cause_of_end(node::role::worker, 12, SIGSEGV, false) ==
        "process 12 was ended by signal 11 (Segmentation fault)");
  CHECK(cause_of_end(node::role::worker, 12, 7 << 8, false) == "process 12 ended with status 7");
  CHECK(cause_of_end(node::role::object, 12, 0, true) == "the object was destroyed");
  CHECK(cause_of_end(node::role::object, 12, 0, false) == "process 12 ended with status 0");
}

TEST_CASE("lack of memory is reported once after the control group has counted a kill") {
  const fake_system system;
  system.write("/proc/self/cgroup", "1:cpu:/other\n0::/mine\n");
  system.write("/groups/mine/memory.events", "low 0\noom 3\noom_kill 2\noom_group_kill 0\n");
  system.write("/proc/vmstat", "pgfault 5\noom_kill 7\n");
  memory_kills kills = system.look();
  CHECK(kills.explanation().empty());
  system.write("/proc/vmstat", "oom_kill 8\n");  // a kill in another group
  CHECK(kills.explanation().empty());
  system.write("/groups/mine/memory.events", "oom_kill 3\n");
  CHECK(kills.explanation().find("control group") != std::string::npos);
  CHECK(kills.explanation().empty());
}

TEST_CASE("the older kind of control groups has a hierarchy for memory") {
  const fake_system system;
  std::filesystem::create_directories(system.root + "/groups/memory/mine");
  system.write("/proc/self/cgroup", "5:devices:/\n4:memory:/mine\n0::/\n");
  system.write("/groups/memory/mine/memory.oom_control", "under_oom 0\noom_kill 0\n");
  memory_kills kills = system.look();
  system.write("/groups/memory/mine/memory.oom_control", "under_oom 0\noom_kill 1\n");
  CHECK(kills.explanation().find("control group") != std::string::npos);
}

TEST_CASE("without a control group the machine's count is used") {
  const fake_system system;
  system.write("/proc/vmstat", "oom_kill 7\n");
  memory_kills kills = system.look();
  CHECK(kills.explanation().empty());
  system.write("/proc/vmstat", "oom_kill 8\n");
  CHECK(kills.explanation().find("machine") != std::string::npos);
}

TEST_CASE("without a count of kills nothing is reported") {
  const fake_system system;
  memory_kills kills = system.look();
  system.write("/proc/vmstat", "oom_kill 8\n");
  CHECK(kills.explanation().empty());
}

}  // namespace
}  // namespace mentat::supervisor
