#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/custody/added_arcs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "mmps/base/random.h"
#include "mmps/wire/codec.h"

using namespace mentat;
using node::added_arcs;

namespace {

std::vector<std::byte> arcs_of(std::size_t size, int first) {
  return std::vector<std::byte>(size, static_cast<std::byte>(first));
}

}  // namespace

TEST_CASE("messages are taken in the order of their numbers, and all at once") {
  added_arcs arcs;
  CHECK(arcs.empty());
  const mmps::tag call{5, 9};
  arcs.add(call, 2, arcs_of(52, 2));  // came before the call, or after its answer
  CHECK(arcs.empty());
  arcs.add(call, 1, arcs_of(52, 1));
  arcs.add(call, 3, arcs_of(52, 3));  // the second one is missing
  arcs.add(call, 1, arcs_of(52, 1));
  arcs.add(call, 2, arcs_of(104, 2));
  CHECK_FALSE(arcs.empty());
  const auto taken = arcs.take(call);
  REQUIRE(taken);
  CHECK(taken->messages == 2);
  CHECK(taken->future.size() == 156);
  CHECK(taken->future[52] == std::byte{2});
  CHECK_FALSE(taken->abandoned);
  CHECK(arcs.empty());
  CHECK_FALSE(arcs.take(call));
}

TEST_CASE("messages with arcs continue the count with which a unit arrives") {
  added_arcs arcs;
  const mmps::tag unit{5, 9};
  arcs.begin(unit, 3, false, arcs_of(104, 1));
  arcs.add(unit, 3, arcs_of(52, 2));
  arcs.add(unit, 4, arcs_of(52, 3));
  arcs.abandon(unit, 4);
  auto taken = arcs.take(unit);
  REQUIRE(taken);
  CHECK(taken->messages == 4);
  CHECK(taken->future.size() == 156);
  CHECK(taken->abandoned);
  arcs.begin(unit, 3, false, arcs_of(104, 1));  // and it did not come, but once more
  arcs.begin(unit, 2, true, arcs_of(52, 1));
  taken = arcs.take(unit);
  REQUIRE(taken);
  CHECK(taken->messages == 2);
  CHECK(taken->future.size() == 52);
  CHECK(taken->abandoned);
  CHECK(arcs.empty());
}

TEST_CASE("a caller lets go of a value only if all of its arcs are known") {
  added_arcs arcs;
  const mmps::tag call{5, 9}, other{6, 9};
  arcs.add(call, 1, arcs_of(52, 1));
  arcs.abandon(call, 2);
  CHECK_FALSE(arcs.take(call)->abandoned);
  arcs.add(call, 1, arcs_of(52, 1));
  arcs.abandon(call, 1);
  CHECK(arcs.take(call)->abandoned);
  arcs.abandon(other, 0);  // its arcs went with the call
  CHECK(arcs.take(other)->abandoned);
  arcs.abandon(other, 1);
  CHECK(arcs.empty());
}

TEST_CASE("arcs that a process added are forgotten when it ends") {
  added_arcs arcs;
  arcs.add({1, 9}, 1, arcs_of(52, 1));
  arcs.add({2, 9}, 1, arcs_of(52, 1));
  arcs.add({1, 8}, 1, arcs_of(52, 1));
  arcs.forget_all_of(9);
  CHECK_FALSE(arcs.take({1, 9}));
  CHECK(arcs.take({1, 8}));
  CHECK(arcs.empty());
}

TEST_CASE("there is a limit for one call and for all of them") {
  added_arcs arcs;
  arcs.add({1, 9}, 1, arcs_of(mmps::max_future_bytes, 1));
  arcs.add({1, 9}, 2, arcs_of(52, 1));
  CHECK(arcs.take({1, 9})->messages == 1);
  std::uint64_t call = 0;
  for (; call < added_arcs::max_bytes / mmps::max_future_bytes; ++call)
    arcs.add({call, 9}, 1, arcs_of(mmps::max_future_bytes, 1));
  arcs.add({call, 9}, 1, arcs_of(52, 1));
  CHECK_FALSE(arcs.take({call, 9}));
  CHECK(arcs.take({0, 9}));
  arcs.add({call, 9}, 1, arcs_of(52, 1));  // there is room again
  CHECK(arcs.take({call, 9}));
}

// The caller and the process that executes the call, and messages that take their time: in whatever
// crosses, each arc is served once.
TEST_CASE("each arc is served once, by the process that executes the call or by the caller") {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    INFO("seed ", seed);
    base::random chance(seed);
    added_arcs there;
    const mmps::tag call{seed, 9};
    std::vector<std::uint16_t> on_its_way;
    std::multiset<int> served;
    std::uint16_t drawn = 0;
    bool answered = false;
    std::uint16_t answer = 0;
    while (!answered || !on_its_way.empty()) {
      switch (chance.below(4)) {
        case 0:
          if (drawn < 6 && !answered) on_its_way.push_back(++drawn);
          break;
        case 1:
          if (chance.below(3) == 0 && !answered) {
            answered = true;
            if (const auto taken = there.take(call)) answer = taken->messages;
            for (int i = 1; i <= answer; ++i) served.insert(i);
          }
          break;
        default:  // mostly in order
          if (on_its_way.empty()) break;
          const auto next =
              on_its_way.begin() + (chance.below(8) == 0 ? chance.below(on_its_way.size()) : 0);
          there.add(call, *next, arcs_of(52, *next));
          on_its_way.erase(next);
      }
    }
    for (int i = answer + 1; i <= drawn; ++i) served.insert(i);  // by the caller
    there.take(call);                                            // it has seen the answer
    REQUIRE(there.empty());
    for (int i = 1; i <= drawn; ++i) REQUIRE(served.count(i) == 1);
  }
}
