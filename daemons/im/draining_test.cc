// Hosts that are being drained: what their managers, and those of the others, do with requests.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "daemons/im/test_script.h"

namespace mentat::im {

using namespace testing;

namespace {

std::vector<std::byte> on_host(std::uint32_t host) {
  return mmps::encode(std::vector<hint>{{hint_kind::on, manager(host), {}}});
}

}  // namespace

TEST_CASE("a host that is being drained gets no request from others") {
  script s;
  s.members({1, 2, 4});
  s.im.host_drains(s.now, manager(2), "maintenance");
  for (std::uint64_t tag = 1; tag <= 20; ++tag) s.ask(tag);
  for (const mentat_message& each : s.take(message_type::instantiate))
    CHECK(each.header.destination == manager(4));
}

TEST_CASE("a host that is being drained passes on everything, also behind the transfer limit") {
  script s;
  s.members({1, 2, 4});
  s.im.process_started(s.now, worker(1), 4);
  s.im.host_drains(s.now, manager(1), "maintenance");
  s.sent.clear();
  s.ask(1);
  s.ask(2, 3, tmu(2));
  s.give(message_type::instantiate, worker(2), 3, {}, flag::lease, 1);
  const auto passed_on = s.take(message_type::instantiate);
  REQUIRE(passed_on.size() == 3);
  CHECK(passed_on[2].header.destination == manager(4));
  CHECK(s.answers() == answered{});
  CHECK(s.starts == 0);
  CHECK(s.im.free_places() == 0);
}

TEST_CASE("requests that wait at a host that is being drained go to other hosts") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.ask(1);
  s.ask(2);
  s.ask(3);
  CHECK(s.answers() == answered{{1, "10"}});
  REQUIRE(s.im.waiting() == 2);
  s.members({1, 2});
  s.sent.clear();
  s.im.host_drains(s.now, manager(1), "maintenance");
  s.collect();
  CHECK(s.take(message_type::instantiate).size() == 2);
  CHECK(s.im.waiting() == 0);
}

TEST_CASE("a drained host promises nothing when its places are back and its objects are made") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 2);
  s.ask(1);
  s.give(message_type::instantiate, worker(2), 2, {}, flag::lease, 1);
  s.give(message_type::instantiate, worker(2), 3, {}, flag::persistent, 3);
  REQUIRE(s.take(message_type::instantiate).size() == 1);
  CHECK_FALSE(s.im.promises_nothing());
  s.im.host_drains(s.now, manager(1), "maintenance");  // lent places are withdrawn
  CHECK_FALSE(s.im.promises_nothing());
  s.finish(1, worker(1));
  CHECK_FALSE(s.im.promises_nothing());
  s.give(message_type::instantiated, worker(1), 3, bytes(object(worker(1), 1)), flag::persistent);
  CHECK_FALSE(s.im.promises_nothing());
  s.give(message_type::pong, manager(2), 0);
  CHECK(s.im.promises_nothing());
  s.members({1, 2, 4});  // has come late, and may not know it
  CHECK_FALSE(s.im.promises_nothing());
  s.give(message_type::pong, manager(4), 0);
  CHECK(s.im.promises_nothing());
}

TEST_CASE("a manager tells one that is being drained that no request follows, behind the last") {
  script s;
  s.members({1, 2});
  s.ask(1);
  s.ask(2);
  REQUIRE(s.sent.size() >= 1);
  s.im.host_drains(s.now, manager(2), "maintenance");
  s.collect();
  REQUIRE(s.sent.size() >= 2);
  const mentat_message& last = s.sent.back();
  CHECK(last.header.type == static_cast<std::uint8_t>(message_type::pong));
  CHECK(last.header.destination == manager(2));
  CHECK(last.body().empty());
}

TEST_CASE("a host is drained while its manager begins: the others part once they know it") {
  script s;
  s.im.host_drains(s.now, manager(2), "maintenance");
  CHECK_FALSE(s.im.drains(2));
  CHECK(s.take(message_type::pong).empty());
  s.members({1, 2});
  s.collect();
  CHECK(s.im.drains(2));
  const auto told = s.take(message_type::pong);
  REQUIRE(told.size() == 1);
  CHECK(told[0].header.destination == manager(2));
  CHECK(told[0].body().empty());
}

TEST_CASE("a manager that begins on a drained host knows who has parted before it knew them") {
  script s;
  s.give(message_type::pong, manager(2), 0, {});
  s.members({1, 2});
  s.im.host_drains(s.now, manager(1), "maintenance");
  CHECK(s.im.promises_nothing());
}

TEST_CASE("an object that a hint wants on a drained host is refused, with the reason") {
  script s;
  s.members({1, 2, 4});
  for (const std::uint32_t host : {1u, 2u}) {
    s.im.host_drains(s.now, manager(host), "maintenance");
    s.sent.clear();
    s.give(message_type::instantiate, worker(4), host, on_host(host), flag::persistent, 1);
    const auto told = s.answers();
    REQUIRE(told.size() == 1);
    CHECK(told[0].second == "a location hint names host " +
                                std::string(host == 1 ? "lisa" : "bart") +
                                ", which takes no new objects: it is being drained (maintenance)");
  }
}

// The manager that passed it on would answer for a host that has left.
TEST_CASE("an object of another host goes back to where its request came from") {
  script s;
  s.members({1, 2, 4});
  s.im.host_drains(s.now, manager(1), "maintenance");
  for (std::uint64_t tag = 1; tag <= 10; ++tag)
    s.give(message_type::instantiate, worker(2), tag, {}, flag::persistent, 1);
  const auto passed_on = s.take(message_type::instantiate);
  REQUIRE(passed_on.size() == 10);
  for (const mentat_message& each : passed_on) CHECK(each.header.destination == manager(2));
}

TEST_CASE("a host that was drained and came back takes work again") {
  script s;
  s.members({1, 2});
  s.im.host_drains(s.now, manager(2), "maintenance");
  s.im.host_drains(s.now, mmps_name::of_process(2, 2, 1, 1), "another incarnation");
  CHECK(s.im.drains(2));
  s.members({1});
  CHECK_FALSE(s.im.drains(2));
  s.members({1, 2});
  s.sent.clear();
  s.give(message_type::instantiate, worker(1, 11), 1, {}, flag::lease);
  CHECK(s.take(message_type::instantiate).size() == 1);
}

TEST_CASE("without another host a drained one still serves") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.im.host_drains(s.now, manager(1), "maintenance");
  s.ask(1);
  CHECK(s.answers() == answered{{1, "10"}});
}

}  // namespace mentat::im
