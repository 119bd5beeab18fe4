// The limits of control groups, in made-up trees of files, and of the environment.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/machine/usable_resources.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace mentat::machine;

namespace {

constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;

// A folder that stands for "/".
class tree {
 public:
  tree() {
    std::string name = std::filesystem::temp_directory_path() / "groups.XXXXXX";
    root_ = mkdtemp(name.data());
  }
  ~tree() { std::filesystem::remove_all(root_); }
  tree(const tree&) = delete;
  tree& operator=(const tree&) = delete;

  tree& file(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root_ + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text << "\n";
    return *this;
  }
  [[nodiscard]] group_limits limits() const { return limits_of_groups(root_); }

 private:
  std::string root_;
};

const std::string version_2 =
    "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate";

}  // namespace

TEST_CASE("a group of version 2 limits cores and memory") {
  tree files;
  files.file("/proc/self/mountinfo", version_2)
      .file("/proc/self/cgroup", "0::/pods/one")
      .file("/sys/fs/cgroup/pods/one/cpu.max", "200000 100000")
      .file("/sys/fs/cgroup/pods/one/memory.max", std::to_string(2 * gibibyte));
  CHECK(files.limits().cores == 2);
  CHECK(files.limits().memory == 2 * gibibyte);
}

TEST_CASE("a part of a core counts as a whole one") {
  tree files;
  files.file("/proc/self/mountinfo", version_2)
      .file("/proc/self/cgroup", "0::/one")
      .file("/sys/fs/cgroup/one/cpu.max", "150000 100000");
  CHECK(files.limits().cores == 2);
  files.file("/sys/fs/cgroup/one/cpu.max", "10000 100000");
  CHECK(files.limits().cores == 1);
}

TEST_CASE("the least limit of the groups above counts") {
  tree files;
  files.file("/proc/self/mountinfo", version_2)
      .file("/proc/self/cgroup", "0::/a/b/c")
      .file("/sys/fs/cgroup/a/cpu.max", "300000 100000")
      .file("/sys/fs/cgroup/a/b/cpu.max", "max 100000")
      .file("/sys/fs/cgroup/a/b/c/cpu.max", "400000 100000")
      .file("/sys/fs/cgroup/a/b/memory.max", "1000")
      .file("/sys/fs/cgroup/a/b/c/memory.max", "max");
  CHECK(files.limits().cores == 3);
  CHECK(files.limits().memory == 1000);
}

TEST_CASE("groups of version 1 have a hierarchy for each controller") {
  tree files;
  files
      .file("/proc/self/mountinfo",
            "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
            "33 31 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory")
      .file("/proc/self/cgroup", "4:memory:/job\n1:cpu,cpuacct:/job/step\n0::/")
      .file("/sys/fs/cgroup/cpu,cpuacct/job/step/cpu.cfs_quota_us", "-1")
      .file("/sys/fs/cgroup/cpu,cpuacct/job/step/cpu.cfs_period_us", "100000")
      .file("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "400000")
      .file("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000")
      .file("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "5000000");
  CHECK(files.limits().cores == 4);
  CHECK(files.limits().memory == 5'000'000);
}

TEST_CASE("a container sees its own group at the mount point") {
  tree files;
  files.file("/proc/self/mountinfo", "29 23 0:26 /pods/one /sys/fs/cgroup ro - cgroup2 cgroup2 rw")
      .file("/proc/self/cgroup", "0::/pods/one")
      .file("/sys/fs/cgroup/cpu.max", "100000 100000");
  CHECK(files.limits().cores == 1);
  files.file("/proc/self/cgroup", "0::/elsewhere");
  CHECK(files.limits().cores == 1);
}

TEST_CASE("what cannot be read does not limit") {
  tree files;
  CHECK(files.limits().cores == unlimited);
  files.file("/proc/self/mountinfo", version_2 + "\nnonsense - cgroup\n- \n")
      .file("/proc/self/cgroup", "0::/../../etc\nnonsense")
      .file("/sys/fs/cgroup/cpu.max", "0 0")
      .file("/sys/fs/cgroup/memory.max", "99999999999999999999999");
  CHECK(files.limits().cores == unlimited);
  CHECK(files.limits().memory == unlimited);
}

TEST_CASE("the variables of the environment count only if they are numbers") {
  CHECK(usable_cores() >= 1);
  CHECK(usable_memory() > 0);
  setenv("MENTAT_CORES", "1", 1);
  CHECK(usable_cores() == 1);
  for (const char* const wrong : {"", "0", "-1", "1x", "99999999999999999999"}) {
    setenv("MENTAT_CORES", wrong, 1);
    CHECK(cores_in("MENTAT_CORES") == unlimited);
  }
  unsetenv("MENTAT_CORES");
  setenv("SLURM_CPUS_ON_NODE", "1", 1);
  CHECK(usable_cores() == 1);
}
