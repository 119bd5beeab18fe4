#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "examples/protein_search/hits.h"

#include <doctest/doctest.h>

namespace {

std::vector<hit> kept(const std::vector<hit>& found, std::size_t top) {
  std::vector<hit> best;
  for (const hit& h : found) {
    keep_best(best, h, top);
  }
  return best;
}

}  // namespace

TEST_CASE("the best hits are kept in order of score") {
  CHECK(kept({{0, 0, 5}, {0, 1, 9}, {0, 2, 7}, {0, 3, 1}}, 3) ==
        std::vector<hit>{{0, 1, 9}, {0, 2, 7}, {0, 0, 5}});
}

TEST_CASE("among equal scores the sequence that comes first in its file is better") {
  CHECK(kept({{0, 4, 5}, {0, 2, 5}, {0, 9, 5}}, 2) == std::vector<hit>{{0, 2, 5}, {0, 4, 5}});
}

TEST_CASE("a score of zero is not a hit") { CHECK(kept({{0, 0, 0}}, 3).empty()); }

TEST_CASE("joined lists keep the best of each query") {
  const std::vector<hit> a = {{0, 1, 9}, {0, 2, 7}, {2, 1, 4}};
  const std::vector<hit> b = {{0, 5, 8}, {0, 6, 7}, {1, 7, 3}, {2, 8, 4}};
  CHECK(merge(a, b, 2) == std::vector<hit>{{0, 1, 9}, {0, 5, 8}, {1, 7, 3}, {2, 1, 4}, {2, 8, 4}});
  CHECK(merge(b, a, 2) == merge(a, b, 2));
}

TEST_CASE("joining is associative, so the shape of the tree does not matter") {
  const std::vector<hit> a = {{0, 1, 5}, {0, 2, 5}};
  const std::vector<hit> b = {{0, 3, 6}, {0, 4, 5}};
  const std::vector<hit> c = {{0, 5, 6}, {0, 6, 1}};
  CHECK(merge(merge(a, b, 2), c, 2) == merge(a, merge(b, c, 2), 2));
}
