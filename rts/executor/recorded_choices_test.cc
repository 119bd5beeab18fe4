#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/executor/recorded_choices.h"

#include <doctest/doctest.h>

#include <sstream>

using mentat::recorded_choices;

namespace {

std::size_t choose(recorded_choices& by, std::size_t candidates) {
  return by.choose(candidates, [](std::size_t at) { return "candidate " + std::to_string(at); });
}

}  // namespace

TEST_CASE("without a list and a seed the first candidate is chosen, and recorded") {
  std::ostringstream record;
  recorded_choices by("", 0);
  by.record_to(record);
  CHECK(choose(by, 3) == 0);
  CHECK(record.str() == "3 0\t\tcandidate 0\tcandidate 0\n");
}

TEST_CASE("a record is followed, then the first candidate is chosen") {
  recorded_choices by("3 2\tx\ty\tz\n2 1\n", 0);
  CHECK(choose(by, 3) == 2);
  CHECK(choose(by, 2) == 1);
  CHECK(choose(by, 9) == 0);
}

TEST_CASE("a number without a candidate stands for the first one") {
  recorded_choices by("9 8\n", 0);
  CHECK(choose(by, 3) == 0);
}

TEST_CASE("a malformed line ends the record") {
  recorded_choices by("3 1\nnonsense\n3 2\n", 0);
  CHECK(choose(by, 3) == 1);
  CHECK(choose(by, 3) == 0);
}

TEST_CASE("random choices are the same for the same seed, and below the number of candidates") {
  recorded_choices one("", 7), same("", 7), other("", 8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::size_t chosen = choose(one, 5);
    CHECK(chosen < 5);
    CHECK(chosen == choose(same, 5));
    differs |= chosen != choose(other, 5);
  }
  CHECK(differs);
}

TEST_CASE("a text of a candidate stays on its line") {
  std::ostringstream record;
  recorded_choices by("", 0);
  by.record_to(record);
  by.choose(2, [](std::size_t) { return std::string("a\tb\nc"); });
  CHECK(record.str() == "2 0\t\ta\\tb\\nc\ta\\tb\\nc\n");
}

TEST_CASE("two candidates with one text are told apart by their numbers") {
  std::ostringstream record;
  recorded_choices by("3 2\n3 0\n", 0);
  by.record_to(record);
  for (int k = 0; k < 2; ++k) by.choose(3, [](std::size_t) { return std::string("a call"); });
  CHECK(record.str() ==
        "3 2\t\ta call (candidate 1 of 3)\ta call (candidate 3 of 3)\n3 0\t\ta call\ta call\n");
}

TEST_CASE("behind the limit nothing is recorded and the first candidate is chosen") {
  std::ostringstream record;
  recorded_choices by("", 7);
  by.record_to(record);
  for (std::size_t i = 0; i < recorded_choices::max_choices; ++i) choose(by, 2);
  const std::size_t size = record.str().size();
  for (int i = 0; i < 50; ++i) CHECK(choose(by, 2) == 0);
  CHECK(record.str().size() == size);
}
