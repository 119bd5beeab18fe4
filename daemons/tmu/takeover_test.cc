// What the senders of tokens keep, and the token-matching unit that takes the place of an ended
// one.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
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
  explicit bench(bool takes_over, const tmu::limits& limits = {})
      : unit({self, manager, "host1", 42, takes_over}, limits, nullptr) {}

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

using pairs = std::vector<std::pair<mmps_name, tag>>;

pairs tags_in(const messages& all, message_type type) {
  pairs found;
  for (const mentat_message& one : all)
    if (type_of(one) == type) {
      const auto tags = mmps::read_claims(one.body());
      REQUIRE(tags);
      for (const mmps::unit_claim& each : *tags)
        found.emplace_back(one.header.destination, each.tag);
    }
  std::ranges::sort(found);
  return found;
}
pairs settled_in(const messages& all) { return tags_in(all, message_type::settled); }
pairs questions_in(const messages& all) { return tags_in(all, message_type::claims); }

messages kept_in(const messages& all) {
  messages found;
  for (const mentat_message& one : all)
    if (type_of(one) == message_type::keep) found.push_back(one.again());
  return found;
}

bool has_error(const messages& all) {
  return std::ranges::any_of(all, [](const auto& one) {
    return type_of(one) == message_type::token && (one.header.flags & mmps::flag::error) != 0;
  });
}

mentat_message settled(const tag& done) {
  const mmps::unit_claim one{done};
  return message(message_type::settled, mmps::write_claims({&one, 1}));
}

bool asks(const messages& all) {
  return std::ranges::any_of(
      all, [](const auto& one) { return type_of(one) == message_type::instantiate; });
}

TEST_CASE("the caller of a unit keeps the tokens of a sender that has ended") {
  bench b(false);
  SUBCASE("that have come") {
    b.from(producer, token({1, 0}, 0, 2, "value"));
    b.from(driver, token({1, 0}, 1, 2, "of the driver"));
    b.from(producer, token({2, 0}, 1, 2, "other"));
    const messages kept = kept_in(b.give(down(producer, "killed")));
    REQUIRE(kept.size() == 2);
    for (const mentat_message& one : kept) {
      const bool is_first = one.header.tag == tag{1, 0};
      CHECK(one.header.destination == caller);
      CHECK(one.header.flags == 0);
      CHECK(one.header.argument == (is_first ? 0 : 1));
      CHECK(value_of(one) == bytes_of(is_first ? "value" : "other"));
    }
  }
  SUBCASE("in their order of bytes") {
    mentat_message other = token({1, 0}, 0, 2, "value");
    other.header.flags = mmps::flag::swapped;
    b.from(producer, std::move(other));
    b.from(producer, token({1, 0}, 1, 2, "more"));
    const messages kept = kept_in(b.give(down(producer, "killed")));
    REQUIRE(kept.size() == 2);
    for (const mentat_message& one : kept)
      CHECK(one.header.flags == (one.header.argument == 0 ? mmps::flag::swapped : 0));
  }
  SUBCASE("that come after the news of its end") {
    b.give(down(producer, "killed"));
    CHECK(kept_in(b.from(producer, token({1, 0}, 0, 2, "value"))).size() == 1);
  }
  SUBCASE("until the unit is settled") {
    b.from(producer, token({1, 0}, 0, 1, "value"));
    CHECK(kept_in(b.give(down(producer, "killed"))).size() == 1);
    b.give(instantiated({1, 0}, worker(5)));
    b.give(finished({1, 0}, worker(5)));
    const pairs settled = settled_in(b.wait(20 * base::millisecond));
    CHECK(std::ranges::find(settled, std::pair{caller, tag{1, 0}}) != settled.end());
  }
  SUBCASE("each once, however many come after that news") {
    b.give(down(producer, "killed"));
    b.from(producer, token({1, 0}, 0, 3, "first"));
    const messages kept = kept_in(b.from(producer, token({1, 0}, 1, 3, "second")));
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].header.argument == 1);
  }
  SUBCASE("but not if it has ended, too") {
    b.from(producer, token({1, 0}, 0, 1, "value"));
    b.give(down(caller, "killed"));
    CHECK(kept_in(b.give(down(producer, "killed"))).empty());
  }
  SUBCASE("also a large value, whose block is not copied") {
    mentat_message large = token({1, 0}, 0, 2, "value");
    const base::block_apart block = block_of("large", large.header.body_length);
    large.set_apart({block});
    b.from(producer, std::move(large));
    const messages kept = kept_in(b.give(down(producer, "killed")));
    REQUIRE(kept.size() == 1);
    CHECK(value_of(kept[0]) == bytes_of("value"));
    REQUIRE(kept[0].apart().size() == 1);
    CHECK(kept[0].apart()[0].bytes == block.bytes);
    CHECK(kept[0].apart()[0].at == block.at);
  }
}

}  // namespace

