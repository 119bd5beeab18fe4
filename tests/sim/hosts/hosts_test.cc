// The daemons of hosts in a simulated session. After any faults the hosts agree again, programs
// receive correct news, and nothing is kept.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tests/sim/hosts/hosts_world.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>

namespace mentat::sim {
namespace {

void check_seeds(const std::string& faults, std::uint32_t hosts, std::uint64_t seeds) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const hosts_outcome one = hosts_world(hosts_options_of(seed, hosts, faults)).run();
    INFO(faults, ", ", hosts, " hosts, seed ", seed, ": ", one.trouble);
    CHECK(one.trouble.empty());
    CHECK(one.programs_begun > 0);
  }
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

}  // namespace

TEST_CASE("without faults every program runs on all hosts") {
  const hosts_outcome one = hosts_world(hosts_options_of(1, 4, "none")).run();
  CHECK(one.trouble.empty());
  CHECK(one.programs_begun == 12);
  CHECK(one.came_back == 0);
  CHECK(one.daemons_started == 4);
  check_seeds("none", 1, 3);
  check_seeds("none", 3, 20);
}

TEST_CASE("messages that are lost, repeated, late or out of order change nothing") {
  check_seeds("messages", 4, 20);
}

TEST_CASE("a host that is cut off or stands still finds back") {
  check_seeds("cuts", 4, 20);
  check_seeds("pauses", 4, 20);
}

TEST_CASE("a daemon that dies is started again and takes its place") {
  check_seeds("deaths", 4, 20);
  check_seeds("founder,deaths", 4, 20);
}

TEST_CASE("a host that leaves can be invited again") { check_seeds("leaves", 4, 20); }

TEST_CASE("a host that is drained leaves in time, and can be invited again") {
  check_seeds("drains", 4, 30);
  check_seeds("drains,messages", 4, 30);
  check_seeds("drains,deaths,leaves,clocks", 4, 30);
  check_seeds("drains,cuts,pauses,founder", 4, 20);
}

TEST_CASE("clocks that drift and jump") { check_seeds("clocks", 4, 20); }

TEST_CASE("faults of all kinds together, and no descriptor is left") {
  const std::ptrdiff_t before = open_descriptors();
  for (const std::uint32_t hosts : {2, 4, 6}) check_seeds("all", hosts, 30);
  CHECK(open_descriptors() == before);
}

TEST_CASE("a seed repeats itself") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const hosts_options chosen = hosts_options_of(seed, 4, "all");
    CHECK(hosts_world(chosen).run().trace == hosts_world(chosen).run().trace);
  }
  CHECK(hosts_world(hosts_options_of(1, 4, "all")).run().trace !=
        hosts_world(hosts_options_of(2, 4, "all")).run().trace);
}

}  // namespace mentat::sim
