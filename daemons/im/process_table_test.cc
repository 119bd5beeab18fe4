#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/im/process_table.h"

#include <doctest/doctest.h>

namespace mentat::im {
namespace {

mmps::mmps_name process(std::uint32_t number) {
  return mmps::mmps_name::of_process(1, 1, number, 1);
}
const place somebody{process(2), 0};
bool any(const mmps::mmps_name&) { return true; }

}  // namespace

TEST_CASE("capacity is the threshold times the cores, rounded down, at least one") {
  process_table table({1500}, 10);
  table.add(process(10), 1);
  table.add(process(11), 3);
  table.add(process(11), 9);  // is there already
  CHECK(table.find(process(10))->capacity == 1);
  CHECK(table.find(process(11))->capacity == 4);
  process_table stingy({0}, 10), vast({~0u}, 10);
  stingy.add(process(10), 4);
  vast.add(process(10), 1u << 31);
  CHECK(stingy.find(process(10))->capacity == 1);
  CHECK(vast.find(process(10))->capacity == 1u << 31);
}

TEST_CASE("places are given until the process is full, never two of one tag, and come back") {
  process_table table({3000}, 10);
  table.add(process(10), 1);
  for (std::uint64_t tag = 1; tag <= 3; ++tag) {
    process_state* chosen = table.choose({tag, 0}, 7, any);
    REQUIRE(chosen);
    table.give(*chosen, {tag, 0}, 7, somebody);
    if (tag < 3) CHECK_FALSE(table.choose({tag, 0}, 7, any));
  }
  CHECK_FALSE(table.room());
  CHECK_FALSE(table.choose({9, 0}, 7, any));
  CHECK(table.holding({2, 0}, somebody) == process(10));
  CHECK_FALSE(table.holding({2, 0}, {somebody.holder, 1}));
  CHECK_FALSE(table.give_back(process(10), {2, 0}, process(3)));
  CHECK(table.give_back(process(10), {2, 0}, somebody.holder));
  CHECK(table.room());
  table.remove(process(10));
  CHECK(table.places() == 0);
  table.remove(process(10));
}

TEST_CASE("the classes that a process served are remembered up to the limit") {
  process_table table({100'000}, 2);
  table.add(process(10), 1);
  for (std::uint64_t each = 1; each <= 5; ++each)
    table.give(*table.choose({each, 0}, each, any), {each, 0}, each, somebody);
  CHECK(table.serves(2));
  CHECK_FALSE(table.serves(3));
}

TEST_CASE("a wrong report of a process never makes its use negative") {
  process_table table({2000}, 2);
  table.add(process(10), 1);
  process_state& state = *table.find(process(10));
  state.parked = ~0u;
  CHECK(state.used() == 0);
  table.give(state, {1, 0}, 1, somebody);
  CHECK(state.used() == 0);
  table.release([](const mmps::mmps_name&) { return true; });
  CHECK(state.held == 0);
}

TEST_CASE("the oldest lent place is known, whatever becomes of the others") {
  process_table table({4000}, 10);
  const auto lent_at = [](base::duration since) {
    return place{process(2), 0, base::instant{since}};
  };
  for (const std::uint32_t number : {10u, 11u}) table.add(process(number), 1);
  process_state& here = *table.find(process(10));
  process_state& there = *table.find(process(11));
  CHECK(table.oldest_lent() == base::instant::never());
  table.give(here, {1, 0}, 7, somebody);
  CHECK(table.oldest_lent() == base::instant::never());
  table.give(here, {2, 0}, 7, lent_at(20));
  table.give(here, {3, 0}, 7, lent_at(10));
  table.give(there, {4, 0}, 7, lent_at(10));
  table.give(there, {5, 0}, 7, lent_at(30));
  CHECK(table.oldest_lent() == base::instant{10});
  CHECK(table.give_back(process(10), {3, 0}, process(2)));
  CHECK(table.oldest_lent() == base::instant{10});
  CHECK(table.give_back(process(11), {4, 0}, process(2)));
  CHECK(table.oldest_lent() == base::instant{20});
  table.release_lent(base::instant{20});
  CHECK(table.oldest_lent() == base::instant{30});
  CHECK(table.places() == 2);
  table.remove(process(11));
  CHECK(table.oldest_lent() == base::instant::never());
  table.release_lent(base::instant{100});
  CHECK(table.places() == 1);
}

}  // namespace mentat::im
