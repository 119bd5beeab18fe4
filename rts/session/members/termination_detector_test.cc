#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/members/termination_detector.h"

#include <doctest/doctest.h>

#include "rts/session/members/quiet_tags.h"

using namespace mentat;
using mentat::node::activity;
using mentat::node::cancel_tag;
using mentat::node::termination_detector;

namespace {

const mmps::mmps_name one = mmps::mmps_name::of_process(0, 0, 1, 1);
const mmps::mmps_name two = mmps::mmps_name::of_process(0, 0, 2, 1);

// A round in which everybody answers with these.
void round(termination_detector& check, base::instant& now, const activity& here,
           const activity& at_one, const activity& at_two) {
  now = now + check.patience(now);
  REQUIRE(check.begin(now, {one, two}, here));
  check.answer(now, check.round(), one, at_one);
  check.answer(now, check.round(), two, at_two);
}

}  // namespace

TEST_CASE("a session is quiet when nothing runs and two rounds give the same counts") {
  termination_detector check;
  base::instant now{1000};
  round(check, now, {3, 3, 0, 0}, {2, 1, 0, 0}, {1, 2, 0, 0});
  CHECK_FALSE(check.take_quiet());
  round(check, now, {3, 3, 0, 0}, {2, 1, 0, 0}, {1, 2, 0, 0});
  CHECK(check.take_quiet());
  CHECK_FALSE(check.take_quiet());  // once
}

TEST_CASE("with a message on its way a session is never quiet") {
  termination_detector check;
  base::instant now{};
  for (int i = 0; i < 5; ++i) {
    round(check, now, {4, 3, 0, 0}, {2, 1, 0, 0}, {1, 2, 0, 0});
    CHECK_FALSE(check.take_quiet());
  }
}

TEST_CASE(
    "with a running process, or counts that change between two rounds, a session is not quiet") {
  termination_detector check;
  base::instant now{};
  round(check, now, {1, 1, 0, 0}, {1, 1, 0, 1}, {0, 0, 0, 0});
  round(check, now, {1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 0, 0});
  CHECK_FALSE(check.take_quiet());
  round(check, now, {2, 1, 0, 0}, {1, 2, 0, 0}, {0, 0, 0, 0});
  CHECK_FALSE(check.take_quiet());
  round(check, now, {2, 1, 0, 0}, {1, 2, 0, 0}, {0, 0, 0, 0});
  CHECK(check.take_quiet());
}

namespace {

mentat::node::lost_wait lost_with(const activity& here, const activity& at_one,
                                  const activity& at_two) {
  termination_detector check;
  base::instant now{};
  round(check, now, here, at_one, at_two);
  round(check, now, here, at_one, at_two);
  REQUIRE(check.take_quiet());
  return check.where_to_break();
}

}  // namespace

TEST_CASE("a wait whose call may be withdrawn is broken first, in another process if possible") {
  const activity nobody, waits{0, 0, 1, 0, 1}, fails_last{0, 0, 0, 0, 2};
  CHECK(lost_with(waits, nobody, waits).process == two);
  CHECK(lost_with(waits, waits, fails_last).process == one);
  CHECK(lost_with(waits, waits, nobody).what == breakable::calls);
  CHECK_FALSE(lost_with(waits, fails_last, nobody).process.bound());
  CHECK(lost_with(waits, fails_last, nobody).what == breakable::calls);
  CHECK(lost_with(fails_last, fails_last, nobody).process == one);
  CHECK(lost_with(fails_last, fails_last, nobody).what == breakable::waits);
  CHECK_FALSE(lost_with(fails_last, nobody, nobody).process.bound());
  CHECK(lost_with(fails_last, nobody, nobody).what == breakable::waits);
}

