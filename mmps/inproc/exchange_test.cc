#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/inproc/exchange.h"

#include <doctest/doctest.h>

#include <memory>

#include "mmps/transport/conformance.h"

using namespace mentat::mmps;

namespace {

struct inproc_world {
  static constexpr bool threads = true;
  inproc::exchange exchange;
  std::unique_ptr<transport> open(const mmps_name& self) { return exchange.open(self); }
};

}  // namespace

MENTAT_TRANSPORT_CONFORMS(inproc_world);

TEST_CASE("a queue is full by its bytes, but takes one body however large") {
  inproc::exchange exchange({.most_messages = 1000, .most_bytes = 1000});
  const auto a = exchange.open(conformance::name_a);
  const auto b = exchange.open(conformance::name_b);
  conformance::connect(*a, *b);
  mentat_message large = conformance::numbered(1, 5000), small = conformance::numbered(2, 10);
  CHECK(a->try_send(b->self(), large) == sent::yes);
  CHECK(a->try_send(b->self(), small) == sent::full);
  CHECK(conformance::receive_some(*b, 1).size() == 1);
  CHECK(a->try_send(b->self(), small) == sent::yes);
}

TEST_CASE("a body is moved from sender to receiver, not copied") {
  inproc::exchange exchange;
  const auto a = exchange.open(conformance::name_a);
  const auto b = exchange.open(conformance::name_b);
  conformance::connect(*a, *b);
  mentat_message message = conformance::numbered(1, 5000);
  const std::byte* const bytes = message.body().data();
  REQUIRE(a->try_send(b->self(), message) == sent::yes);
  CHECK(conformance::receive_some(*b, 1).at(0).message.body().data() == bytes);
}
