#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/executor/work_deque.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "mmps/base/random.h"

using mentat::work_deque;

TEST_CASE("the owner takes the newest item, a thief the oldest") {
  work_deque items;
  CHECK(items.empty());
  CHECK(items.pop() == 0);
  CHECK(items.steal() == 0);
  for (work_deque::item i = 1; i <= 5; ++i) items.push(i);
  CHECK(items.pop() == 5);
  CHECK(items.steal() == 1);
  CHECK(items.pop() == 4);
  CHECK(items.steal() == 2);
  CHECK_FALSE(items.empty());
  CHECK(items.pop() == 3);
  CHECK(items.empty());
  CHECK(items.pop() == 0);
  CHECK(items.steal() == 0);
}

TEST_CASE("the owner takes the oldest item if it is the one it waits for") {
  work_deque items;
  CHECK_FALSE(items.take_oldest(1));
  for (work_deque::item i = 1; i <= 3; ++i) items.push(i);
  CHECK_FALSE(items.take_oldest(2));
  CHECK(items.take_oldest(1));
  CHECK(items.take_oldest(2));
  CHECK(items.pop() == 3);
  CHECK_FALSE(items.take_oldest(3));
}

TEST_CASE("a queue grows without losing an item or their order") {
  work_deque items;
  work_deque::item next = 1, oldest = 1;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 1000; ++i) items.push(next++);
    for (int i = 0; i < 300; ++i) REQUIRE(items.steal() == oldest++);
  }
  for (work_deque::item expected = next - 1; expected >= oldest; --expected)
    REQUIRE(items.pop() == expected);
  CHECK(items.empty());
}

TEST_CASE("a queue says that it is full before it grows") {
  work_deque items;
  work_deque::item pushed = 0;
  while (!items.full()) items.push(++pushed);
  CHECK(pushed == 256);
  items.push(++pushed);
  CHECK_FALSE(items.full());
  CHECK(items.steal() == 1);
}

TEST_CASE(
    "every item is taken exactly once while thieves are at work, and by each thief in order") {
  constexpr unsigned thieves = 3;
  constexpr work_deque::item count = 200'000;
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  work_deque items;
  std::vector<std::atomic<std::uint8_t>> taken(count + 1);
  std::atomic<bool> finished{false};
  std::atomic<int> out_of_order{0};

  std::vector<std::thread> threads;
  for (unsigned t = 0; t < thieves; ++t) {
    threads.emplace_back([&] {
      work_deque::item last = 0;
      while (!finished.load() || !items.empty()) {
        const work_deque::item stolen = items.steal();
        if (stolen == 0) {
          std::this_thread::yield();
          continue;
        }
        taken[stolen].fetch_add(1);
        if (stolen < last) out_of_order.fetch_add(1);
        last = stolen;
      }
    });
  }

  // Bursts of all lengths: the queue is often empty or has one item, where owner and thieves meet.
  mentat::base::random chance(seed);
  work_deque::item next = 1;
  while (next <= count) {
    const std::uint64_t burst = chance.below(16) == 0 ? chance.below(2000) : chance.below(4);
    const work_deque::item from = next;
    for (std::uint64_t i = 0; i < burst && next <= count; ++i) items.push(next++);
    if (next != from && chance.below(4) == 0 && items.take_oldest(from)) taken[from].fetch_add(1);
    for (std::uint64_t pops = chance.below(burst + 2); pops > 0; --pops)
      if (const work_deque::item popped = items.pop()) taken[popped].fetch_add(1);
  }
  while (const work_deque::item popped = items.pop()) taken[popped].fetch_add(1);
  finished.store(true);
  for (std::thread& thread : threads) thread.join();

  std::size_t wrong = 0;
  for (work_deque::item i = 1; i <= count; ++i) wrong += taken[i].load() != 1;
  CHECK(wrong == 0);
  CHECK(out_of_order.load() == 0);
}

TEST_CASE("the last item goes to the owner or to a thief, never to both or neither") {
  work_deque items;
  constexpr int rounds = 20'000;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  std::atomic<int> round{0}, answered{0};
  std::atomic<bool> finished{false};
  std::atomic<work_deque::item> stolen{0};
  std::thread thief([&] {
    for (int seen = 0; !finished.load();) {
      if (round.load() == seen) {
        if (seen % 8 == 0) std::this_thread::yield();
        continue;
      }
      ++seen;
      stolen.store(items.steal());
      answered.store(seen);
    }
  });
  int wrong = 0;
  for (int i = 1; i <= rounds && std::chrono::steady_clock::now() < end; ++i) {
    items.push(static_cast<work_deque::item>(i));
    round.store(i);
    for (int spin = 0; spin < i % 60; ++spin) std::atomic_signal_fence(std::memory_order_seq_cst);
    const work_deque::item popped = items.pop();
    while (answered.load() != i) std::this_thread::yield();
    if ((popped == 0) == (stolen.load() == 0)) ++wrong;
    if (!items.empty()) ++wrong;
  }
  finished.store(true);
  thief.join();
  CHECK(wrong == 0);
}
