#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/metg/task_graph.h"

#include <doctest/doctest.h>

#include <vector>

namespace mentat::bench {
namespace {

std::vector<int> points_of(const task_graph& graph, int step, int point) {
  const dependences from = graph.of(step, point);
  return {from.all().begin(), from.all().end()};
}

using points = std::vector<int>;

}  // namespace

TEST_CASE("the first step depends on nothing, and nothing depends on the last one") {
  for (int each = 0; each < 6; ++each) {
    const task_graph graph{static_cast<pattern>(each), 4, 20, 1};
    for (int point = graph.first(0); point < graph.end(0); ++point)
      CHECK(points_of(graph, 0, point).empty());
    for (int point = 0; point < 4; ++point)
      for (int by = 0; by < 4; ++by) CHECK_FALSE(graph.is_wanted(19, point, by));
  }
}

TEST_CASE("the patterns are those of Task Bench") {
  CHECK(points_of({pattern::trivial, 4, 20, 1}, 5, 2) == points{});
  CHECK(points_of({pattern::no_comm, 4, 20, 1}, 5, 2) == points{2});
  CHECK(points_of({pattern::stencil_1d, 4, 20, 1}, 5, 2) == points{1, 2, 3});
  CHECK(points_of({pattern::stencil_1d, 4, 20, 1}, 5, 3) == points{2, 3});
  CHECK(points_of({pattern::fft, 4, 20, 1}, 1, 0) == points{0, 1});
  CHECK(points_of({pattern::fft, 4, 20, 1}, 2, 0) == points{0, 2});
  CHECK(points_of({pattern::tree, 4, 20, 1}, 5, 3) == points{1});
  CHECK(points_of({pattern::dom, 4, 20, 1}, 5, 2) == points{1, 2});
}

TEST_CASE("a tree grows from one point, a domain sweep grows and shrinks") {
  const task_graph tree{pattern::tree, 4, 20, 1};
  CHECK(tree.end(0) == 1);
  CHECK(tree.end(1) == 2);
  CHECK(tree.end(5) == 4);
  const task_graph dom{pattern::dom, 4, 20, 1};
  CHECK(dom.end(0) == 1);
  CHECK(dom.end(3) == 4);
  CHECK(dom.first(19) == 3);
  CHECK(dom.end(19) == 4);
  CHECK(dom.tasks() == 4 * 20 - 12);
}

TEST_CASE("a task is wanted by those that depend on it") {
  for (int each = 0; each < 6; ++each) {
    const task_graph graph{static_cast<pattern>(each), 8, 30, 1};
    for (int step = 0; step + 1 < graph.steps; ++step)
      for (int by = 0; by < 8; ++by) {
        const points from = graph.has(step + 1, by) ? points_of(graph, step + 1, by) : points{};
        for (int point = 0; point < 8; ++point)
          CHECK(graph.is_wanted(step, point, by) ==
                (std::find(from.begin(), from.end(), point) != from.end()));
      }
  }
}

}  // namespace mentat::bench
