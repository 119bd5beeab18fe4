// No count of any thread is lost, whichever part it has.
#include "mmps/base/sharded_counter.h"

#include <doctest/doctest.h>

#include <thread>
#include <vector>

using mentat::base::sharded_counter;

TEST_CASE("more threads than there are parts count together") {
  constexpr int threads = 40, times = 10'000;
  sharded_counter one, other;
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&] {
      for (int t = 0; t < times; ++t) {
        one.add_one();
        if (t % 2 == 0) other.add_one();
      }
    });
  for (std::thread& each : all) each.join();
  CHECK(one.sum() == threads * times);
  CHECK(other.sum() == threads * times / 2);
}

TEST_CASE("one thread subtracts the count that another has added") {
  sharded_counter count;
  count.add_one();
  std::thread([&] { count.take_one(); }).join();
  CHECK(count.sum() == 0);
  count.add_one();
  CHECK(count.sum() == 1);
}
