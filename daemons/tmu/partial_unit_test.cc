// Units whose arguments come from several processes: the arcs that follow them, and the end of who
// called them.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "daemons/tmu/test_messages.h"
#include "daemons/tmu/token_matching_unit.h"

namespace mentat::tmu {
namespace {

using namespace test;
using messages = std::vector<mentat_message>;

struct bench {
  explicit bench(const tmu::limits& limits = {})
      : unit({self, manager, "host1", 42}, limits, &store) {}

  messages give(mentat_message&& message) {
    unit.step(now, std::move(message));
    return unit.take_output();
  }
  [[nodiscard]] bool is_empty() const {
    return unit.database().units() == 0 && unit.database().used() == 0 && store.records() == 0;
  }

  memory_store store;
  token_matching_unit unit;
  base::instant now{1000};
};

byte_vector arc_to_object(std::uint64_t tag) {
  mmps::future_arc arc;
  arc.destination = {1, 1, 9 << 20 | 7, 1 << 20 | 1};
  arc.tag = {tag, 78};
  arc.class_hash = 5;
  arc.argument_count = 1;
  byte_vector bytes(mmps::future_arc_size);
  mmps::write_arc(arc, bytes);
  return bytes;
}

constexpr std::uint16_t lets_go = mmps::flag::no_value;

bool are_arcs(const mentat_message& message, std::uint16_t number, std::uint16_t flags,
              const byte_vector& future) {
  return type_of(message) == message_type::arcs && message.header.depth == number &&
         message.header.flags == flags && message.header.future_length == future.size() &&
         std::ranges::equal(message.body(), future);
}

byte_vector operator+(byte_vector one, const byte_vector& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

}  // namespace

TEST_CASE("arcs that came before the process was known go there right before the unit") {
  bench b;
  CHECK(b.give(arcs({1, 0}, 2, 1, arc_to_object(1))).empty());  // before any token
  CHECK(b.give(token({1, 0}, 1, 2, "b")).empty());
  CHECK(b.give(arcs({1, 0}, 2, 2, arc_to_object(2))).empty());
  CHECK(b.give(token({1, 0}, 0, 2, "a")).size() == 1);
  CHECK(b.give(arcs({1, 0}, 2, 3, arc_to_object(3), lets_go)).empty());
  for (const std::uint32_t process : {5, 6}) {  // the first one dies
    const messages out = b.give(instantiated({1, 0}, worker(process)));
    REQUIRE(out.size() == 2);
    CHECK(are_arcs(out[0], 3, mmps::flag::partial | lets_go,
                   arc_to_object(1) + arc_to_object(2) + arc_to_object(3)));
    CHECK(out[0].header.destination == worker(process));
    CHECK(out[0].header.tag == tag{1, 0});
    CHECK(type_of(out[1]) == message_type::exec);
    CHECK(out[1].header.depth == 4);
    CHECK(value_of(out[1]) == bytes_of("ab"));
    CHECK(out[1].header.future_length == mmps::future_arc_size);
    if (process == 5) b.give(down(worker(5), "gone"));
  }
  b.give(finished({1, 0}, worker(6), 2));
  CHECK(b.is_empty());
  CHECK(b.give(arcs({1, 0}, 2, 4, arc_to_object(4))).empty());  // its caller serves them
  CHECK(b.is_empty());
}

TEST_CASE("arcs that come later follow the unit, each in its turn, and again when it moves") {
  bench b;
  b.give(exec({1, 0}, 1, "x"));
  b.give(instantiated({1, 0}, worker(5)));
  CHECK(b.give(arcs({1, 0}, 1, 2, arc_to_object(2))).empty());  // not the next one
  messages out = b.give(arcs({1, 0}, 1, 1, arc_to_object(1)));
  REQUIRE(out.size() == 1);
  CHECK(are_arcs(out[0], 1, 0, arc_to_object(1)));
  CHECK(out[0].header.destination == worker(5));
  CHECK(b.give(arcs({1, 0}, 1, 1, arc_to_object(1))).empty());  // twice
  out = b.give(arcs({1, 0}, 1, 2, {}, lets_go));                // it knows of one that is not here
  CHECK(out.empty());
  out = b.give(arcs({1, 0}, 1, 1, {}, lets_go));
  REQUIRE(out.size() == 1);
  CHECK(are_arcs(out[0], 1, lets_go, {}));
  b.give(down(worker(5), "gone"));
  out = b.give(instantiated({1, 0}, worker(6)));
  REQUIRE(out.size() == 2);
  CHECK(are_arcs(out[0], 1, mmps::flag::partial | lets_go, arc_to_object(1)));
  b.give(finished({1, 0}, worker(6), 2));
  CHECK(b.is_empty());
}

TEST_CASE(
    "the error of a unit goes along all of its arcs, and tells the caller how many were taken") {
  bench b;
  b.give(token({1, 0}, 0, 2, "a"));
  b.give(arcs({1, 0}, 2, 1, arc_to_object(1)));
  b.give(arcs({1, 0}, 2, 2, arc_to_object(2)));
  const messages out = b.give(error_token({1, 0}, 1, 2, "error"));
  REQUIRE(out.size() == 3);
  CHECK(out[0].header.destination == caller);
  CHECK(out[0].header.depth == 2);
  for (std::uint64_t i = 1; i <= 2; ++i) {
    CHECK(out[i].header.tag == tag{i, 78});
    CHECK((out[i].header.flags & mmps::flag::error) != 0);
  }
  CHECK(b.is_empty());
}

TEST_CASE("a unit that misses tokens ends in silence with the process of its caller") {
  bench b;
  b.give(token({1, 0}, 0, 2, "a"));
  b.give(arcs({2, 0}, 2, 1, arc_to_object(1)));
  b.give(token({3, 0}, 0, 2, "a"));
  b.give(token({3, 0}, 1, 2, "b"));  // complete: it is executed
  CHECK(b.give(down(caller, "gone")).empty());
  CHECK(b.unit.counted().purged == 2);
  CHECK(b.unit.database().units() == 1);
  CHECK(b.give(token({1, 0}, 1, 2, "late")).empty());
  CHECK(b.give(token({4, 0}, 1, 2, "the first of its unit")).empty());
  CHECK(b.give(arcs({5, 0}, 2, 1, arc_to_object(1))).empty());
  CHECK(b.unit.database().units() == 1);
  CHECK(b.give(instantiated({3, 0}, worker(5))).size() == 1);
  b.give(finished({3, 0}, worker(5)));
  CHECK(b.is_empty());
}

TEST_CASE("arcs count as memory, and what there is no room for is left to the caller") {
  limits limits;
  limits.memory = 3000;
  limits.reserve = 1000;
  bench b(limits);
  b.store.fault = spill_fault::full;
  b.give(token({1, 0}, 0, 2, "a"));
  const std::size_t before = b.unit.database().used();
  std::uint16_t taken = 0;
  for (std::uint16_t i = 1; i <= 100; ++i) {
    const std::size_t used = b.unit.database().used();
    b.give(arcs({1, 0}, 2, i, arc_to_object(i)));
    if (b.unit.database().used() > used || b.unit.counted().refused == 0) taken = i;
  }
  CHECK(taken > 4);
  CHECK(b.unit.counted().refused >= 50);
  CHECK(b.unit.database().used() > before);
  CHECK(b.unit.database().used() < 6000);
  const messages out = b.give(error_token({1, 0}, 1, 2, "error"));
  REQUIRE(!out.empty());
  CHECK(out[0].header.depth == out.size() - 1);
  CHECK(b.is_empty());
}

TEST_CASE("arcs that make no sense change nothing") {
  bench b;
  b.give(token({1, 0}, 0, 2, "a"));
  mentat_message other = arcs({1, 0}, 2, 1, arc_to_object(1));
  other.header.function = 9;
  CHECK(b.give(std::move(other)).empty());
  mentat_message of_object = arcs({1, 0}, 2, 1, arc_to_object(1));
  of_object.header.source.slot |= 3;
  CHECK(b.give(std::move(of_object)).empty());
  mentat_message with_value =
      of_call(message_type::arcs, {1, 0}, 0, 2, arc_to_object(1), bytes_of("v"));
  with_value.header.source = caller;
  CHECK(b.give(std::move(with_value)).empty());
  CHECK(b.give(arcs({1, 0}, 2, 1, bytes_of("no future"))).empty());
  CHECK(b.give(arcs({7, 0}, 0, 1, arc_to_object(1)))
            .empty());  // a unit that has no tokens to wait for
  CHECK(b.unit.counted().malformed == 4);
  CHECK(b.unit.database().units() == 1);
  const messages out = b.give(error_token({1, 0}, 1, 2, "error"));
  CHECK(out.size() == 1);
}

}  // namespace mentat::tmu
