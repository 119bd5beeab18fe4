#include "rts/executor/spread_limit.h"

#include <doctest/doctest.h>

namespace mentat {
namespace {

bool nothing_runs() { return false; }
bool something_runs() { return true; }

TEST_CASE("Calls leave until so many are unanswered") {
  spread_limit limit;
  CHECK(limit.allows(0, 0, nothing_runs));
  CHECK(limit.allows(spread_limit::least - 1, 0, nothing_runs));
  CHECK_FALSE(limit.allows(spread_limit::least, 0, nothing_runs));
}

TEST_CASE("The limit doubles when nothing has run and ended for a while") {
  spread_limit limit;
  CHECK_FALSE(limit.allows(spread_limit::least, 5, nothing_runs));
  CHECK_FALSE(limit.allows(spread_limit::least, 5 + spread_limit::patience - 1, nothing_runs));
  CHECK(limit.allows(spread_limit::least, 5 + spread_limit::patience, nothing_runs));
  CHECK(limit.allows(spread_limit::least * 2 - 1, 6 + spread_limit::patience, nothing_runs));
  CHECK_FALSE(limit.allows(spread_limit::least * 2, 7 + spread_limit::patience, nothing_runs));
}

TEST_CASE("It stays while units run, and while they end") {
  spread_limit limit;
  std::int64_t now = 0;
  for (int i = 0; i < 10; ++i)
    CHECK_FALSE(
        limit.allows(spread_limit::least + 11, now += spread_limit::patience, something_runs));
  for (std::size_t more = 10; more > 0; --more)
    CHECK_FALSE(
        limit.allows(spread_limit::least + more, now += spread_limit::patience, nothing_runs));
  CHECK(limit.allows(spread_limit::least + 1, now + spread_limit::patience, nothing_runs));
}

}  // namespace
}  // namespace mentat
