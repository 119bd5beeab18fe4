#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/leases.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "mmps/wire/message_type.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {
namespace {

using base::millisecond;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;
using outcome = spreading::choice::outcome;

constexpr std::uint64_t some_class = 7;
constexpr spreading::function unknown{some_class, 1};

mmps_name process(std::uint32_t host, std::uint32_t number) {
  return mmps_name::of_process(host, 1, number, 1);
}

struct set_clock final : base::clock {
  base::instant at{5 * base::second};
  [[nodiscard]] base::instant now() const override { return at; }
  [[nodiscard]] base::instant coarse() const override { return at; }
};

struct holder {
  set_clock clock;
  spreading takers{[](const mmps_name&) { return nullptr; }, false};
  std::vector<message_header> asked, returned;
  std::set<mmps_name> ended;
  bool can_send = true;
  leases places{process(1, 3),
                [this](message_header& header, std::span<const std::byte>) {
                  CHECK(header.destination == instantiation_manager_of(process(1, 3)));
                  const auto type = static_cast<message_type>(header.type);
                  if (can_send)
                    (type == message_type::finished ? returned : asked).push_back(header);
                  return can_send;
                },
                [this](const mmps_name& one) { return !ended.contains(one); }, takers, clock};

  void answer(const message_header& request, const mmps_name& lent) {
    message_header header = request;
    header.type = static_cast<std::uint8_t>(message_type::instantiated);
    header.source = instantiation_manager_of(lent);
    places.on_answer(header, std::as_bytes(std::span(&lent, 1)));
  }
  void refuse(const message_header& request) {
    message_header header = request;
    header.flags |= mmps::flag::error;
    header.source = instantiation_manager_of(process(2, 5));
    places.on_answer(header, {});
  }
  spreading::choice call() { return takers.choose(unknown); }
  void end(const spreading::choice& sent) { takers.note_answered(sent.taker, sent.expected_time); }
  void pass(base::duration time) { clock.at = clock.at + time; }
};

}  // namespace

TEST_CASE("it asks for four places, and then for as many as it holds") {
  holder h;
  h.places.want(some_class);
  h.places.want(some_class);
  REQUIRE(h.asked.size() == 4);
  CHECK(h.asked[0].flags == mmps::flag::lease);
  CHECK(h.asked[0].tag != h.asked[1].tag);
  CHECK(h.places.is_asking());
  for (int i = 0; i < 4; ++i) h.answer(h.asked[static_cast<std::size_t>(i)], process(2, 5));
  CHECK_FALSE(h.places.is_asking());
  for (int i = 0; i < 4; ++i) CHECK(h.call().process == process(2, 5));
  CHECK(h.call().is == outcome::all_full);
  h.places.want(some_class);
  CHECK(h.asked.size() == 8);
}

TEST_CASE("after a refusal it pauses, for longer each time, and asks for one place") {
  holder h;
  h.places.want(some_class);
  for (const message_header& one : std::vector(h.asked)) h.refuse(one);
  CHECK_FALSE(h.places.is_asking());
  CHECK(h.places.may_come());
  h.places.want(some_class);
  CHECK(h.asked.size() == 4);
  h.pass(leases::shortest_pause);
  CHECK_FALSE(h.places.may_come());
  h.places.want(some_class);
  REQUIRE(h.asked.size() == 5);
  h.refuse(h.asked.back());
  h.pass(2 * leases::shortest_pause - 1);
  h.places.want(some_class);
  CHECK(h.asked.size() == 5);
  h.pass(1);
  h.places.want(some_class);
  REQUIRE(h.asked.size() == 6);
  h.answer(h.asked.back(), process(2, 5));
  h.places.want(some_class);
  CHECK(h.asked.size() == 10);
}

TEST_CASE("a request without an answer is forgotten, and a place that comes then goes back") {
  holder h;
  h.places.want(some_class);
  h.pass(leases::patience + 1);
  CHECK_FALSE(h.places.is_asking());
  h.places.want(some_class);
  CHECK(h.asked.size() == 8);
  h.answer(h.asked.front(), process(2, 5));
  CHECK(h.returned.size() == 1);
  CHECK(h.call().is == outcome::nobody);
  CHECK(h.places.is_asking());
}

TEST_CASE("a place goes back when it has had no call for a while, and not while it has one") {
  holder h;
  h.places.want(some_class);
  h.answer(h.asked[0], process(2, 5));
  const spreading::choice sent = h.call();
  for (int i = 0; i < 10; ++i, h.pass(millisecond)) h.places.give_back(leases::shortest_idle);
  CHECK(h.returned.empty());
  h.end(sent);
  h.places.give_back(leases::shortest_idle);
  CHECK(h.returned.empty());
  h.pass(leases::shortest_idle);
  h.places.give_back(leases::shortest_idle);
  REQUIRE(h.returned.size() == 1);
  CHECK(h.returned[0].tag == h.asked[0].tag);
  CHECK(h.call().is == outcome::nobody);
}

