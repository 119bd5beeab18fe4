#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/im/object_processes.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

namespace mentat::im {
namespace {

using mmps::mmps_name;
mmps_name process(std::uint32_t number) { return mmps_name::of_process(1, 1, number, 1); }

}  // namespace

TEST_CASE("spares are kept, and no more are started than there may be") {
  object_processes all(3, 2);
  CHECK(all.start(0) == 2);
  CHECK(all.start(0) == 0);
  CHECK(all.may_come());
  all.started(process(1));
  all.started(process(2));
  CHECK(all.take() == process(1));
  CHECK(all.start(0) == 1);
  all.started(process(3));
  CHECK(all.take() == process(2));
  CHECK(all.take() == process(3));
  CHECK(all.start(1) == 0);
  CHECK_FALSE(all.may_come());
  CHECK_FALSE(all.take());
  all.object_ended(process(1));
  CHECK(all.may_come());
  CHECK_FALSE(all.take());
  CHECK(all.ended(process(1)));
  CHECK(all.start(0) == 1);
  CHECK_FALSE(all.ended(process(1)));
}

TEST_CASE("the keeper takes any number of objects, and stays when they have ended") {
  object_processes all(3, 0);
  CHECK_FALSE(all.take_keeper());
  CHECK(all.start(1) == 1);
  all.started(process(1));
  CHECK(all.take_keeper() == process(1));
  CHECK(all.take_keeper() == process(1));
  CHECK_FALSE(all.take());  // not for an object alone
  all.object_ended(process(1));
  all.object_failed(process(1));
  CHECK_FALSE(all.take());
  CHECK(all.take_keeper() == process(1));
  CHECK(all.ended(process(1)));
  CHECK_FALSE(all.take_keeper());
  CHECK(all.start(1) == 1);
  all.started(process(2));
  CHECK(all.take_keeper() == process(2));
}

TEST_CASE("a spare process that ends is not replaced: no object needed it") {
  object_processes all(8, 2);
  CHECK(all.start(0) == 2);
  all.started(process(1));
  all.started(process(2));
  CHECK(all.ended(process(2)));
  CHECK(all.start(0) == 0);
  CHECK(all.take() == process(1));
  CHECK(all.start(0) == 0);
  CHECK(all.start(1) == 1);  // a request waits
}

TEST_CASE("no sequence of events gives a process twice, and there are never too many") {
  std::mt19937 chance(20'261'121);
  INFO("seed 20261121");
  object_processes all(5, 2);
  std::set<std::uint32_t> taken, ending, spare;
  std::uint32_t starting = 0, last = 0;
  for (int step = 0; step < 20'000; ++step) {
    starting += all.start(chance() % 3);
    REQUIRE(starting + all.count() <= 5);
    switch (chance() % 6) {
      case 0:
        if (starting > 0) {
          --starting;
          spare.insert(++last);
          all.started(process(last));
        }
        break;
      case 1:
        if (starting > 0) {
          --starting;
          all.start_failed();
        }
        break;
      case 2: {
        const auto given = all.take();
        REQUIRE(given.has_value() == !spare.empty());
        if (given) {
          REQUIRE(spare.erase(given->process_number()) == 1);
          taken.insert(given->process_number());
        }
        break;
      }
      case 3:
        if (!taken.empty()) {
          const std::uint32_t number = *taken.begin();
          taken.erase(number);
          spare.insert(number);
          all.object_failed(process(number));
        }
        break;
      case 4:
        if (!taken.empty()) {
          const std::uint32_t number = *taken.rbegin();
          taken.erase(number);
          ending.insert(number);
          all.object_ended(process(number));
        }
        break;
      default:
        std::set<std::uint32_t>& which = chance() % 2 ? ending : taken;
        if (!which.empty()) {
          REQUIRE(all.ended(process(*which.begin())));
          which.erase(which.begin());
        }
    }
    REQUIRE(all.count() == taken.size() + ending.size() + spare.size());
  }
}

}  // namespace mentat::im