TEST_CASE("all who have sent something for a unit hear once that it is done") {
  bench b(false);
  b.from(caller, token({1, 0}, 0, 2, "a"));
  b.from(producer, token({1, 0}, 1, 2, "b"));
  b.from(producer, token({1, 0}, 1, 2, "b"));  // repeated
  b.give(instantiated({1, 0}, worker(5)));
  CHECK(settled_in(b.wait(base::second)).empty());
  CHECK(settled_in(b.give(finished({1, 0}, worker(5)))).empty());  // many go in one message
  CHECK(settled_in(b.wait(10 * base::millisecond)) == pairs{{producer, {1, 0}}, {caller, {1, 0}}});
  // Until nobody sends the tokens again, it is known that they have been executed.
  CHECK(settled_in(b.wait(10 * base::millisecond)) == pairs{{worker(5), {1, 0}}});
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
  CHECK(settled_in(last).size() == 64);
  const auto executing = settled_in(b.wait(10 * base::millisecond)).size();
  CHECK(executing + settled_in(b.wait(10 * base::millisecond)).size() == 64);
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
    CHECK(settled_in(b.wait(base::second)) == pairs{{caller, {1, 0}}});
    CHECK(settled_in(b.wait(base::second)) == pairs{{worker(5), {1, 0}}});
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

TEST_CASE("a complete unit is executed though its caller has the result, for its effects") {
  bench b(true);
  b.up(caller);
  b.up(driver);
  b.from(caller, exec({1, 0}, 1, "x"));  // the process that had it ended after the answer
  b.give(claims(caller, {}));
  CHECK(asks(b.give(claims(driver, {}))));
  b.from(caller, settled({1, 0}));
  CHECK(b.unit.database().units() == 1);
}

TEST_CASE("a unit that stays partial is done if its caller does not wait for it") {
  bench b(true);
  b.up(caller);
  b.up(worker(5));
  b.up(driver);
  b.from(caller, token({1, 0}, 0, 2, "a"));  // the other token was an error, and was settled
  b.give(claims(caller, {}));
  b.give(claims(worker(5), {}));
  b.give(claims(driver, {}));
  CHECK(b.unit.acquires());
  CHECK(questions_in(b.wait(100 * base::millisecond)) == pairs{{caller, {1, 0}}});
  CHECK_FALSE(b.unit.acquires());
  CHECK(b.wait(base::second).empty());  // it is asked once
  SUBCASE("it does not wait") {
    b.from(worker(5), settled({1, 0}));  // which is not its caller
    CHECK(b.unit.database().units() == 1);
    b.from(caller, settled({1, 0}));
    CHECK(settled_in(b.wait(base::second)) == pairs{{caller, {1, 0}}});
    CHECK(b.unit.database().units() == 0);
  }
  SUBCASE("it waits, and the token comes late") {
    CHECK(asks(b.from(producer, token({1, 0}, 1, 2, "b"))));
  }
  SUBCASE("the token of another unit is repeated later") {
    b.from(producer, token({2, 0}, 0, 2, "a"));
    CHECK(questions_in(b.wait(100 * base::millisecond)) == pairs{{caller, {2, 0}}});
  }
}

TEST_CASE("a partial unit of a caller that had ended before is dropped") {
  bench b(true);
  b.up(driver);
  b.from(producer, token({1, 0}, 0, 2, "a"));
  b.give(claims(driver, {}));
  CHECK(b.wait(100 * base::millisecond).empty());  // the news of the caller may be late
  CHECK(b.unit.database().units() == 1);
  CHECK(settled_in(b.wait(base::second)).empty());
  CHECK(b.unit.database().units() == 0);
  CHECK(settled_in(b.wait(base::second)) == pairs{{producer, {1, 0}}});
}

TEST_CASE("a partial unit that a process executes is asked about when that has ended") {
  bench b(true);
  b.up(caller);
  b.up(worker(5));
  b.up(driver);
  b.from(caller, token({1, 0}, 0, 2, "a"));
  const mmps::unit_claim claimed{{1, 0}, 1};
  b.give(claims(worker(5), {&claimed, 1}));
  b.give(claims(caller, {}));
  b.give(claims(driver, {}));
  CHECK(questions_in(b.wait(base::second)).empty());
  b.give(down(worker(5), "killed"));
  CHECK(questions_in(b.wait(base::second)) == pairs{{caller, {1, 0}}});
}

TEST_CASE("the error in the place of a value that was not kept fails a unit that nobody executes") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  b.from(producer, error_token({1, 0}, 1, 2, "lost"));
  CHECK(b.unit.counted().errors_passed_on == 0);
  SUBCASE("nobody executes it") {
    b.give(claims(worker(5), {}));
    CHECK(has_error(b.give(claims(driver, {}))));
  }
  SUBCASE("a process executes it") {
    const mmps::unit_claim claimed{{1, 0}, 1};
    b.give(claims(worker(5), {&claimed, 1}));
    CHECK_FALSE(has_error(b.give(claims(driver, {}))));
    SUBCASE("and ends") { CHECK(has_error(b.give(down(worker(5), "killed")))); }
    SUBCASE("and has finished it") {
      CHECK_FALSE(has_error(b.give(finished({1, 0}, worker(5)))));
      CHECK_FALSE(has_error(b.give(down(worker(5), "killed"))));
      CHECK(b.unit.database().units() == 0);
    }
  }
}

