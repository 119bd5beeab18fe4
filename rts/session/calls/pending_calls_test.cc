#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/pending_calls.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <new>

#include "mmps/base/random.h"
#include "rts/session/endpoint/notice.h"

using namespace mentat;
using node::pending_call;
using node::pending_calls;
using node::tag;

TEST_CASE("a call is taken once, by its own tag") {
  pending_calls calls(77);
  computation_instance first(nullptr, 1, true), second(nullptr, 2, true);
  const tag a = calls.add({&first, nullptr, {}});
  const tag b = calls.add({&second, nullptr, {}});
  CHECK(a != b);
  CHECK(calls.size() == 2);
  CHECK(calls.take(a)->call == &first);
  CHECK_FALSE(calls.take(a));
  const tag c = calls.add({&first, nullptr, {}});  // the place is used again, under another tag
  CHECK(c != a);
  CHECK_FALSE(calls.take(a));
  CHECK(calls.take(c)->call == &first);
  CHECK(calls.take(b)->call == &second);
  CHECK(calls.size() == 0);
}

TEST_CASE("tags that were never given out name nothing") {
  pending_calls calls(77);
  computation_instance call(nullptr, 1, true);
  const tag good = calls.add({&call, nullptr, {}});
  constexpr std::uint64_t seed = 99;
  INFO("seed ", seed);
  base::random chance(seed);
  for (int i = 0; i < 10000; ++i) {
    tag wrong{chance.next(), chance.below(2) ? 77 : chance.next()};
    if (chance.below(2)) wrong.number = good.number ^ (std::uint64_t{1} << chance.below(64));
    REQUIRE_FALSE(calls.take(wrong));
  }
  CHECK(calls.take(good));
}

TEST_CASE("a call in a used slot begins with nothing of the call before") {
  pending_calls calls(77);
  computation_instance call(nullptr, 1, true);
  const std::uint64_t first = calls.add_as([&](pending_call& fresh, std::uint64_t) {
    fresh.call = &call;
    fresh.partial = fresh.takes_arcs = fresh.some_arcs = fresh.abandoned = true;
    fresh.messages = 7;
  });
  CHECK(calls.partial() == 1);
  REQUIRE(calls.take(calls.tag_of(first)));
  CHECK(calls.partial() == 0);
  std::uint64_t told = 0;
  const std::uint64_t second = calls.add_as([&](pending_call& fresh, std::uint64_t under) {
    fresh.call = &call;
    told = under;
  });
  CHECK(told == second);
  const auto taken = calls.take(calls.tag_of(second));
  REQUIRE(taken);
  CHECK_FALSE((taken->partial || taken->takes_arcs || taken->some_arcs || taken->abandoned));
  CHECK(taken->messages == 0);
  CHECK(calls.size() == 0);
}

TEST_CASE("one that cannot be filled in is not there") {
  pending_calls calls(77);
  computation_instance call(nullptr, 1, true);
  std::uint64_t told = 0;
  CHECK_THROWS_AS(static_cast<void>(calls.add_as([&](pending_call& fresh, std::uint64_t under) {
                    fresh.call = &call;
                    fresh.partial = true;
                    told = under;
                    throw std::bad_alloc();
                  })),
                  std::bad_alloc);
  CHECK(calls.size() == 0);
  CHECK(calls.partial() == 0);
  CHECK_FALSE(calls.take(calls.tag_of(told)));
  CHECK(calls.take_all().empty());
  CHECK(calls.take(calls.add({&call, nullptr, {}})));
}

TEST_CASE("a visitor sees each call once, at every size of the table") {
  for (const std::size_t count : {0u, 1u, 255u, 256u, 257u, 1000u}) {
    pending_calls calls(77);
    computation_instance call(nullptr, 1, true);
    std::map<tag, int> seen;
    for (std::size_t i = 0; i < count; ++i) seen[calls.add({&call, nullptr, {}})] = 0;
    calls.visit([&](const tag& of, const pending_call& one) {
      CHECK(one.call == &call);
      ++seen[of];
    });
    CHECK(seen.size() == count);
    for (const auto& [of, times] : seen) CHECK(times == 1);
    CHECK(calls.take_all().size() == count);
  }
}

TEST_CASE("those that wait for a process, or its objects, are found") {
  pending_calls calls(1);
  computation_instance call(nullptr, 1, true);
  const auto process = mmps::mmps_name::of_process(0, 0, 3, 1);
  auto object = process;
  object.slot |= 5;
  object.generation |= 1;
  calls.add({&call, nullptr, process});
  calls.add({&call, nullptr, object});
  calls.add({&call, nullptr, mmps::mmps_name::of_process(0, 0, 3, 2)});
  CHECK(calls.take_all_from(process).size() == 2);
  CHECK(calls.size() == 1);
  CHECK(calls.take_all().size() == 1);
  CHECK(calls.size() == 0);
}

