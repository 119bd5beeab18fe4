// What the senders of tokens keep, and the token-matching unit that takes the place of an ended
// one.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "daemons/tmu/test_messages.h"
#include "daemons/tmu/token_matching_unit.h"

namespace mentat::tmu {
namespace {

using namespace test;
using messages = std::vector<mentat_message>;

const mmps_name producer = worker(8);
const mmps_name driver = worker(0);

struct bench {
  explicit bench(bool takes_over)
      : unit({self, manager, "host1", 42, takes_over}, tmu::limits{}, nullptr) {}

  messages give(mentat_message&& message) {
    unit.step(now, std::move(message));
    return unit.take_output();
  }
  messages from(const mmps_name& sender, mentat_message&& message) {
    message.header.source = sender;
    return give(std::move(message));
  }
  messages up(const mmps_name& process) {
    unit.on_up(now, process, process == driver);
    return unit.take_output();
  }
  messages wait(base::duration time) {
    now = now + time;
    unit.tick(now);
    return unit.take_output();
  }

  token_matching_unit unit;
  base::instant now{1000};
};

std::vector<std::pair<mmps_name, tag>> settled_in(const messages& all) {
  std::vector<std::pair<mmps_name, tag>> found;
  for (const mentat_message& one : all)
    if (type_of(one) == message_type::settled) {
      const auto tags = mmps::read_claims(one.body());
      REQUIRE(tags);
      for (const mmps::unit_claim& each : *tags)
        found.emplace_back(one.header.destination, each.tag);
    }
  std::ranges::sort(found);
  return found;
}

bool asks(const messages& all) {
  return std::ranges::any_of(
      all, [](const auto& one) { return type_of(one) == message_type::instantiate; });
}

using pairs = std::vector<std::pair<mmps_name, tag>>;

}  // namespace

TEST_CASE("all who have sent something for a unit hear once that it is done") {
  bench b(false);
  b.from(caller, token({1, 0}, 0, 2, "a"));
  b.from(producer, token({1, 0}, 1, 2, "b"));
  b.from(producer, token({1, 0}, 1, 2, "b"));  // repeated
  b.give(instantiated({1, 0}, worker(5)));
  CHECK(settled_in(b.wait(base::second)).empty());
  CHECK(settled_in(b.give(finished({1, 0}, worker(5)))).empty());  // many go in one message
  CHECK(settled_in(b.wait(10 * base::millisecond)) ==
        pairs{{worker(5), {1, 0}}, {producer, {1, 0}}, {caller, {1, 0}}});
  CHECK(b.wait(base::second).empty());
}

TEST_CASE("many settled units go in one message at once") {
  bench b(false);
  for (std::uint64_t i = 0; i < 64; ++i) {
    b.from(caller, exec({i, 0}, 1, "x"));
    b.give(instantiated({i, 0}, worker(5)));
  }
  messages last;
  for (std::uint64_t i = 0; i < 64; ++i) last = b.give(finished({i, 0}, worker(5)));
  CHECK(settled_in(last).size() == 128);
}

TEST_CASE("a message for a unit that is done, has failed or is refused is settled") {
  bench b(false);
  b.from(producer, error_token({1, 0}, 1, 2, "error"));
  CHECK(settled_in(b.wait(base::second)) == pairs{{producer, {1, 0}}});
  b.from(caller, token({1, 0}, 0, 2, "late"));
  CHECK(settled_in(b.wait(base::second)) == pairs{{caller, {1, 0}}});
  b.give(finished({9, 0}, worker(5)));  // of nobody
  CHECK(settled_in(b.wait(base::second)) == pairs{{worker(5), {9, 0}}});
}

TEST_CASE("a unit whose caller has ended is settled with those who have sent its tokens") {
  bench b(false);
  b.from(producer, token({1, 0}, 0, 2, "a"));
  b.give(down(caller, "killed"));
  CHECK(settled_in(b.wait(base::second)) == pairs{{producer, {1, 0}}});
}

TEST_CASE("a unit that takes over delivers nothing until every process has told what it executes") {
  bench b(true);
  b.up(worker(5));
  CHECK(b.from(caller, exec({1, 0}, 1, "x")).empty());
  CHECK(b.unit.acquires());
  b.up(driver);
  CHECK(b.give(claims(worker(5), {})).empty());
  const messages out = b.give(claims(driver, {}));
  REQUIRE(asks(out));
  CHECK(out.size() == 1);
}

TEST_CASE("a unit that a process executes already is not delivered again") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  b.from(caller, exec({1, 0}, 1, "x"));
  const mmps::unit_claim claimed{{1, 0}, 2};
  b.give(claims(worker(5), {&claimed, 1}));
  CHECK_FALSE(asks(b.give(claims(driver, {}))));
  CHECK(b.unit.counted().adopted == 1);
  SUBCASE("it is FINISHED there") {
    CHECK(b.give(finished({1, 0}, worker(5), 2)).empty());  // no place is given back
    CHECK(settled_in(b.wait(base::second)).size() == 2);
    CHECK(b.unit.database().units() == 0);
  }
  SUBCASE("the process ends") {
    const messages out = b.give(down(worker(5), "killed"));
    REQUIRE(out.size() == 1);
    CHECK(asks(out));
    CHECK(out[0].header.attempt == 3);
  }
}

