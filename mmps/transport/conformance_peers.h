// Cases of the conformance suite of transports (conformance.h): peers that come and go, and waits.
#pragma once

#include <thread>

#include "mmps/transport/conformance_world.h"

TEST_CASE_TEMPLATE_DEFINE(
    "a peer that was never connected, or was disconnected, is gone, and the message stays", World,
    conformance_unconnected) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  mentat_message message = numbered(1, 1000);
  CHECK(both.a->try_send(name_c, message) == sent::gone);
  CHECK(both.a->send(name_c, message, mentat::base::second) == sent::gone);
  both.a->disconnect(name_b);
  CHECK(both.a->try_send(name_b, message) == sent::gone);
  CHECK(is_numbered(message, 1));
  CHECK(message.body().size() == 1000);
  both.a->disconnect(name_c);
  connect(*both.a, *both.b);
  CHECK(both.a->try_send(name_b, message) == sent::yes);
  CHECK(receive_some(*both.b, 1).size() == 1);
}

TEST_CASE_TEMPLATE_DEFINE(
    "a peer that goes down is reported with a cause, and reported again when it is back", World,
    conformance_down) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  for (int round = 0; round < 3; ++round) {
    both.b.reset();
    const std::string cause = wait_for(*both.a, peer_event::kind::down, name_b);
    CHECK(cause != "none came");
    CHECK(cause != "");
    mentat_message message = numbered(1);
    CHECK(both.a->try_send(name_b, message) == sent::gone);

    both.b = both.world.open(name_b);
    REQUIRE(wait_for(*both.a, peer_event::kind::up, name_b) == "");
    must_send(*both.a, name_b, numbered(7));
    const auto messages = receive_some(*both.b, 1);
    REQUIRE(messages.size() == 1);
    CHECK(is_numbered(messages[0].message, 7));
    CHECK(messages[0].from == name_a);
  }
}

TEST_CASE_TEMPLATE_DEFINE(
    "a peer at an address without listener is down, with a cause, until a process listens "
    "there",
    World, conformance_refused) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  World world;
  const auto a = world.open(name_a);
  const std::string address = world.open(name_b)->address();  // and closed again
  REQUIRE(a->connect(name_b, address) == "");
  const std::string cause = wait_for(*a, peer_event::kind::down, name_b);
  CHECK(cause != "none came");
  CHECK(cause != "");
  mentat_message message = numbered(1);
  CHECK(a->try_send(name_b, message) == sent::gone);
  const auto b = world.open(name_b);
  CHECK(wait_for(*a, peer_event::kind::up, name_b) == "");
}

TEST_CASE_TEMPLATE_DEFINE("an address that makes no sense is refused at once", World,
                          conformance_nonsense) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  World world;
  const auto a = world.open(name_a);
  for (const char* address : {"", "nonsense", "pigeon://loft", "tcp://", "ipc://"})
    CHECK(a->connect(name_b, address) != "");
  CHECK(a->take_events().empty());
}

TEST_CASE_TEMPLATE_DEFINE(
    "a transport that is closed sends nothing, receives nothing, and does not wait", World,
    conformance_closed) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  must_send(*both.a, name_b, numbered(1));
  both.b->close();
  CHECK(wait_for(*both.a, peer_event::kind::down, name_b) != "none came");
  mentat_message message = numbered(1);
  CHECK(both.b->try_send(name_a, message) == sent::gone);
  CHECK(both.b->receive(10, [](const mmps_name&, mentat_message&&) {}) == 0);
  CHECK_FALSE(both.b->wait(3600 * mentat::base::second));
  CHECK(both.b->take_events().empty());
  CHECK(both.b->connect(name_a, both.a->address()) != "");
  both.b->close();
}

TEST_CASE_TEMPLATE_DEFINE("a wake without a waiter ends the next wait, and only that", World,
                          conformance_wake) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  static_cast<void>(both.b->take_events());
  both.b->wake();
  CHECK_FALSE(both.b->wait(3600 * mentat::base::second));
  must_send(*both.a, name_b, numbered(1));
  CHECK(both.b->wait(3600 * mentat::base::second));
  CHECK(receive_some(*both.b, 1).size() == 1);
}

TEST_CASE_TEMPLATE_DEFINE("another thread wakes the one that waits, by a message and by a wake",
                          World, conformance_wake_across) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  if constexpr (World::threads) {
    pair<World> both;
    static_cast<void>(both.b->take_events());
    for (int round = 0; round < 50; ++round) {
      std::thread waker([&] {
        if (round % 2 == 0) {
          mentat_message message = numbered(1);
          static_cast<void>(both.a->send(name_b, message, 60 * mentat::base::second));
        } else {
          both.b->wake();
        }
      });
      CHECK(both.b->wait(60 * mentat::base::second) == (round % 2 == 0));
      waker.join();
      both.b->receive(10, [](const mmps_name&, mentat_message&&) {});
    }
  }
}
