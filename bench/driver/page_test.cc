#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "bench/driver/workload.h"

namespace mentat::bench {

TEST_CASE("the part of the page that is written by hand is kept") {
  const std::string by_hand = "<!-- figures -->\n## Kept figures\n<!-- /figures -->\n";
  CHECK(kept_part_of(page_of({}, "pictures") + by_hand) == by_hand);
}

TEST_CASE("a page without such a part, or with half of it, has nothing to keep") {
  CHECK(kept_part_of("").empty());
  CHECK(kept_part_of(page_of({}, "pictures")).empty());
  CHECK(kept_part_of("# Performance\n<!-- figures -->\n## Kept figures\n").empty());
}

}  // namespace mentat::bench
