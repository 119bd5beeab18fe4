#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/rv_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "mmps/base/random.h"

using mentat::computation_instance;
using mentat::rv_entry;
using mentat::rv_table;

namespace {

std::size_t bytes_allocated = 0;  // by operator new, and not given back

// Knows when it dies, so that a test sees lost and doubly released references.
class producer final : public computation_instance {
 public:
  explicit producer(int& living) : computation_instance(nullptr, 1, false), living_(living) {
    ++living_;
  }
  ~producer() override { --living_; }

 private:
  int& living_;
};

const void* address(std::uintptr_t at) { return reinterpret_cast<const void*>(at); }

rv_entry entry_at(std::uintptr_t begin, std::size_t size, int& living) {
  rv_entry made;
  made.begin = begin;
  made.size = size;
  made.producer = new producer(living);
  return made;
}

// A model of the table: every entry in an ordered map.
class model {
 public:
  void insert(const rv_entry& entry) { entries_[entry.begin] = entry; }
  const rv_entry* first_overlap(std::uintptr_t begin, std::size_t size) const {
    for (const auto& [at, entry] : entries_)
      if (entry.begin < begin + size && begin < entry.end()) return &entry;
    return nullptr;
  }
  void remove(const rv_entry& entry) { entries_.erase(entry.begin); }
  void clear() { entries_.clear(); }
  std::size_t size() const { return entries_.size(); }

 private:
  std::map<std::uintptr_t, rv_entry> entries_;
};

bool same(const rv_entry* a, const rv_entry* b) {
  if (!a || !b) return a == b;
  return a->begin == b->begin && a->size == b->size && a->producer == b->producer;
}

}  // namespace

// Not inlined: the compiler would see that the block begins before the given pointer.
[[gnu::noinline]] void* operator new(std::size_t size) {
  auto* block = static_cast<std::size_t*>(std::malloc(size + sizeof(std::max_align_t)));
  if (!block) throw std::bad_alloc();
  *block = size;
  bytes_allocated += size;
  return reinterpret_cast<char*>(block) + sizeof(std::max_align_t);
}
[[gnu::noinline]] void operator delete(void* block) noexcept {
  if (!block) return;
  auto* start =
      reinterpret_cast<std::size_t*>(static_cast<char*>(block) - sizeof(std::max_align_t));
  bytes_allocated -= *start;
  std::free(start);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }

TEST_CASE("an empty table overlaps nothing") {
  rv_table table;
  rv_entry taken;
  CHECK(table.empty());
  CHECK(table.size() == 0);
  CHECK(table.first_overlap(address(0), ~std::size_t{0}) == nullptr);
  CHECK(table.find(address(64), 4) == nullptr);
  CHECK_FALSE(table.take_first(address(64), 4, taken));
  table.erase(address(64), 4);
}

TEST_CASE("a whole finds its parts, a part finds its whole, and neighbours find nothing") {
  int living = 0;
  rv_table table;
  table.insert(entry_at(1000, 8, living));
  CHECK(table.first_overlap(address(1000), 8) != nullptr);
  CHECK(table.first_overlap(address(1004), 4) != nullptr);  // a field
  CHECK(table.first_overlap(address(992), 64) != nullptr);  // the struct around it
  CHECK(table.first_overlap(address(1007), 1) != nullptr);
  CHECK(table.first_overlap(address(999), 1) == nullptr);
  CHECK(table.first_overlap(address(1008), 8) == nullptr);
  CHECK(table.first_overlap(address(1000), 0) == nullptr);  // an empty vector has no elements

  CHECK(table.find(address(1000), 8) != nullptr);
  CHECK(table.find(address(1000), 4) == nullptr);  // &s == &s.x, but s.x is not s
  CHECK(table.find(address(992), 16) == nullptr);
  table.clear();
  CHECK(table.empty());
  CHECK(living == 0);
}

TEST_CASE("elements of an array are taken in the order of their addresses") {
  int living = 0;
  rv_table table;
  std::vector<computation_instance*> producers(100);
  for (std::size_t i : {50, 3, 99, 0, 51, 7}) {
    const rv_entry made = entry_at(1000 + 4 * i, 4, living);
    producers[i] = made.producer;
    table.insert(made);
  }
  rv_entry taken;
  for (std::size_t i : {3, 7, 50, 51}) {
    REQUIRE(table.take_first(address(1004), 4 * 98, taken));
    CHECK(taken.producer == producers[i]);
    taken.producer->release();
  }
  CHECK_FALSE(table.take_first(address(1004), 4 * 98, taken));
  CHECK(table.size() == 2);
  table.erase(address(1000), 400);
  CHECK(table.empty());
  CHECK(living == 0);
}

TEST_CASE("the table releases its remaining entries, and only those") {
  int living = 0;
  rv_entry kept;
  {
    rv_table table;
    for (std::uintptr_t i = 0; i < 1000; ++i) table.insert(entry_at(8 * i, 8, living));
    CHECK(living == 1000);
    REQUIRE(table.take_first(address(8 * 500), 8, kept));
    table.erase(address(0), 8 * 10);
    CHECK(living == 990);
  }
  CHECK(living == 1);
  kept.producer->release();
  CHECK(living == 0);
}

