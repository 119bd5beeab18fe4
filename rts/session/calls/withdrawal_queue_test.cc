#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/withdrawal_queue.h"

#include <doctest/doctest.h>

using namespace mentat;
using node::withdrawal_queue;

namespace {

const mmps::mmps_name object = mmps::mmps_name::of_process(1, 1, 2, 1);
const std::vector<std::byte> error(10);

}  // namespace

TEST_CASE("orders are taken in their order, and are pending until they are carried out") {
  withdrawal_queue orders;
  CHECK_FALSE(orders.is_pending());
  orders.put(object, {1, 9}, error);
  orders.put(object, {2, 9}, error);
  CHECK(orders.is_pending());
  const auto taken = orders.take();
  REQUIRE(taken.size() == 2);
  CHECK(taken[0].of == mmps::tag{1, 9});
  CHECK(taken[1].of == mmps::tag{2, 9});
  CHECK(orders.is_pending());
  orders.note_done();
  CHECK_FALSE(orders.is_pending());
}

TEST_CASE("an order that comes while others are carried out stays pending") {
  withdrawal_queue orders;
  orders.put(object, {1, 9}, error);
  static_cast<void>(orders.take());
  orders.put(object, {2, 9}, error);
  orders.note_done();
  CHECK(orders.is_pending());
  CHECK(orders.take().size() == 1);
}

TEST_CASE("orders beyond the limit, and those with too long an error, are dropped and counted") {
  withdrawal_queue orders;
  orders.put(object, {1, 9}, std::vector<std::byte>(mmps::max_error_bytes + 1));
  CHECK_FALSE(orders.is_pending());
  CHECK(orders.dropped() == 1);
  for (std::uint64_t i = 0; i < withdrawal_queue::max_orders; ++i) orders.put(object, {i, 9}, {});
  CHECK(orders.dropped() == 1);
  orders.put(object, {0, 8}, {});
  CHECK(orders.dropped() == 2);
  CHECK(orders.take().size() == withdrawal_queue::max_orders);
}
