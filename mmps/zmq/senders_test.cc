#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/zmq/senders.h"

#include <doctest/doctest.h>

using mentat::mmps::mmps_name;
using mentat::mmps::zeromq::senders;

TEST_CASE("lives of one slot that come and go take one place, and the newest has it") {
  senders all(2);
  for (std::uint32_t life = 1; life <= 100; ++life) {
    const std::string connection = std::to_string(life);
    REQUIRE(all.add(connection, mmps_name::of_process(1, 1, 7, life)));
    CHECK(all.find(std::to_string(life - 1)) == nullptr);
    REQUIRE(all.find(connection) != nullptr);
    CHECK(*all.find(connection) == mmps_name::of_process(1, 1, 7, life));
  }
  CHECK_FALSE(all.add("late", mmps_name::of_process(1, 1, 7, 99)));
  CHECK(all.find("late") == nullptr);
  CHECK(all.find("100") != nullptr);
  CHECK(all.add("restarted", mmps_name::of_process(1, 2, 7, 1)));  // the host restarted, too
  CHECK(all.find("100") == nullptr);
}

TEST_CASE("a process that connects anew has its new connection only") {
  senders all;
  const mmps_name process = mmps_name::of_process(1, 1, 2, 3);
  CHECK(all.add("first", process));
  CHECK(all.add("second", process));
  CHECK(all.find("first") == nullptr);
  CHECK(all.find("second") != nullptr);
}

TEST_CASE("there is a limit") {
  senders all(2);
  CHECK(all.add("a", mmps_name::of_process(1, 1, 1, 1)));
  CHECK(all.add("b", mmps_name::of_process(2, 1, 1, 1)));
  CHECK_FALSE(all.add("c", mmps_name::of_process(1, 1, 2, 1)));
  CHECK(all.add("d", mmps_name::of_process(2, 1, 1, 2)));
}
