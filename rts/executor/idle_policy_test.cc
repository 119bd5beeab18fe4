// How idle workers decide, step by step.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/executor/idle_policy.h"

#include <doctest/doctest.h>

namespace mentat::idle {

TEST_CASE("thefts of little work make a worker wait longer before it steals, up to a limit") {
  theft_record thefts;
  CHECK(thefts.backoff() == 0);
  CHECK(thefts.dwell() == min_dwell);
  nanoseconds now = 1'000;
  for (const nanoseconds expected : {2'000, 4'000, 8'000, 16'000, 16'000}) {
    thefts.note_found(now);
    now += min_useful_steal - 1;
    thefts.note_search(now);
    CHECK(thefts.backoff() == expected);
    CHECK(!thefts.last_was_useful());
  }
  thefts.note_found(now);
  now += min_useful_steal;
  thefts.note_search(now);
  CHECK(thefts.backoff() == 0);
  CHECK(thefts.last_was_useful());
  CHECK(thefts.dwell() == min_dwell_after_useful);
}

TEST_CASE("work that a waiting fiber has run says nothing of thefts") {
  theft_record thefts;
  thefts.note_found(1'000);
  thefts.forget();
  thefts.note_search(1'001);
  CHECK(thefts.backoff() == 0);
}

TEST_CASE("one item in eight is measured, and each after a long dwell") {
  constexpr nanoseconds wake_up = 50'000;
  dwell_meter dwell;
  CHECK(!dwell.measures(1));
  CHECK(dwell.measures(8));
  dwell.note_put(1'000, 8);
  CHECK(dwell.measuring());
  CHECK(dwell.note_gone(8));
  CHECK(!dwell.note_dwell(1'000 + long_turn, 9 * long_turn));
  CHECK(!dwell.measuring());
  CHECK(dwell.measures(9));
  CHECK(!dwell.stays_long(wake_up));
  dwell.note_put(100'000, 9);
  CHECK(dwell.note_gone(9));
  CHECK(dwell.note_dwell(100'000 + wake_up, wake_up));
  CHECK(dwell.stays_long(wake_up));
}

TEST_CASE("dwells add up until they justify a wake-up, and begin anew after it") {
  constexpr nanoseconds wake_up = 50'000, each = 2'000;  // an item in eight stands for 16 us
  dwell_meter dwell;
  const auto put_and_take = [&](std::uint32_t puts) {
    dwell.note_put(1'000, puts);
    return dwell.note_gone(puts) && dwell.note_dwell(1'000 + each, wake_up);
  };
  CHECK(!put_and_take(8));
  CHECK(!put_and_take(16));
  CHECK(!put_and_take(24));
  CHECK(put_and_take(32));
  dwell.note_woken();
  CHECK(!put_and_take(40));
}

TEST_CASE("an item that is not the measured one counts nothing") {
  dwell_meter dwell;
  dwell.note_put(1'000, 8);
  CHECK(!dwell.note_gone(9));
  CHECK(!dwell.measuring());
}

TEST_CASE("a yield that took long leaves the core to others for a while") {
  core_contention core;
  core.note_yield(0, long_yield - 1);
  CHECK(!core.is_known());
  core.note_yield(0, long_yield);
  CHECK(core.is_known());
  CHECK(core.lasts(long_yield + core_shared_for - 1));
  CHECK(!core.lasts(long_yield + core_shared_for));
  CHECK(!core.is_known());
}

TEST_CASE("callers that take long turns are known by few turns in a long time") {
  turn_meter turns;
  CHECK(!turns.takes_long(5, 0));
  CHECK(!turns.takes_long(5, long_turn - 1));
  CHECK(turns.takes_long(5, long_turn));
  CHECK(!turns.takes_long(7, long_turn));       // three turns in the time of one
  CHECK(!turns.takes_long(20, 2 * long_turn));  // many: it begins anew
  CHECK(!turns.takes_long(20, 2 * long_turn + 1));
  CHECK(turns.takes_long(20, 3 * long_turn));
  CHECK(!turns.takes_long(-1, 9 * long_turn));
  CHECK(!turns.takes_long(20, 99 * long_turn));
}

TEST_CASE("an item ages only while it stays the same") {
  item_age<int> age;
  CHECK(!age.reaches(7, 1, 0, 10));
  CHECK(!age.reaches(7, 1, 9, 10));
  CHECK(age.reaches(7, 1, 10, 10));
  CHECK(!age.reaches(7, 2, 20, 10));  // another item at the same address
  CHECK(age.reaches(7, 2, 30, 10));
  CHECK(!age.reaches(0, 2, 40, 10));
  CHECK(!age.reaches(0, 2, 60, 10));  // no item
}

TEST_CASE("naps become longer without new items, and end in sleep") {
  nap_length naps;
  CHECK(naps.longest() == min_nap);
  naps.note_nap(3);
  CHECK(naps.longest() == min_nap);
  nanoseconds longest = min_nap;
  for (int i = 0; i < naps_without_a_put - 1; ++i) {
    naps.note_nap(3);
    longest = std::min(longest * 2, max_nap);
    CHECK(!naps.deep());
    CHECK(naps.longest() == longest);
  }
  naps.note_nap(3);
  CHECK(naps.deep());
  CHECK(naps.longest() == 0);
  naps.note_nap(3);  // it was woken, or the item is gone
  CHECK(!naps.deep());
  CHECK(naps.longest() == max_nap);
}

}  // namespace mentat::idle