TEST_CASE("where all threads sleep a place without a call goes back at once") {
  holder h;
  h.places.want(some_class);
  h.answer(h.asked[0], process(2, 5));
  h.places.give_back(0);
  CHECK(h.returned.size() == 1);
}

TEST_CASE("a place goes back after the longest time, even with a call") {
  holder h;
  h.places.want(some_class);
  h.answer(h.asked[0], process(2, 5));
  const spreading::choice sent = h.call();
  h.pass(leases::longest_held);
  h.places.give_back(leases::shortest_idle);
  CHECK(h.returned.empty());
  h.pass(leases::shortest_idle);
  h.places.give_back(leases::shortest_idle);
  CHECK(h.returned.size() == 1);
  CHECK(h.call().is == outcome::nobody);
  h.end(sent);
}

TEST_CASE("the longest time counts from the request: the manager may have lent the place then") {
  holder h;
  h.places.want(some_class);
  h.pass(leases::longest_held - millisecond);
  h.answer(h.asked[0], process(2, 5));
  const spreading::choice sent = h.call();
  h.places.give_back(leases::shortest_idle);
  CHECK(h.returned.empty());
  h.pass(millisecond + 1);
  h.places.give_back(leases::shortest_idle);
  CHECK(h.returned.size() == 1);
  h.end(sent);
}

TEST_CASE("a place that was held for too long while all threads computed goes back before a call") {
  holder h;
  h.places.give_back_overdue();
  h.places.want(some_class);
  h.answer(h.asked[0], process(2, 5));
  h.pass(leases::longest_held / 2);
  h.places.want(some_class);
  h.answer(h.asked.back(), process(2, 6));
  h.pass(leases::longest_held / 2);
  h.places.give_back_overdue();
  CHECK(h.returned.empty());
  h.pass(1);
  h.places.give_back_overdue();
  REQUIRE(h.returned.size() == 1);
  CHECK(h.returned[0].tag == h.asked[0].tag);
  CHECK(h.call().process == process(2, 6));
  h.pass(leases::longest_held / 2);
  h.places.give_back_overdue();
  CHECK(h.returned.size() == 2);
}

TEST_CASE("a place that cannot be given back is kept, and goes back later") {
  holder h;
  h.places.want(some_class);
  h.answer(h.asked[0], process(2, 5));
  h.can_send = false;
  h.places.give_back(0);
  CHECK(h.takers.has_surplus(process(2, 5)));
  h.can_send = true;
  h.places.give_back(0);
  CHECK(h.returned.size() == 1);
}

TEST_CASE("a place in a process that has ended, or of this host, is not used") {
  holder h;
  h.places.want(some_class);
  h.ended.insert(process(2, 5));
  h.answer(h.asked[0], process(2, 5));
  h.answer(h.asked[1], process(1, 5));
  CHECK(h.returned.size() == 2);
  CHECK(h.call().is == outcome::nobody);
}

TEST_CASE("the places of a process that ends are gone, and nothing is given back") {
  holder h;
  h.places.want(some_class);
  h.answer(h.asked[0], process(2, 5));
  h.places.process_ended(process(2, 5));
  CHECK(h.call().is == outcome::nobody);
  h.places.give_back(0);
  CHECK(h.returned.empty());
}

TEST_CASE("when a manager ends its answers are not awaited any more") {
  holder h;
  h.places.want(some_class);
  h.places.process_ended(instantiation_manager_of(process(2, 5)));
  CHECK_FALSE(h.places.is_asking());
}

TEST_CASE("a place is taken from its manager alone, and only in a process that executes calls") {
  holder h;
  h.places.want(some_class);
  message_header header = h.asked[0];
  header.source = process(2, 6);  // not the manager
  mmps_name lent = process(2, 5);
  h.places.on_answer(header, std::as_bytes(std::span(&lent, 1)));
  for (const mmps_name& daemon :
       {instantiation_manager_of(lent), token_matching_unit_of(lent), mmps_name{}})
    h.answer(h.asked[0], daemon);
  header.source = instantiation_manager_of(lent);
  h.places.on_answer(header, std::as_bytes(std::span(&lent, 1)).first(5));
  CHECK(h.call().is == outcome::nobody);
}

TEST_CASE("places of a host that is being drained go back, also while a call runs there") {
  holder h;
  h.places.want(some_class);
  REQUIRE(h.asked.size() == leases::first_requests);
  h.answer(h.asked[0], process(2, 4));
  REQUIRE(h.takers.choose(unknown).is == outcome::found);
  h.places.give_back(0);
  CHECK(h.returned.empty());
  h.takers.note_drains(process(2, 1));
  h.places.give_back(0);
  CHECK(h.returned.size() == 1);
  h.answer(h.asked[1], process(2, 4));  // was on its way
  CHECK(h.returned.size() == 2);
}

}  // namespace mentat::node
