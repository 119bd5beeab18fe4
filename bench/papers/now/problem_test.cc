#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/papers/now/problem.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "bench/papers/now/by_threads.h"

namespace mentat::bench::papers {
namespace {

problem smoke(const std::string& application) {
  for (const input& each : inputs())
    if (each.application == application && each.set == "smoke") return *problem::of(each);
  return *problem::of(inputs().front());
}

// The error of an input whose file has that text.
std::string error_of(const std::string& name, const std::string& text) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/input";
  std::ofstream(path) << text;
  input chosen = input_named(name);
  chosen.file = path;
  const auto made = problem::of(chosen);
  return made ? "none" : made.error().substr(path.size());
}

}  // namespace

TEST_CASE("names of inputs are unique, and each application has inputs of every set") {
  std::set<std::string> names, kinds;
  for (const input& each : inputs()) {
    CHECK(names.insert(each.name).second);
    CHECK(each.file.empty() == each.package.empty());
    kinds.insert(each.application + "/" + each.set);
  }
  CHECK(kinds.size() == 3 * applications.size());
}

TEST_CASE("threads find what one thread finds") {
  for (const std::string& each : applications) {
    CAPTURE(each);
    const problem of = smoke(each);
    const outcome right = of.solve();
    for (const int workers : {1, 2, 3, 7}) CHECK(by_threads(of, workers).value == right.value);
  }
}

TEST_CASE("workers that share rows have each row once, and together the whole") {
  const problem of = smoke("shortest_paths");
  std::int64_t whole = 0;
  std::vector<rows_of_worker> all;
  for (int me = 0; me < 3; ++me) all.emplace_back(me, 3, of.edges());
  for (int k = 0; k < of.edges().size; ++k) {
    std::vector<int> row;
    int owners = 0;
    for (const rows_of_worker& each : all) {
      if (!each.has(k)) continue;
      row = each.row(k);
      ++owners;
    }
    CHECK(owners == 1);
    for (rows_of_worker& each : all) each.improve_by(k, row);
  }
  for (const rows_of_worker& each : all) whole += each.digest();
  CHECK(whole == of.solve().value);
}

TEST_CASE("the towns of today's input are in tzdata") {
  const auto towns = problem::of(input_named("towns"));
  REQUIRE(towns.has_value());
  CHECK(towns->jobs() == 14 * 13);
}

TEST_CASE("an error in the file of an input is one line with file, line and the expected input") {
  CHECK(error_of("towns", "GB\t+513030-0000731\tEurope/London\n") ==
        ": expected the zone of Paris");
  CHECK(error_of("towns", "GB\tL\xc3\xb6ndon\n") ==
        ":1: expected countries, coordinates and a zone between tabs");
  CHECK(error_of("points", "DIMENSION: 1000000\n") == ":1: expected a DIMENSION from 3 to 100000");
  CHECK(error_of("mates", "[FEN \"8/8\"]\n").starts_with(":1: expected a board"));
  CHECK(error_of("airports", "iata,latitude,longitude\nBOS,42,-71\n") ==
        ": expected at least two airports");
  CHECK(error_of("airports", "iata,latitude,longitude\nBOS,42\n") ==
        ":2: expected 3 fields between commas");
}

}  // namespace mentat::bench::papers
