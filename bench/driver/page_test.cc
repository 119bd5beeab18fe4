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

TEST_CASE("Tables I and II have the figures of the paper, its rows first, and an interval") {
  figures of;
  of.derive(
      {.bench = "table1", .name = "allocate_call_free", .system = "mentat", .mode = "threads"},
      0.5);
  row overhead{.bench = "table1", .name = "total_overhead", .system = "mentat", .mode = "threads"};
  summarise({3, 1, 2}, overhead);
  of.rows.push_back(overhead);
  const std::string page = page_of(of, "pictures");
  CHECK(page.find("| | mentat threads | Sun (1996) | Paragon (1996) |\n|---|---|---|---|\n"
                  "| `new_delete_message` | - | 16 | 16 |\n") != std::string::npos);
  CHECK(page.find("| `total_overhead` | 2 [1, 3] | 500 | 760 |\n") != std::string::npos);
  CHECK(page.find("| `allocate_call_free` | 0.5 | - | - |\n") != std::string::npos);
  CHECK(page.find("## Table II") == std::string::npos);
}

}  // namespace mentat::bench
