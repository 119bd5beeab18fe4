#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "examples/protein_search/scoring.h"

#include <doctest/doctest.h>

TEST_CASE("a protein against itself scores the sum of the matrix's diagonal") {
  query_scorer scorer("MKVLA", scoring{});
  CHECK(scorer.score("MKVLA") == 5 + 5 + 4 + 4 + 4);
  CHECK(scorer.score("GGMKVLAGG") == 22);
}

TEST_CASE("a gap costs its first residue and then each further one") {
  const std::string half(20, 'W');
  const std::string whole = half + half;
  query_scorer scorer(whole, scoring{});
  CHECK(scorer.score(half + "A" + half) == 40 * 11 - 11);
  CHECK(scorer.score(half + "AAA" + half) == 40 * 11 - 11 - 2);
}

TEST_CASE("scores that do not fit into 8 or 16 bits are exact") {
  const std::string large(9000, 'W');
  query_scorer scorer(large, scoring{});
  CHECK(scorer.score(std::string(10, 'W')) == 110);
  CHECK(scorer.score(std::string(1000, 'W')) == 11'000);
  CHECK(scorer.score(large) == 99'000);
}

TEST_CASE("an alignment counts its columns and the identical ones") {
  const alignment found = align("MKVLAMKVLA", "GGMKVLWMKVLAGG", scoring{});
  CHECK(found.columns == 10);
  CHECK(found.identical == 9);
}

TEST_CASE("a matrix may be named in capitals, and a wrong one is refused with some that exist") {
  scoring wanted;
  wanted.matrix = "BLOSUM80";
  REQUIRE(checked(wanted).has_value());
  CHECK(checked(wanted)->matrix == "blosum80");
  wanted.matrix = "nuc44";
  CHECK(checked(wanted).error().find("there is no 'nuc44'; try blosum45") != std::string::npos);
}

TEST_CASE("gap costs that make no sense are refused") {
  CHECK_FALSE(checked({"blosum62", 1, 2}).has_value());
  CHECK_FALSE(checked({"blosum62", 11, 0}).has_value());
  CHECK_FALSE(checked({"blosum62", 101, 1}).has_value());
}
