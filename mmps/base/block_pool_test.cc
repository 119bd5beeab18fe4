#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/base/block_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "mmps/base/random.h"

using mentat::base::block_pool;
using mentat::base::pool_exhausted;

namespace {

std::vector<void*> take_many(std::size_t count, std::size_t size) {
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < count; ++i) blocks.push_back(block_pool::take(size));
  return blocks;
}

void give_back_all(const std::vector<void*>& blocks, std::size_t size) {
  for (void* block : blocks) block_pool::give_back(block, size);
}

// Sets a limit for one test.
struct limit_of_test {
  explicit limit_of_test(std::size_t bytes) { block_pool::set_limit(bytes); }
  ~limit_of_test() { block_pool::set_limit(std::numeric_limits<std::size_t>::max()); }
};

}  // namespace

TEST_CASE("a block of any size can be written in full and suits every type") {
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (std::size_t size = 1; size <= 2 * block_pool::largest; ++size) {
    auto* block = static_cast<unsigned char*>(block_pool::take(size));
    CHECK(reinterpret_cast<std::uintptr_t>(block) % alignof(std::max_align_t) == 0);
    std::memset(block, static_cast<int>(size % 251), size);
    blocks.emplace_back(block, size);
  }
  for (auto [block, size] : blocks) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < size; ++i) wrong += block[i] != size % 251;
    CHECK(wrong == 0);
    block_pool::give_back(block, size);
  }
}

TEST_CASE("blocks that were given back are used again") {
  give_back_all(take_many(5000, 100), 100);
  const std::size_t carved = block_pool::carved();
  for (int round = 0; round < 20; ++round) give_back_all(take_many(5000, 100), 100);
  CHECK(block_pool::carved() == carved);
}

TEST_CASE("blocks that one thread takes and another gives back are used again") {
  constexpr int rounds = 200;
  constexpr std::size_t blocks_each = 3000, size = 64;
  std::size_t first = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<void*> blocks = take_many(blocks_each, size);
    std::thread([&] { give_back_all(blocks, size); }).join();
    if (round == 2) first = block_pool::carved();
  }
  CHECK(block_pool::carved() <= first + blocks_each * size);
}

TEST_CASE("a thread that ends leaves the few blocks in its cache to others") {
  constexpr std::size_t few = 500, size = 320;  // too few for a batch to be spilled
  std::size_t first = 0;
  for (int round = 0; round < 200; ++round) {
    const std::vector<void*> blocks = take_many(few, size);
    std::thread([&] { give_back_all(blocks, size); }).join();  // a thread that only gives back
    if (round == 2) first = block_pool::carved();
  }
  CHECK(block_pool::carved() <= first + 10 * few * size);

  for (int round = 0; round < 200; ++round) {
    std::vector<void*> blocks;
    std::thread([&] { blocks = take_many(few, size); }).join();  // a thread that only takes
    give_back_all(blocks, size);
  }
  CHECK(block_pool::carved() <= first + 10 * few * size);
}

TEST_CASE("the limit is an error that names it, and the pool works on after it") {
  give_back_all(take_many(100, 200), 200);
  const std::size_t limit = block_pool::carved() + 300 * 1024;
  const limit_of_test set(limit);
  CHECK(block_pool::limit() == limit);

  std::vector<void*> blocks;
  std::size_t named = 0;
  try {
    for (int i = 0; i < 100'000; ++i) blocks.push_back(block_pool::take(200));
  } catch (const pool_exhausted& full) {
    named = full.limit;
  }
  CHECK(named == limit);
  CHECK(blocks.size() >= 300 * 1024 / 224 / 2);  // most of the limit can be used
  CHECK(block_pool::carved() <= limit);

  CHECK_THROWS_AS(static_cast<void>(take_many(10'000, 200)), std::bad_alloc);
  const std::size_t count = blocks.size();
  give_back_all(blocks, 200);
  if (count != 0) give_back_all(take_many(count / 2, 200), 200);
}

TEST_CASE("the pool is flagged while more is carved than the flag's owner wants") {
  std::atomic<bool> flag{false};
  block_pool::flag_growth(&flag, block_pool::carved());
  CHECK_FALSE(block_pool::is_flagged());
  block_pool::flag_growth(&flag, block_pool::carved() - 1);
  CHECK(block_pool::is_flagged());
  block_pool::flag_growth(nullptr, SIZE_MAX);
  CHECK_FALSE(block_pool::is_flagged());
}

TEST_CASE("large blocks do not count against the limit") {
  const std::size_t carved = block_pool::carved();
  const limit_of_test set(carved);
  void* block = block_pool::take(10 * block_pool::largest);
  CHECK(block_pool::carved() == carved);
  block_pool::give_back(block, 10 * block_pool::largest);
}

TEST_CASE("no two living blocks overlap while threads take, hand over and give back at random") {
  const std::uint64_t seed = std::random_device{}();
  INFO("seed ", seed);
  struct held {
    unsigned char* block;
    std::size_t size;
    unsigned char mark;
  };
  std::mutex lock;
  std::vector<held> handed_over;
  std::atomic<int> damaged{0};

  const auto work = [&](std::uint64_t own_seed) {
    mentat::base::random chance(own_seed);
    std::vector<held> mine;
    for (int step = 0; step < 20'000; ++step) {
      if (mine.empty() || chance.below(2) == 0) {
        const std::size_t size = 1 + chance.below(chance.below(8) == 0 ? 1100 : 300);
        const auto mark = static_cast<unsigned char>(chance.next());
        auto* block = static_cast<unsigned char*>(block_pool::take(size));
        std::memset(block, mark, size);
        mine.push_back({block, size, mark});
      } else {
        std::swap(mine[chance.below(mine.size())], mine.back());
        held one = mine.back();
        mine.pop_back();
        if (chance.below(4) == 0) {
          std::lock_guard guard(lock);
          handed_over.push_back(one);
          std::swap(handed_over[chance.below(handed_over.size())], handed_over.back());
          one = handed_over.back();
          handed_over.pop_back();
        }
        for (std::size_t i = 0; i < one.size; ++i)
          if (one.block[i] != one.mark) damaged.fetch_add(1);
        block_pool::give_back(one.block, one.size);
      }
    }
    for (const held& one : mine) block_pool::give_back(one.block, one.size);
  };
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) threads.emplace_back(work, seed + t);
  for (std::thread& thread : threads) thread.join();
  for (const held& one : handed_over) block_pool::give_back(one.block, one.size);
  CHECK(damaged.load() == 0);
}
