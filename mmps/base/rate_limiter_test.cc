#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/base/rate_limiter.h"

#include <doctest/doctest.h>

namespace mentat::base {

TEST_CASE("the first event is logged, then one a minute with the number of events meanwhile") {
  rate_limiter tested;
  const instant start{5 * second};
  CHECK(tested.note(start) == 1);
  for (int i = 1; i < 60; ++i) CHECK_FALSE(tested.note({start.ns + i * second}));
  CHECK(tested.note({start.ns + 60 * second}) == 60);
  CHECK_FALSE(tested.note({start.ns + 61 * second}));
  CHECK(tested.note({start.ns + 500 * second}) == 2);
}

}  // namespace mentat::base
