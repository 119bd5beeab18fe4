#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "examples/protein_search/sequences.h"

#include <doctest/doctest.h>

namespace {

sequence_block block_of(const std::vector<std::string>& sequences) {
  sequence_block block;
  for (const std::string& sequence : sequences) {
    append(block, sequence);
  }
  return block;
}

}  // namespace

TEST_CASE("a slice holds its sequences and remembers where they stood") {
  const sequence_block part = slice(slice(block_of({"AA", "CCC", "D", "EEEE"}), 1, 4), 1, 3);
  CHECK(part.first == 2);
  REQUIRE(count(part) == 2);
  CHECK(at(part, 0) == "D");
  CHECK(at(part, 1) == "EEEE");
}

TEST_CASE("parts are as large as the limit permits") {
  const sequence_block block = block_of({"AA", "CCC", "D", "EEEE", "FF"});
  CHECK(cuts(block, 5) == std::vector<std::int64_t>{0, 2, 4, 5});
  CHECK(cuts(block, 100) == std::vector<std::int64_t>{0, 5});
}

TEST_CASE("a sequence longer than the limit is a part of its own") {
  CHECK(cuts(block_of({"AA", "CCC", "D"}), 1) == std::vector<std::int64_t>{0, 1, 2, 3});
}
