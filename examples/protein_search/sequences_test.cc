#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "examples/protein_search/sequences.h"

#include <doctest/doctest.h>

namespace {

sequence_block block_of(const std::vector<std::string>& sequences) {
  sequence_text text;
  for (const std::string& sequence : sequences) {
    append(text, sequence);
  }
  return share(std::move(text));
}

std::vector<std::int64_t> counts_of(const std::vector<sequence_block>& chunks) {
  std::vector<std::int64_t> counts;
  for (const sequence_block& chunk : chunks) {
    counts.push_back(count(chunk));
  }
  return counts;
}

}  // namespace

TEST_CASE("a slice holds its sequences and remembers where they stood") {
  const sequence_block whole = block_of({"AA", "CCC", "D", "EEEE"});
  const sequence_block part = slice(slice(whole, 1, 4), 1, 3);
  CHECK(part.first == 2);
  REQUIRE(count(part) == 2);
  CHECK(at(part, 0) == "D");
  CHECK(at(part, 1) == "EEEE");
  CHECK(part.residues.size() == 5);
  CHECK(part.residues.data() == whole.residues.data() + 5);
}

TEST_CASE("chunks are as large as the limit permits") {
  const sequence_block block = block_of({"AA", "CCC", "D", "EEEE", "FF"});
  const std::vector<sequence_block> chunks = chunks_of(block, 5);
  CHECK(counts_of(chunks) == std::vector<std::int64_t>{2, 2, 1});
  CHECK(at(chunks[1], 0) == "D");
  CHECK(chunks[2].first == 4);
  CHECK(counts_of(chunks_of(block, 100)) == std::vector<std::int64_t>{5});
  CHECK(chunks_of(block_of({}), 5).empty());
}

TEST_CASE("a sequence longer than the limit is a chunk of its own") {
  CHECK(counts_of(chunks_of(block_of({"AA", "CCC", "D"}), 1)) ==
        std::vector<std::int64_t>{1, 1, 1});
}
