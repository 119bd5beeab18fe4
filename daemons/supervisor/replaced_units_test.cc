#include "daemons/supervisor/replaced_units.h"

#include <doctest/doctest.h>

#include <chrono>
#include <set>

#include "daemons/supervisor/process_numbers.h"

namespace mentat::supervisor {

using mmps::mmps_name;
using namespace std::chrono_literals;

const mmps_name host = mmps_name::of_process(3, 7, 0, 1);

TEST_CASE("units that end again and again are not replaced") {
  replaced_units units;
  const replaced_units::clock::time_point begin{};
  for (int i = 0; i < replaced_units::soon.most_ends; ++i) CHECK(units.note_end(begin));
  CHECK_FALSE(units.note_end(begin + 9s));
  CHECK(units.note_end(begin + 11s));
}

TEST_CASE("units that end now and then for a long time are not replaced") {
  replaced_units units;
  const replaced_units::clock::time_point begin{};
  for (int i = 0; i < replaced_units::late.most_ends; ++i) CHECK(units.note_end(begin + i * 20s));
  CHECK_FALSE(units.note_end(begin + 9min));
  CHECK(units.note_end(begin + 21min));
}

TEST_CASE("the lives of a token-matching unit come to an end") {
  process_numbers names(host);
  names.new_name(node::role::instantiation_manager);
  mmps_name last;
  while (names.has_next_unit()) last = names.new_name(node::role::token_matching_unit);
  CHECK(last.bound());
  CHECK(last.life() == mmps_name::max_processes - 1);
}

TEST_CASE("an end is told once") {
  replaced_units units;
  units.hold_back({node::token_matching_unit_of(host), "killed"});
  CHECK(units.take().size() == 1);
  CHECK(units.take().empty());
}

TEST_CASE("a token-matching unit has the number of the one that it replaces, and the next life") {
  process_numbers names(host);
  const mmps_name manager = names.new_name(node::role::instantiation_manager);
  CHECK(manager == node::instantiation_manager_of(host));
  const mmps_name first = names.new_name(node::role::token_matching_unit);
  CHECK(first == node::token_matching_unit_of(host));
  const mmps_name worker = names.new_name(node::role::worker);
  names.free_name(first);
  const mmps_name second = names.new_name(node::role::token_matching_unit);
  CHECK(second == node::token_matching_unit_of(host, 2));
  CHECK(node::is_token_matching_unit(second));
  CHECK(worker.process_number() == 3);
}

TEST_CASE("a number is used again later, in another life") {
  process_numbers names(host);
  names.new_name(node::role::instantiation_manager);
  names.new_name(node::role::token_matching_unit);
  std::set<mmps_name> given;
  for (int i = 0; i < 10'000; ++i) {
    REQUIRE(names.has_name());
    const mmps_name name = names.new_name(node::role::worker);
    REQUIRE(given.insert(name).second);
    REQUIRE_FALSE(node::is_token_matching_unit(name));
    names.free_name(name);
  }
}

}  // namespace mentat::supervisor