TEST_CASE("a unit that has begun in a process that cannot tell waits for that process") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  b.from(caller, exec({1, 7}, 1, "x"));
  b.from(caller, exec({2, 8}, 1, "x"));
  b.give(claims(driver, {}));
  b.now = b.now + takeover::longest;
  REQUIRE(b.unit.taking_over().is_due(b.now));
  CHECK(b.unit.taking_over().awaited() == std::set{worker(5)});
  b.unit.presume(worker(5), {7});
  const messages out = b.wait(0);
  REQUIRE(out.size() == 1);
  CHECK(out[0].header.tag == tag{2, 8});
  CHECK(b.unit.acquires());
  SUBCASE("it tells at last") {
    const mmps::unit_claim claimed{{1, 7}, 1};
    CHECK_FALSE(asks(b.give(claims(worker(5), {&claimed, 1}))));
    CHECK(b.unit.counted().adopted == 1);
  }
  SUBCASE("it says that it has finished it") {
    b.give(finished({1, 7}, worker(5)));
    CHECK(b.unit.database().units() == 1);
  }
  SUBCASE("it does not execute the unit") { CHECK(asks(b.give(claims(worker(5), {})))); }
  SUBCASE("it ends") { CHECK(asks(b.give(down(worker(5), "killed")))); }
}

TEST_CASE("claims count once, from processes of the session, in time, and not without limit") {
  tmu::limits few;
  few.units = 2;
  bench b(true, few);
  b.up(worker(5));
  b.up(worker(6));
  b.up(driver);
  const mmps::unit_claim claimed{{1, 0}, 1};
  const std::vector<mmps::unit_claim> three(3, claimed);
  SUBCASE("too many") {
    b.give(claims(worker(5), three));
    CHECK(b.unit.counted().malformed == 1);
  }
  SUBCASE("of a process that nobody has announced") {
    b.give(claims(worker(7), {&claimed, 1}));
    b.give(claims(worker(5), {}));
  }
  SUBCASE("twice") {
    b.give(claims(worker(5), {}));
    b.give(claims(worker(5), {&claimed, 1}));
    CHECK(b.unit.counted().unexpected == 1);
  }
  SUBCASE("too late") {
    b.wait(takeover::longest);
    b.give(claims(worker(5), {&claimed, 1}));
    CHECK(b.unit.counted().unexpected == 1);
  }
  b.give(claims(worker(6), {}));
  b.give(claims(driver, {}));
  b.wait(takeover::longest);
  CHECK(asks(b.from(caller, exec({1, 0}, 1, "x"))));
  bench first(false);
  first.give(claims(worker(5), {&claimed, 1}));
  CHECK(first.unit.counted().unexpected == 1);
}

TEST_CASE("FINISHED uses its claim up") {
  bench b(true);
  b.up(worker(5));
  b.up(driver);
  const mmps::unit_claim claimed{{1, 0}, 1};
  b.give(finished({1, 0}, worker(5)));
  b.give(claims(worker(5), {&claimed, 1}));  // made before it
  b.give(claims(driver, {}));
  b.give(finished({1, 0}, worker(5)));
  CHECK_FALSE(b.unit.taking_over().is_claimed({1, 0}));
}

TEST_CASE("a unit that takes over keeps its tombstones: messages come again, however late") {
  bench b(true);
  b.up(driver);
  b.give(finished({1, 0}, driver));
  b.give(claims(driver, {}));
  b.wait(3600 * base::second);
  CHECK(b.unit.database().tombstones() == 1);
}

TEST_CASE("refused messages are settled, each once") {
  tmu::limits none;
  none.units = 0;
  bench b(false, none);
  b.from(caller, exec({1, 0}, 1, "x"));
  b.from(producer, token({2, 0}, 0, 2, "a"));
  b.give(arcs({3, 0}, 2, 1, future_to_caller(5)));
  CHECK(settled_in(b.wait(base::second)) ==
        pairs{{producer, {2, 0}}, {caller, {1, 0}}, {caller, {3, 0}}});
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
