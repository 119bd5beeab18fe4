#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/endpoint/lent_blocks.h"

#include <doctest/doctest.h>

using mentat::borrowed_bytes;
using mentat::node::are_worth_records;

TEST_CASE("the mean size of lent blocks decides, not their sum") {
  constexpr std::size_t kib = 1024;
  const auto blocks = [](std::size_t count, std::size_t size) {
    return std::vector<borrowed_bytes>(count, {.at = 0, .storage = nullptr, .size = size});
  };
  CHECK(are_worth_records(blocks(1, 512 * kib)));
  CHECK_FALSE(are_worth_records(blocks(1, 512 * kib - 1)));
  CHECK_FALSE(are_worth_records(blocks(8, 64 * kib)));
  CHECK_FALSE(are_worth_records(blocks(1000, 64 * kib)));
  CHECK(are_worth_records(blocks(8, 512 * kib)));
}
