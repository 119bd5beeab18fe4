#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/dashboard/call_links.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace mentat::dashboard {
namespace {

// main makes a, b and c; c takes the results of a and b; main needs that of c.
command::trace diamond() {
  command::trace made;
  made.methods = {{"(unknown)", ""}, {"main", ""}, {"f", ""}};
  made.workers = {{0, 1, 0, ""}, {1, 1, 1, ""}};
  made.calls = {{0, 1, false, 0, 1000, 1, 0},
                {1, 2, false, 100, 200, 2, 0},
                {1, 2, false, 200, 300, 3, 0},
                {1, 2, false, 400, 500, 4, 0}};
  for (std::uint64_t number = 2; number <= 4; ++number)
    made.makings.push_back({0, static_cast<std::int64_t>(number), number, 1, 2, 0});
  made.arguments = {{0, 5, 4, 2}, {0, 6, 4, 3}};
  made.needs = {{0, 600, 1, 4, 0}};
  return made;
}

std::vector<call_links::index> sorted(std::vector<call_links::index> calls) {
  std::ranges::sort(calls);
  return calls;
}

}  // namespace

TEST_CASE("a call knows whose results it takes, and who takes its own") {
  const command::trace of = diamond();
  const call_links links(of);
  const auto producers = links.producers(3);
  CHECK(sorted({producers.begin(), producers.end()}) == std::vector<call_links::index>{1, 2});
  REQUIRE(links.consumers(3).size() == 1);
  CHECK(links.consumers(3)[0] == 0);
  CHECK(links.producers(1).empty());
}

TEST_CASE("before is all that a call depends on, after all that depends on it") {
  const command::trace of = diamond();
  const call_order order(of);
  CHECK(sorted(order.after(1, 10).calls) == std::vector<call_links::index>{0, 3});
  CHECK(sorted(order.before(3, 10).calls) == std::vector<call_links::index>{0, 1, 2});
  CHECK(sorted(order.before(1, 10).calls) == std::vector<call_links::index>{0});
  CHECK(sorted(order.before(0, 10).calls) == std::vector<call_links::index>{1, 2, 3});
  const auto first = order.before(3, 2);
  CHECK(first.count == 3);
  CHECK(first.calls.size() == 2);
}

TEST_CASE("numbers that name no call are left out") {
  command::trace of = diamond();
  of.arguments.push_back({0, 5, 77, 2});
  of.needs.push_back({0, 5, 4, 99, 0});
  of.needs.push_back({0, 5, 4, 4, 0});
  CHECK(call_links(of).producers(3).size() == 2);
}

}  // namespace mentat::dashboard
