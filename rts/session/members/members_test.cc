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