namespace {

pending_call kept(computation_instance& call, const mmps::mmps_name& to) {
  pending_call made{&call, nullptr, to};
  made.takes_arcs = true;
  made.keeping = node::unit_keeping::unanswered;
  return made;
}

const mmps::mmps_name executing = mmps::mmps_name::of_process(1, 1, 3, 1);
const mmps::mmps_name matching = mmps::mmps_name::of_process(1, 1, 2, 1);
constexpr auto no_change = [](pending_call&) {};

}  // namespace

TEST_CASE("complete calls of regular classes are counted until they leave") {
  pending_calls calls(77);
  computation_instance call(nullptr, 1, true);
  pending_call partial{&call, nullptr, matching};
  partial.partial = true;
  const tag of_partial = calls.add(partial);
  mmps::mmps_name object = executing;
  object.slot += 5;
  const tag of_object = calls.add({&call, nullptr, object});
  CHECK(calls.complete_units() == 0);
  const tag sent = calls.add({&call, nullptr, matching});
  const tag of_kept = calls.add(kept(call, executing));
  CHECK(calls.complete_units() == 2);
  CHECK(calls.take(sent));
  CHECK(calls.hand_over(of_kept.number, matching, no_change));
  CHECK(calls.complete_units() == 1);
  CHECK(calls.take_all_from(matching).size() == 2);
  CHECK(calls.complete_units() == 0);
  CHECK(calls.take(of_object));
  CHECK_FALSE(calls.take(of_partial));
}

TEST_CASE("a unit that is kept here stays after its answer, until it is FINISHED") {
  pending_calls calls(77);
  auto* call = new computation_instance(nullptr, 1, true);  // one reference, of the table
  const tag under = calls.add(kept(*call, executing));
  const auto answered = calls.answer(under);
  REQUIRE(answered);
  CHECK(answered->call == call);
  CHECK(call->held_twice());
  call->release();
  CHECK_FALSE(calls.answer(under));  // of a second execution
  CHECK(calls.size() == 1);
  std::size_t visited = 0;
  calls.visit([&](const tag&, const pending_call&) { ++visited; });
  CHECK(visited == 0);
  CHECK(calls.finish(under.number, matching) == nullptr);  // not the process that executes it
  CHECK(calls.finish(under.number, executing) == call);
  CHECK(calls.finish(under.number, executing) == nullptr);
  CHECK(calls.size() == 0);
  call->release();
}

TEST_CASE("a unit that is FINISHED before its answer ends with its answer") {
  pending_calls calls(77);
  computation_instance call(nullptr, 1, true);
  const tag under = calls.add(kept(call, executing));
  CHECK(calls.finish(under.number, executing) == nullptr);
  CHECK(calls.kept_for(executing).empty());
  CHECK(calls.take_all_from(executing).empty());  // the answer is on its way
  const auto answered = calls.answer(under);
  REQUIRE(answered);
  CHECK(answered->call == &call);
  CHECK(answered->keeping == node::unit_keeping::finished);
  CHECK(call.held_once());
  CHECK(calls.size() == 0);
}

TEST_CASE("a unit whose process has ended is handed over under its tag; an answered one leaves") {
  pending_calls calls(77);
  computation_instance first(nullptr, 1, true), second(nullptr, 1, true), third(nullptr, 1, true);
  const tag open = calls.add(kept(first, executing));
  const tag answered = calls.add(kept(second, executing));
  const tag elsewhere = calls.add(kept(third, matching));
  REQUIRE(calls.answer(answered));
  CHECK(calls.kept_for(executing) == std::vector{open.number, answered.number});
  bool changed = false;
  const auto handed =
      calls.hand_over(open.number, matching, [&](pending_call&) { changed = true; });
  REQUIRE(handed);
  CHECK(changed);
  CHECK(handed->to == executing);
  CHECK(handed->keeping == node::unit_keeping::unanswered);
  const auto left = calls.hand_over(answered.number, matching, no_change);
  REQUIRE(left);
  CHECK(left->keeping == node::unit_keeping::answered);
  CHECK_FALSE(calls.hand_over(answered.number, matching, no_change));
  CHECK_FALSE(calls.hand_over(open.number, matching, no_change));
  CHECK(calls.kept_for(executing).empty());
  CHECK(calls.answer(open)->call == &first);
  CHECK(calls.size() == 1);
  CHECK(calls.take(elsewhere)->call == &third);
}

TEST_CASE("calls wait for the token-matching unit that has taken over, and others do not move") {
  using mentat::mmps::mmps_name;
  pending_calls calls(77);
  computation_instance call(nullptr, 1, true);
  const mmps_name here = mmps_name::of_process(1, 1, 0, 1), far = mmps_name::of_process(2, 1, 0, 1);
  const auto unit = [&](std::uint32_t life) { return node::token_matching_unit_of(here, life); };
  const mmps_name before[] = {unit(1), unit(2), unit(4), here, node::token_matching_unit_of(far)};
  const mmps_name after[] = {unit(3), unit(3), unit(4), here, node::token_matching_unit_of(far)};
  std::vector<tag> tags;
  for (const mmps_name& to : before) tags.push_back(calls.add({&call, nullptr, to}));
  calls.move_units(unit(3));
  for (std::size_t i = 0; i < tags.size(); ++i) CHECK(calls.take(tags[i])->to == after[i]);
}