TEST_CASE("calls that no object accepts are refused when no function waits anywhere") {
  const activity nobody, waits{0, 0, 1, 0, 1}, fails_last{0, 0, 0, 0, 2};
  activity left, left_and_waits = fails_last;
  left.unaccepted = left_and_waits.unaccepted = 1;
  CHECK(lost_with(nobody, left, nobody).process == one);
  CHECK(lost_with(nobody, left, nobody).what == breakable::unaccepted);
  CHECK(lost_with(nobody, left, left).process == two);
  CHECK(lost_with(nobody, left, fails_last).process == two);
  CHECK(lost_with(nobody, left, fails_last).what == breakable::waits);
  CHECK(lost_with(fails_last, left, nobody).what == breakable::waits);
  CHECK_FALSE(lost_with(fails_last, left, nobody).process.bound());
  CHECK(lost_with(nobody, left_and_waits, left).what == breakable::waits);
  CHECK(lost_with(waits, left, nobody).what == breakable::calls);
}

TEST_CASE("a tag of a cancel with an unknown kind breaks nothing") {
  for (const breakable what : {breakable::calls, breakable::waits, breakable::unaccepted})
    CHECK(cancel_tag::of(cancel_tag{7, what}.on_wire()).what == what);
  CHECK(cancel_tag::of({7, 4}).what == breakable::nothing);
  CHECK(cancel_tag::of({7, UINT64_MAX}).what == breakable::nothing);
}

TEST_CASE("a session that was quiet is not when a process has ended since") {
  termination_detector check;
  base::instant now{};
  round(check, now, {}, {}, {});
  round(check, now, {}, {}, {});
  check.ended(now, two);
  CHECK_FALSE(check.take_quiet());
}

TEST_CASE("a process that ends is not waited for, and its counts are not missed for ever") {
  termination_detector check;
  base::instant now{};
  REQUIRE(check.begin(now, {one, two}, {5, 4, 0, 0}));
  check.answer(now, check.round(), one, {0, 0, 0, 0});
  check.ended(now, two);
  CHECK_FALSE(check.take_quiet());
  now = now + check.patience(now);
  REQUIRE(check.begin(now, {one}, {5, 4, 0, 0}));
  check.answer(now, check.round(), one, {0, 0, 0, 0});
  CHECK(check.take_quiet());
}

TEST_CASE("answers of other rounds, of strangers, and second answers count nothing") {
  termination_detector check;
  base::instant now{};
  REQUIRE(check.begin(now, {one, two}, {}));
  CHECK_FALSE(check.begin(now, {one, two}, {}));  // one round at a time
  check.answer(now, check.round() - 1, one, {9, 9, 0, 0});
  check.answer(now, check.round(), mmps::mmps_name::of_process(0, 0, 7, 1), {9, 9, 0, 0});
  check.answer(now, check.round(), one, {});
  check.answer(now, check.round(), one, {1, 0, 0, 1});
  check.answer(now, check.round(), two, {});
  round(check, now, {}, {}, {});
  CHECK(check.take_quiet());
}

TEST_CASE("the pauses between rounds grow to a second while a process runs") {
  termination_detector check;
  base::instant now{};
  base::duration last = 0;
  for (int i = 0; i < 20; ++i) {
    round(check, now, {}, {0, 0, 0, 1}, {});
    CHECK(check.patience(now) >= last);
    last = check.patience(now);
    CHECK_FALSE(check.begin(now, {one, two}, {}));  // too early
  }
  CHECK(last == base::second);
}

// That they agree says nothing: some are missing.
TEST_CASE("between hosts, counts after an end must stay the same for a while") {
  for (const std::uint64_t received : {4, 5}) {
    termination_detector check;
    check.settle_for(1 * base::second);
    base::instant now{};
    check.ended(now, mmps::mmps_name::of_process(1, 0, 3, 1));
    base::instant first{};
    while (now - first < 1 * base::second) {
      round(check, now, {5, received, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0});
      if (first == base::instant{}) first = now;
      REQUIRE_FALSE((now - first < 1 * base::second && check.take_quiet()));
    }
    CHECK(check.take_quiet());
  }
}

TEST_CASE("broken waits without messages do not make the rounds slower") {
  termination_detector check;
  base::instant now{};
  const base::instant begin = now;
  constexpr int breaks = 100;
  for (std::uint64_t broken = 0; broken < breaks; ++broken) {
    const activity at_one{0, 0, 1, 0, 0, broken};
    do {
      round(check, now, {}, at_one, {});
    } while (!check.take_quiet());
  }
  CHECK(now - begin <= 2 * breaks * base::millisecond);
}
