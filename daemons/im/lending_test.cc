// Places that are lent to callers of other hosts.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "daemons/im/test_script.h"

namespace mentat::im {

using namespace testing;

TEST_CASE("a place is lent to a process of another host, and never waited for") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 1);
  s.collect();
  s.sent.clear();
  s.give(message_type::instantiate, worker(2), 1, {}, flag::lease, 1);
  CHECK(s.answers() == answered{{1, "10"}});
  s.give(message_type::instantiate, worker(2), 2, {}, flag::lease, 2);
  CHECK(s.answers() == answered{{2, "no process has room"}});
  CHECK(s.im.describe().waiting == 0);
  CHECK(s.im.free_places() == 0);
  s.finish(1, worker(1), worker(2));
  CHECK(s.im.free_places() == 1);
}

TEST_CASE("a process asks for places of other hosts alone") {
  script s;
  s.im.process_started(s.now, worker(1), 4);
  s.give(message_type::instantiate, worker(1, 11), 1, {}, flag::lease);
  CHECK(s.answers() == answered{{1, "there is no other host"}});
  s.members({1, 2});
  s.sent.clear();
  s.give(message_type::instantiate, worker(1, 11), 2, {}, flag::lease);
  const auto passed_on = s.take(message_type::instantiate);
  REQUIRE(passed_on.size() == 1);
  CHECK(passed_on[0].header.destination == manager(2));
  CHECK(passed_on[0].header.hops == 1);
}

TEST_CASE("a request for a place does not come back to the host that sent it") {
  script s;
  s.members({1, 2});
  s.give(message_type::instantiate, worker(2), 1, {}, flag::lease, 1);
  CHECK(s.answers() == answered{{1, "no process has room"}});
  CHECK(s.take(message_type::instantiate).empty());
}

TEST_CASE("places lent to a process that ends are free again") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 1);
  s.give(message_type::instantiate, worker(2), 1, {}, flag::lease, 1);
  CHECK(s.answers() == answered{{1, "10"}});
  s.down(worker(2));
  s.ask(2);
  CHECK(s.answers() == answered{{2, "10"}});
}

TEST_CASE("a place is taken back from a borrower that does not give it back") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 1);
  s.give(message_type::instantiate, worker(2), 1, {}, flag::lease, 1);
  CHECK(s.answers() == answered{{1, "10"}});
  s.ask(2, 255);  // it goes to no other host
  const base::instant taken_back = s.now + instantiation_manager::longest_lent;
  CHECK(s.im.next_deadline() <= taken_back);
  s.now = taken_back + -1;
  s.im.tick(s.now);
  s.collect();
  CHECK(s.answers().empty());
  s.now = taken_back;
  s.im.tick(s.now);
  s.collect();
  CHECK(s.answers() == answered{{2, "10"}});
  s.finish(1, worker(1), worker(2));  // too late
  CHECK(s.im.free_places() == 0);
  s.finish(2, worker(1));
  CHECK(s.im.free_places() == 1);
}

}  // namespace mentat::im
