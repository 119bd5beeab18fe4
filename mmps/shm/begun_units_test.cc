#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/shm/begun_units.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <vector>

using mentat::mmps::shm::begun_units;

TEST_CASE("a unit is listed from its begin to its end") {
  const auto page = std::make_unique<begun_units>();
  CHECK(page->all() == std::vector<std::uint64_t>{});
  const std::uint32_t first = page->enter(9, 0, 2), second = page->enter(7, 1, 2);
  const std::uint32_t third = page->enter(8, 0, 2);
  CHECK(page->all() == std::vector<std::uint64_t>{7, 8, 9});
  page->leave(first);
  CHECK(page->all() == std::vector<std::uint64_t>{7, 8});
  CHECK(page->enter(5, 0, 2) == first);
  page->leave(second);
  page->leave(third);
  CHECK(page->all() == std::vector<std::uint64_t>{5});
}

TEST_CASE("nobody knows which units have begun while one finds no place") {
  const auto page = std::make_unique<begun_units>();
  constexpr std::uint32_t each = begun_units::places / 2;
  std::vector<std::uint32_t> places;
  for (std::uint64_t unit = 1; unit <= each; ++unit) places.push_back(page->enter(unit, 1, 2));
  CHECK(page->all()->size() == each);
  const std::uint32_t other = page->enter(1000, 0, 2);
  CHECK(other < each);
  const std::uint32_t last = page->enter(1001, 1, 2);
  CHECK(last == begun_units::unlisted);
  CHECK_FALSE(page->all());
  page->leave(places[3]);
  CHECK_FALSE(page->all());
  CHECK(page->enter(1002, 1, 2) == places[3]);
  page->leave(last);
  CHECK(page->all()->size() == each + 1);
}

TEST_CASE("a thread beyond those that run units has no places") {
  const auto page = std::make_unique<begun_units>();
  const std::uint32_t place = page->enter(1, 2, 2);
  CHECK(place == begun_units::unlisted);
  CHECK_FALSE(page->all());
  page->leave(place);
  CHECK(page->enter(1, 0, 0) == begun_units::unlisted);
  CHECK(page->enter(1, 300, 400) == begun_units::unlisted);
}
