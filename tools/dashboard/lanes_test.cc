#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/dashboard/lanes.h"

#include <doctest/doctest.h>

#include <numeric>

namespace mentat::dashboard {
namespace {

command::trace with_workers(std::size_t workers) {
  command::trace made;
  made.methods = {{"(unknown)", ""}, {"main", ""}, {"long::call", ""}, {"short::call", ""}};
  for (std::size_t i = 0; i < workers; ++i)
    made.workers.push_back({static_cast<std::uint32_t>(i), 1, static_cast<std::uint32_t>(i), ""});
  return made;
}
void add(command::trace& to, std::size_t worker, std::uint16_t method, std::int64_t begin,
         std::int64_t end, std::uint64_t number, std::uint64_t outer = 0) {
  to.calls.push_back({worker, method, false, begin, end, number, outer});
}

}  // namespace

TEST_CASE("where calls lie in each other, the innermost one is seen") {
  command::trace of = with_workers(1);
  add(of, 0, 1, 0, 1000, 1);
  add(of, 0, 2, 200, 700, 2, 1);
  add(of, 0, 3, 300, 400, 3, 2);
  const auto bars = lanes(of).window(0, 1000, 100);
  REQUIRE(bars.size() == 5);
  const std::int64_t ends[] = {200, 300, 400, 700, 1000};
  const std::uint16_t methods[] = {1, 2, 3, 2, 1};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(bars[i].end == ends[i]);
    CHECK(bars[i].method == methods[i]);
    CHECK(bars[i].call == methods[i] - 1u);
  }
}

TEST_CASE("pieces that are too short to be seen are one bar, of the function with the most time") {
  command::trace of = with_workers(1);
  for (int i = 0; i < 100; ++i)
    add(of, 0, i % 4 == 0 ? 2 : 3, i * 10, i * 10 + 8, static_cast<std::uint64_t>(i) + 1);
  const auto bars = lanes(of).window(0, 1000, 1);
  REQUIRE(bars.size() == 1);
  CHECK(bars[0].method == 3);
  CHECK(bars[0].pieces == 100);
  CHECK(bars[0].share == doctest::Approx(0.75));
  CHECK(bars[0].call == lanes::several);
  CHECK(lanes(of).window(0, 1000, 1000).size() == 100);
}

TEST_CASE("there are never more than 5,000 bars, however many workers and calls there are") {
  for (const std::size_t workers : {1, 7, 100, 500, 2000}) {
    command::trace of = with_workers(workers);
    std::uint64_t number = 0;
    for (std::size_t worker = 0; worker < workers; ++worker)
      for (int i = 0; i < 20'000 / static_cast<int>(workers) + 20; ++i)
        add(of, worker, i % 2 ? 2 : 3, i * 100, i * 100 + (i % 7 == 0 ? 99 : 5), ++number);
    const lanes made(of);
    for (const std::size_t columns : {1, 10, 4000})
      CHECK(made.window(made.begin(), made.end(), columns).size() <= lanes::most_bars);
    CHECK_FALSE(made.window(made.begin(), made.end(), 4000).empty());
  }
}

TEST_CASE("busy workers are counted over time") {
  command::trace of = with_workers(2);
  add(of, 0, 2, 0, 1000, 1);
  add(of, 1, 2, 500, 1000, 2);
  const auto busy = lanes(of).busy(4);
  CHECK(busy == std::vector<double>{1, 1, 2, 2});
  CHECK(lanes(with_workers(3)).busy(2) == std::vector<double>{0, 0});
  CHECK(lanes(with_workers(0)).window(0, 1, 10).empty());
}

TEST_CASE("times that no recording has do no harm") {
  command::trace of = with_workers(1);
  add(of, 0, 2, INT64_MAX - 1, INT64_MIN, 1);
  add(of, 0, 2, INT64_MIN, INT64_MAX, 2);
  add(of, 0, 3, -5, -7, 3, 2);
  const lanes made(of);
  CHECK(made.window(INT64_MIN, INT64_MAX, 100).size() <= lanes::most_bars);
  CHECK(made.busy(10).size() == 10);
}

}  // namespace mentat::dashboard
