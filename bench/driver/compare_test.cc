#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cmath>

#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

row figure(const char* name, const char* system, double value, const char* unit = "us") {
  row made{.bench = "peers", .name = name, .system = system, .mode = "processes"};
  made.unit = unit;
  made.median = made.min = made.p99 = value;
  made.n = 1;
  return made;
}

figures of(std::vector<row> rows) {
  figures made;
  made.rows = std::move(rows);
  return made;
}

}  // namespace

TEST_CASE("the same figures have no faults, and times alone are not compared") {
  const figures recorded = of(
      {figure("null_call", "mentat", 1), figure("null_call_over_raw_ring", "mentat", 2, "ratio")});
  CHECK(compare(recorded, recorded).empty());
  CHECK(compare(of({figure("null_call", "mentat", 100), recorded.rows[1]}), recorded).empty());
}

TEST_CASE("a ratio more than twice as high is a fault") {
  const figures recorded = of({figure("null_call_over_raw_ring", "mentat", 2, "ratio")});
  CHECK(compare(of({figure("null_call_over_raw_ring", "mentat", 3.9, "ratio")}), recorded).empty());
  CHECK(compare(of({figure("null_call_over_raw_ring", "mentat", 4.1, "ratio")}), recorded).size() ==
        1);
}

TEST_CASE("a row that is gone is a fault, unless its peer was skipped") {
  const figures recorded =
      of({figure("null_call", "grpc", 80), figure("null_call_over_grpc", "mentat", 0.1, "ratio")});
  figures now;
  CHECK(compare(now, recorded).size() == 2);
  now.skipped.push_back({"peers", "grpc", "processes", "not installed"});
  CHECK(compare(now, recorded).empty());
}

TEST_CASE("Mentat's own rows may not be skipped") {
  figures now;
  now.skipped.push_back({"peers", "mentat", "processes", "it broke"});
  CHECK(compare(now, of({figure("null_call", "mentat", 1)})).size() == 1);
}

TEST_CASE("what is not a number is a fault") {
  CHECK(compare(of({figure("null_call", "mentat", std::nan(""))}), {}).size() == 1);
}

}  // namespace mentat::bench
