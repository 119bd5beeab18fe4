#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/object_turn.h"

#include <doctest/doctest.h>

using mentat::object_turn;

namespace {

// The calls of a turn in which each call takes so many nanoseconds.
unsigned calls_of_turn(std::int64_t each_ns) {
  object_turn turn;
  std::int64_t now = 12'345;
  for (unsigned calls = 1;; ++calls) {
    now += each_ns;
    if (turn.is_over_after_call([&] { return now; })) return calls;
  }
}

}  // namespace

TEST_CASE("a turn is over after 256 calls, also if the clock stands still") {
  CHECK(calls_of_turn(0) == object_turn::most_calls);
  CHECK(calls_of_turn(100) == object_turn::most_calls);
}

TEST_CASE("calls that take long make a turn of few calls") {
  CHECK(calls_of_turn(1'000) == 112);  // the first check behind the 8th call and 100 us
  CHECK(calls_of_turn(10'000) == 24);
  CHECK(calls_of_turn(1'000'000) == 16);
}

TEST_CASE("the clock is read once in eight calls") {
  object_turn turn;
  int reads = 0;
  for (int call = 0; call < 80; ++call)
    static_cast<void>(turn.is_over_after_call([&] {
      ++reads;
      return std::int64_t{0};
    }));
  CHECK(reads == 10);
}