TEST_CASE("a claimed unit may be FINISHED before its tokens have come again") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  const mmps::unit_claim claimed{{1, 0}, 1};
  b.give(claims(worker(5), {&claimed, 1}));
  b.give(claims(driver, {}));
  bool has_arcs = false;
  SUBCASE("nothing has come") {}
  SUBCASE("arcs have come") {
    b.give(arcs({1, 0}, 2, 1, future_to_caller(5)));
    has_arcs = true;
  }
  b.give(finished({1, 0}, worker(5)));
  CHECK(b.unit.database().units() == 0);
  CHECK(settled_in(b.wait(base::second)).size() == (has_arcs ? 2 : 1));
  b.from(caller, exec({1, 0}, 1, "x"));
  CHECK(settled_in(b.wait(base::second)) == pairs{{caller, {1, 0}}});
  CHECK(b.unit.counted().delivered == 0);
}

TEST_CASE("a unit that was FINISHED for the ended one is not executed again") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  b.give(finished({1, 0}, worker(5)));  // said before the claims
  b.give(claims(worker(5), {}));
  b.from(caller, exec({1, 0}, 1, "x"));
  CHECK_FALSE(asks(b.give(claims(driver, {}))));
  CHECK(settled_in(b.wait(base::second)) == pairs{{worker(5), {1, 0}}, {caller, {1, 0}}});
}

TEST_CASE("a unit whose caller has its result is done, unless a process executes it once more") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  b.from(caller, token({1, 0}, 0, 2, "a"));  // the other token was an error, and is gone
  b.from(caller, exec({2, 0}, 1, "x"));
  const std::array answered{mmps::unit_claim{{1, 0}, mmps::already_answered},
                            mmps::unit_claim{{2, 0}, mmps::already_answered}};
  b.give(claims(worker(5), answered));
  const mmps::unit_claim claimed{{2, 0}, 2};
  CHECK_FALSE(asks(b.give(claims(driver, {&claimed, 1}))));
  CHECK(b.unit.database().units() == 1);
  CHECK(settled_in(b.wait(base::second)) == pairs{{caller, {1, 0}}});
  b.give(finished({2, 0}, driver, 2));
  CHECK(b.unit.database().units() == 0);
}

TEST_CASE("a process that ends or is silent does not hold the others up for ever") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  b.from(caller, exec({1, 0}, 1, "x"));
  b.give(claims(driver, {}));
  SUBCASE("it ends") { CHECK(asks(b.give(down(worker(5), "killed")))); }
  SUBCASE("it is silent") {
    CHECK(b.unit.next_deadline() <= b.now + takeover::longest);
    CHECK(asks(b.wait(takeover::longest)));
  }
}

TEST_CASE("claims that make no sense are counted") {
  bench b(true);
  mentat_message wrong = message(message_type::claims, bytes_of("three"));
  wrong.header.source = worker(5);
  b.give(std::move(wrong));
  CHECK(b.unit.counted().malformed == 1);
}

}  // namespace mentat::tmu
