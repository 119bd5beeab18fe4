// Sets of faults: the syntax of files, and the messages for wrong lines.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/sim/faults.h"

#include <doctest/doctest.h>

#include <string>

#include "rts/config/fault_sets.h"

namespace mentat::sim {
namespace {

std::string error_of(const std::string& text) {
  const auto parsed = parse_faults(text, "some.faults");
  return parsed ? "" : parsed.error();
}

}  // namespace

TEST_CASE("a file names faults, a line each, with remarks") {
  const auto parsed = parse_faults(
      "# what our network does\n\nmessages = 1\nloss=0.5 # half\n latency_ms = 7\r\n"
      "deaths = 0.25\ndies = worker, token_matching_unit\n",
      "some.faults");
  REQUIRE(parsed);
  CHECK(parsed->messages == 1);
  CHECK(parsed->loss == 0.5);
  CHECK(parsed->duplication == 0.2);
  CHECK(parsed->latency_ms == 7);
  CHECK(parsed->deaths == 0.25);
  CHECK((parsed->dies == std::vector{node::role::worker, node::role::token_matching_unit}));
  CHECK(parsed->cuts == 0);
}

TEST_CASE("a wrong line is named with its number") {
  CHECK(error_of("\nloss 1") == "some.faults:2: expected KEY = VALUE, such as deaths = 0.5");
  CHECK(error_of("fire = 1").starts_with("some.faults:1: there is no fault 'fire'; there are"));
  CHECK(error_of("loss = 1.5") == "some.faults:1: loss: expected a number from 0 to 0.5");
  CHECK(error_of("loss = nan") == "some.faults:1: loss: expected a number from 0 to 0.5");
  CHECK(error_of("pause_ms = 60001") ==
        "some.faults:1: pause_ms: expected a whole number from 1 to 60000");
  CHECK(error_of("after = 0").starts_with("some.faults:1: after: expected a whole number from 1"));
  CHECK(error_of("dies = driver").starts_with("some.faults:1: dies: expected worker,"));
  CHECK(error_of("dies =").starts_with("some.faults:1: dies: expected worker,"));
}

TEST_CASE("the named sets, and a path that is none") {
  CHECK(read_faults("none")->deaths == 0);
  CHECK(read_faults("deaths")->deaths == 1);
  CHECK(read_faults("default")->messages == 0.5);
  for (const char* set : node::fault_sets) CHECK(read_faults(set));
  for (const char* path : {"/no/such.faults", "/", "/dev/zero"}) {
    const auto none = read_faults(path);
    REQUIRE(!none);
    CHECK(none.error() == "cannot read the file of faults " + std::string(path) +
                              "; the named sets are " + std::string(node::fault_sets_text));
  }
}

}  // namespace mentat::sim
