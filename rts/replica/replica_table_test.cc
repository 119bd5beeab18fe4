#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/replica/replica_table.h"

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <thread>
#include <vector>

using mentat::replica_reader;
using mentat::replica_table;
using mentat::this_replica_reader;
using mentat::mmps::mmps_name;

namespace {

constexpr mentat::replica_form in_place{nullptr, nullptr, [] { return true; }};
constexpr mentat::replica_form behind_its_base{nullptr, nullptr, [] { return false; }};

mentat::class_info class_with(const mentat::replica_form& form) {
  mentat::class_info made{nullptr, {}, nullptr, nullptr, nullptr, nullptr};
  made.replica = &form;
  return made;
}

const mentat::class_info readable = class_with(in_place);
constexpr mmps_name first{1, 1, 300, 1};

void add(replica_table& to, const mmps_name& name, int& object,
         const mentat::class_info& of_class = readable) {
  const replica_table::applying alone(to);
  to.add(name, of_class, &object);
}

const void* find(const replica_table& in, const mmps_name& name) {
  return replica_table::reading(in).find(name);
}

}  // namespace

TEST_CASE("a name finds its own object alone") {
  replica_table table;
  int one = 1, two = 2;
  CHECK(find(table, first) == nullptr);
  CHECK(find(table, mmps_name{}) == nullptr);
  add(table, first, one);
  CHECK(find(table, first) == &one);
  CHECK(find(table, {1, 1, 301, 1}) == nullptr);  // another slot
  CHECK(find(table, {1, 1, 300, 2}) == nullptr);  // another generation
  CHECK(find(table, {2, 1, 300, 1}) == nullptr);  // another host
  CHECK(find(table, {1, 1, 300 | 1u << mmps_name::object_bits, 1}) == nullptr);
  add(table, {1, 1, 300, 2}, two);
  {
    const replica_table::applying alone(table);
    table.remove(first);  // an older one: the slot has the next
  }
  CHECK(find(table, {1, 1, 300, 2}) == &two);
}

TEST_CASE("an object that cannot be read in place is not found") {
  replica_table table;
  int one = 1;
  const mentat::class_info apart = class_with(behind_its_base);
  add(table, first, one, apart);
  CHECK(find(table, first) == nullptr);
}

TEST_CASE("a poisoned copy is not found, and says why") {
  replica_table table;
  int one = 1;
  add(table, first, one);
  CHECK_FALSE(table.poison_of(first));
  {
    const replica_table::applying alone(table);
    table.poison(first, {"lower", 7});
  }
  CHECK(find(table, first) == nullptr);
  REQUIRE(table.poison_of(first));
  CHECK(table.poison_of(first)->function == "lower");
  CHECK(table.poison_of(first)->update == 7);
  const replica_table::applying alone(table);
  table.remove(first);
}

TEST_CASE("a read inside of a read, and inside of a write, does not wait") {
  replica_table table;
  replica_reader mine;
  table.add_reader(mine);
  this_replica_reader = &mine;
  {
    const replica_table::reading outer(table);
    {
      const replica_table::reading inner(table);
    }
    CHECK(mine.inside.load() == 1);  // the outer one's
  }
  CHECK(mine.inside.load() == 0);
  {
    const replica_table::applying alone(table);
    const replica_table::reading within(table);
    CHECK(mine.inside.load() == 0);
  }
  CHECK(this_replica_reader == &mine);
  this_replica_reader = nullptr;
}

TEST_CASE("no reader sees a half of a write") {
  constexpr int readers = 3, writers = 2, writes = 3000;
  replica_table table;
  std::array<replica_reader, readers> marks;
  for (replica_reader& one : marks) table.add_reader(one);
  long here = 0, there = 0;  // no atomics: ThreadSanitizer sees whether the lock orders them
  std::array<long, readers> halves{};
  std::vector<std::thread> all;
  for (int w = 0; w < writers; ++w)
    all.emplace_back([&] {
      for (int i = 0; i < writes; ++i) {
        const replica_table::applying alone(table);
        ++here;
        ++there;
      }
    });
  for (int r = 0; r < readers; ++r)
    all.emplace_back([&, r] {
      this_replica_reader = &marks[r];
      for (long before = 0; before < writers * writes;) {
        const replica_table::reading now(table);
        halves[r] += here != there || here < before;
        before = here;
      }
    });
  for (std::thread& one : all) one.join();
  for (const long seen : halves) CHECK(seen == 0);
  CHECK(here == writers * writes);
}
