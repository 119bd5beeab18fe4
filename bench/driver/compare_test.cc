#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/driver/compare.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace mentat::bench {
namespace {

row figure(const char* name, const char* system, double value, const char* unit = "us") {
  row made{.bench = "peers", .name = name, .system = system, .mode = "processes"};
  made.unit = unit;
  made.median = made.mean = made.min = made.p99 = value;
  made.n = 1;
  return made;
}

figures of(std::vector<row> rows) {
  figures made;
  made.rows = std::move(rows);
  return made;
}

// A Mentat call that takes `ours / copy` times as long as the copy of its argument.
figures calls(double ours, double copy = 1) {
  return of(
      {figure("argument_1048576", "mentat", ours), figure("argument_1048576", "memcpy", copy)});
}

}  // namespace

TEST_CASE("the same figures have no faults, and times alone are not compared") {
  CHECK(compare(calls(2), calls(2)).empty());
  CHECK(compare(calls(200, 100), calls(2)).empty());
}

TEST_CASE("a ratio more than twice as high is a fault") {
  CHECK(compare(calls(3.9), calls(2)).empty());
  const auto faults = compare(calls(4.1), calls(2));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].bench == "peers");
  CHECK(faults[0].text.find("was 2 and is 4.1") != std::string::npos);
}

TEST_CASE("the smallest times are compared, which a busy machine disturbs least") {
  figures now = calls(2);
  now.rows[0].median = now.rows[0].p99 = 1000;
  CHECK(compare(now, calls(2)).empty());
}

TEST_CASE("ratios over a peer that waits differently are not compared") {
  const auto with = [](double value) {
    return of({figure("null_call_over_grpc", "mentat", value, "ratio")});
  };
  CHECK(compare(with(1), with(0.01)).empty());
}

TEST_CASE("a row that is gone is a fault, unless its peer was skipped") {
  const figures recorded =
      of({figure("null_call", "grpc", 80), figure("null_call_over_grpc", "mentat", 0.1, "ratio")});
  figures now;
  CHECK(compare(now, recorded).size() == 2);
  now.skipped.push_back({"peers", "grpc", "processes", "not installed"});
  CHECK(compare(now, recorded).empty());
}

TEST_CASE("a row is another one under other conditions") {
  figures now = calls(2);
  now.rows[0].placement = "one_core";
  CHECK(compare(now, calls(2)).size() == 1);
  CHECK(compare(calls(2), now).size() == 1);
}

TEST_CASE("Mentat's own rows may not be skipped") {
  figures now;
  now.skipped.push_back({"peers", "mentat", "processes", "it broke"});
  CHECK(compare(now, of({figure("null_call", "mentat", 1)})).size() == 1);
}

TEST_CASE("text that is not a number is a fault") {
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    for (double row::* const part : {&row::median, &row::mean, &row::min, &row::p99}) {
      figures now = calls(2);
      now.rows[0].*part = value;
      CHECK(compare(now, {}).size() == 1);
    }
  }
}

TEST_CASE("a second measurement counts if it is better, or if there was none") {
  figures now = calls(5);
  REQUIRE(compare(now, calls(2)).size() == 1);
  merge(now, calls(6));
  CHECK(compare(now, calls(2)).size() == 1);
  merge(now, calls(2.1));
  CHECK(compare(now, calls(2)).empty());

  now = of({figure("argument_1048576", "memcpy", 1)});
  merge(now, calls(2));
  CHECK(compare(now, calls(2)).empty());

  now = calls(std::nan(""));
  merge(now, calls(2));
  CHECK(compare(now, calls(2)).empty());
}

}  // namespace mentat::bench
