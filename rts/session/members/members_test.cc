#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/members/members.h"

#include <doctest/doctest.h>

namespace mentat::node {
namespace {

using mmps::mmps_name;

const mmps_name self = mmps_name::of_process(1, 7, 0, 1);

// The numbers of processes are given out again, with another life.
mmps_name object_process(std::uint32_t which) {
  return mmps_name::of_process(1, 7, 9 + which % 64, 1 + which / 64);
}
bool nothing_left(const mmps_name&) { return false; }

}  // namespace

TEST_CASE(
    "an end takes effect when nothing is left to receive from the process, and is told once") {
  members here(self);
  here.note_up(object_process(1), role::object);
  here.note_down({object_process(1), role::object, "why"});
  CHECK(here.has_news());
  CHECK(here.take_ended([](const mmps_name&) { return true; }).empty());
  CHECK_FALSE(here.has_news());  // not before something is handled
  CHECK(here.has_waiting_news());
  CHECK(here.cause_of_end(object_process(1)) == "why");  // a call of it fails already
  CHECK(here.take_ended(nothing_left).size() == 1);
  CHECK(here.take_ended(nothing_left).empty());
  CHECK_FALSE(here.has_news());
  CHECK_FALSE(here.has_waiting_news());
  CHECK(here.cause_of_end(object_process(1)) == "why");
  CHECK_FALSE(here.believes_alive(object_process(1)));
}

TEST_CASE("the session breaks with the manager, also after a token-matching unit was replaced") {
  members here(self);
  const mmps_name manager = instantiation_manager_of(self), unit = token_matching_unit_of(self);
  here.note_up(manager, role::instantiation_manager);
  here.note_up(unit, role::token_matching_unit);
  here.note_up(token_matching_unit_of(self, 2), role::token_matching_unit);
  here.note_down({unit, role::token_matching_unit, "why"});
  CHECK(here.take_ended(nothing_left).size() == 1);
  CHECK_FALSE(here.broken());
  here.note_down({manager, role::instantiation_manager, "why"});
  CHECK(here.take_ended(nothing_left).size() == 1);
  CHECK(here.broken());
}

TEST_CASE("the next token-matching unit takes the place of one, or has passed it on") {
  members here(self);
  const auto unit = [](std::uint32_t life) { return token_matching_unit_of(self, life); };
  for (const std::uint32_t life : {1, 2, 3}) here.note_up(unit(life), role::token_matching_unit);
  CHECK(here.successor_of(unit(1)) == unit(2));
  here.note_down({unit(1), role::token_matching_unit, "why"});
  here.note_down({unit(2), role::token_matching_unit, "why"});
  // Messages of the second one are left: it will be known later what has been executed for it.
  const auto ended = here.take_ended([&](const mmps_name& process) { return process == unit(2); });
  CHECK(ended.size() == 1);
  CHECK(here.successor_of(unit(1)) == unit(2));
  CHECK_FALSE(here.believes_alive(unit(2)));
  CHECK(here.take_ended(nothing_left).size() == 1);
  CHECK(here.successor_of(unit(2)) == unit(3));
  CHECK(here.successor_of(unit(1)) == unit(3));
  CHECK_FALSE(here.successor_of(unit(3)));
}

TEST_CASE("workers, object processes and the driver execute calls, and daemons do not") {
  members here(self);
  constexpr role all[] = {role::instantiation_manager, role::worker, role::token_matching_unit,
                          role::driver, role::object};
  std::uint32_t number = 0;
  for (const role what : all) here.note_up(object_process(number++), what);
  CHECK(here.executing() ==
        std::vector<mmps_name>{object_process(1), object_process(4), object_process(3)});
}

TEST_CASE("of many that come and end the last are remembered, and memory stays bounded") {
  members here(self);
  constexpr std::uint32_t ends = members::max_remembered + 10;
  for (std::uint32_t which = 1; which <= ends; ++which) {
    here.note_up(object_process(which), role::object);
    here.note_down({object_process(which), role::object, "end " + std::to_string(which)});
    CHECK(here.take_ended(nothing_left).size() == 1);
  }
  CHECK(here.others().empty());
  CHECK(here.cause_of_end(object_process(10)) ==
        "its process, number 19 of host 1, has ended, and this one never heard of it");
  CHECK(here.cause_of_end(object_process(11)) == "end 11");
  CHECK(here.cause_of_end(object_process(ends)) == "end " + std::to_string(ends));
}

}  // namespace mentat::node