TEST_CASE(
    "the instance of an argument lives as long as the argument, though the table releases it") {
  int living = 0;
  rv_table table;
  const rv_entry made = entry_at(1000, 8, living);
  table.insert(made);
  {
    const mentat::delayed_argument first(table, made.producer), second(table, made.producer);
    const mentat::delayed_argument actual(table, nullptr);
    rv_entry taken;
    REQUIRE(table.take_first(address(1000), 8, taken));
    table.abandon(*taken.producer);
    CHECK(living == 1);
    CHECK(first.producer == made.producer);
  }
  CHECK(living == 0);

  table.insert(entry_at(1000, 8, living));
  {
    std::optional<mentat::delayed_argument> early(std::in_place, table,
                                                  table.first_overlap(address(1000), 8)->producer);
    const mentat::delayed_argument late(table, early->producer);
    early.reset();  // not in the order in which they were made
    table.erase(address(1000), 8);
    CHECK(living == 1);
    const mentat::delayed_argument other(late.producer);  // for a value in no table
  }
  CHECK(living == 0);

  const rv_entry kept = entry_at(1000, 8, living);
  table.insert(kept);
  {
    const mentat::delayed_argument passed(table, kept.producer);
  }
  CHECK(living == 1);  // it is the table's still
  table.clear();
  CHECK(living == 0);
}

TEST_CASE("the table agrees with a simple model after all operations") {
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  mentat::base::random chance(seed);
  for (int round = 0; round < 200; ++round) {
    int living = 0;
    {
      rv_table table;
      model expected;
      // Few addresses make overlaps, many make chunks.
      const std::uintptr_t addresses = 16u << chance.below(10);
      const auto interval = [&](std::uintptr_t& begin, std::size_t& size) {
        begin = 4096 + chance.below(addresses);
        size = 1 + chance.below(chance.below(4) == 0 ? addresses / 4 : 8);
      };
      const auto remove_all = [&](std::uintptr_t begin, std::size_t size) {
        while (const rv_entry* known = expected.first_overlap(begin, size)) expected.remove(*known);
      };
      const std::uint64_t inserts =
          2 + chance.below(8);  // of ten: tables that grow, tables that stay small
      for (int step = 0; step < 400; ++step) {
        std::uintptr_t begin = 0;
        std::size_t size = 0;
        interval(begin, size);
        bool agree =
            same(table.first_overlap(address(begin), size), expected.first_overlap(begin, size));
        if (rv_entry* found = chance.below(4) == 0 ? table.find(address(begin), size) : nullptr) {
          const rv_entry made = entry_at(begin, size, living);
          std::exchange(*found, made).producer->release();
          expected.insert(made);
        } else if (chance.below(10) < inserts) {
          table.erase(address(begin), size);
          remove_all(begin, size);
          const rv_entry made = entry_at(begin, size, living);
          table.insert(made);
          expected.insert(made);
          agree = agree && table.find(address(begin), size) != nullptr;
        } else if (chance.below(2) == 0) {
          rv_entry taken;
          const rv_entry* known = expected.first_overlap(begin, size);
          agree = agree && table.take_first(address(begin), size, taken) == (known != nullptr);
          if (known) {
            agree = agree && same(&taken, known);
            expected.remove(*known);
            taken.producer->release();
          }
        } else if (chance.below(50) == 0) {
          table.clear();
          expected.clear();
        } else {
          table.erase(address(begin), size);
          remove_all(begin, size);
        }
        agree = agree && table.size() == expected.size() &&
                table.empty() == (expected.size() == 0) &&
                static_cast<std::size_t>(living) == expected.size();
        if (!agree) FAIL("round ", round, ", step ", step, ", seed ", seed);
      }
    }
    CHECK(living == 0);
  }
}

TEST_CASE("a table that fills and empties from any side stays small") {
  int living = 0;
  rv_table table;
  table.insert(entry_at(100'000'000, 8, living));  // delayed all the time
  std::size_t early = 0;
  for (int round = 0; round < 3000; ++round) {
    const bool downwards = round % 2 == 0;
    for (std::uintptr_t i = 0; i < 100; ++i)
      table.insert(entry_at(1'000'000 + 8 * (downwards ? 100 - i : i), 8, living));
    rv_entry taken;
    while (table.take_first(address(1'000'000), 8 * 101, taken)) taken.producer->release();
    if (round == 100) early = bytes_allocated;
  }
  CHECK(table.size() == 1);
  CHECK(bytes_allocated <= early + 4096);
}

TEST_CASE("a hundred thousand entries, in order, against the order and at random") {
  int living = 0;
  constexpr std::uintptr_t count = 100'000;
  std::vector<std::uintptr_t> order(count);
  for (std::uintptr_t i = 0; i < count; ++i) order[i] = i;
  mentat::base::random chance(7);
  for (int way = 0; way < 3; ++way) {
    rv_table table;
    if (way == 1) std::reverse(order.begin(), order.end());
    if (way == 2)
      for (std::uintptr_t i = count; i > 1; --i) std::swap(order[i - 1], order[chance.below(i)]);
    for (std::uintptr_t i : order) table.insert(entry_at(4096 + 4 * i, 4, living));
    CHECK(table.size() == count);
    CHECK(living == static_cast<int>(count));
    rv_entry taken;
    std::uintptr_t next = 4096;
    bool in_order = true;
    while (table.take_first(address(0), ~std::size_t{0}, taken)) {
      in_order = in_order && taken.begin == next;
      next += 4;
      taken.producer->release();
    }
    CHECK(in_order);
    CHECK(living == 0);
  }
}
