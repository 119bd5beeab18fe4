#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/members/break_order.h"

#include <doctest/doctest.h>

using namespace mentat;
using mentat::node::break_order;
using mentat::node::happenings;

TEST_CASE("an order is carried out once") {
  break_order order;
  order.note_answer(4, {3, 2, 0});
  CHECK_FALSE(order.stands({3, 2, 0}));
  order.give(4, breakable::calls, {3, 2, 0});
  CHECK(order.stands({3, 2, 0}));
  CHECK(order.take({3, 2, 0}) == breakable::calls);
  CHECK(order.take({3, 2, 0}) == breakable::nothing);
}

TEST_CASE("an order for another round than the last one that was answered is ignored") {
  break_order order;
  order.give(4, breakable::calls, {});
  CHECK_FALSE(order.stands({}));
  order.note_answer(5, {});
  order.give(4, breakable::calls, {});
  CHECK_FALSE(order.stands({}));
}

TEST_CASE("an order that comes after something has happened is ignored") {
  for (const happenings& later : {happenings{4, 2, 0}, happenings{3, 3, 0}, happenings{3, 2, 1}}) {
    break_order order;
    order.note_answer(4, {3, 2, 0});
    order.give(4, breakable::waits, later);
    CHECK(order.take(later) == breakable::nothing);
  }
}

TEST_CASE("an order is dropped when something happens before it is carried out") {
  for (const happenings& later : {happenings{4, 2, 0}, happenings{3, 3, 0}, happenings{3, 2, 1}}) {
    break_order order;
    order.note_answer(4, {3, 2, 0});
    order.give(4, breakable::waits, {3, 2, 0});
    CHECK_FALSE(order.stands(later));
    CHECK(order.take({3, 2, 0}) == breakable::nothing);
  }
}

TEST_CASE("an order stands while the process answers that it has one") {
  break_order order;
  order.note_answer(4, {3, 2, 0});
  order.give(4, breakable::waits, {3, 2, 0});
  order.note_answer(5, {3, 2, 0});
  CHECK(order.take({3, 2, 0}) == breakable::waits);
}
