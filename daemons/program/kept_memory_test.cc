// What a run does before its program: the memory of its large vectors is kept.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <vector>

#include "mmps/memory/large_blocks.h"
#include "rts/config/settings.h"
#include "rts/session/node.h"

using mentat::base::large_blocks;

TEST_CASE("limits.kept_memory holds for the vectors of a program" *
          doctest::skip(!mentat::base::has_own_operators())) {
  constexpr std::size_t size = std::size_t{64} << 20;
  mentat::node::settings chosen;
  std::vector<char>(size).clear();
  CHECK(large_blocks::kept() == 0);
  mentat::node::prepare(chosen);
  std::vector<char>(size).clear();
  CHECK(large_blocks::kept() == size);
  chosen.limits.kept_memory = size / 2;
  mentat::node::prepare(chosen);
  CHECK(large_blocks::kept() == 0);
  std::vector<char>(size).clear();
  CHECK(large_blocks::kept() == 0);
}
