// Units whose arguments come from several processes: the arcs that follow them, and the end of
// their callers.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "daemons/tmu/test_messages.h"
#include "daemons/tmu/token_matching_unit.h"
#include "mmps/base/random.h"

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

using mmps::flag::abandoned;

bool are_arcs(const mentat_message& message, std::uint16_t number, std::uint16_t flags,
              const byte_vector& future) {
  return type_of(message) == message_type::arcs && message.header.arcs_number() == number &&
         message.header.flags == flags && message.header.future_length == future.size() &&
         std::ranges::equal(message.body(), future);
}

byte_vector operator+(byte_vector one, const byte_vector& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

}  // namespace

TEST_CASE("arcs that arrived before the process was known are sent right before the unit") {
  bench b;
  CHECK(b.give(arcs({1, 0}, 2, 1, arc_to_object(1))).empty());  // before any token
  CHECK(b.give(token({1, 0}, 1, 2, "b")).empty());
  CHECK(b.give(arcs({1, 0}, 2, 2, arc_to_object(2))).empty());
  CHECK(b.give(token({1, 0}, 0, 2, "a")).size() == 1);
  CHECK(b.give(arcs({1, 0}, 2, 3, arc_to_object(3), abandoned)).empty());
  for (const std::uint8_t attempt : {1, 2}) {  // the first process dies
    const std::uint32_t process = 4u + attempt;
    const messages out = b.give(instantiated({1, 0}, worker(process), attempt));
    REQUIRE(out.size() == 2);
    CHECK(are_arcs(out[0], 3, mmps::flag::partial | abandoned,
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
  // the caller has sent one that is missing here
  out = b.give(arcs({1, 0}, 1, 2, {}, abandoned));
  CHECK(out.empty());
  out = b.give(arcs({1, 0}, 1, 1, {}, abandoned));
  REQUIRE(out.size() == 1);
  CHECK(are_arcs(out[0], 1, abandoned, {}));
  b.give(down(worker(5), "gone"));
  out = b.give(instantiated({1, 0}, worker(6), 2));
  REQUIRE(out.size() == 2);
  CHECK(are_arcs(out[0], 1, mmps::flag::partial | abandoned, arc_to_object(1)));
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
  CHECK(out[0].header.arcs_number() == 2);
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

TEST_CASE("arcs count as memory, and arcs without room are left to the caller") {
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
  CHECK(out[0].header.arcs_number() == out.size() - 1);
  CHECK(b.is_empty());
}

TEST_CASE("arcs of all units together have a quarter of the memory, though tokens may be spilled") {
  tmu::limits limits;
  limits.memory = std::size_t{1} << 20;
  bench b(limits);
  byte_vector many;
  for (std::uint64_t i = 0; i < 100; ++i) many = many + arc_to_object(i);
  std::uint64_t units = 0;
  while (b.unit.counted().refused == 0) {
    REQUIRE(units < 100);
    b.give(arcs({++units, 0}, 2, 1, many));
  }
  CHECK(units == limits.memory / 4 / many.size() + 1);
  b.give(exec({1000, 0}, 1, "x"));  // arcs do not block a call
  CHECK(b.unit.database().units() == units + 1);
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

namespace {

// One unit of two arguments whose caller draws arcs all the time, and the processes that execute
// it.
class world {
 public:
  explicit world(std::uint64_t seed) : chance_(seed) {}

  void run() {
    std::vector<mentat_message> from_caller, from_producer;
    const std::uint64_t drawn = chance_.below(8);
    for (std::uint64_t i = 1; i <= drawn; ++i)
      from_caller.push_back(arcs({1, 0}, 2, static_cast<std::uint16_t>(i), arc_to_object(i),
                                 i == drawn && chance_.below(3) == 0 ? abandoned : 0));
    from_caller.insert(from_caller.begin() + static_cast<std::ptrdiff_t>(chance_.below(drawn + 1)),
                       token({1, 0}, 0, 2, "a"));
    from_producer.push_back(chance_.below(6) == 0 ? error_token({1, 0}, 1, 2, "error")
                                                  : token({1, 0}, 1, 2, "b"));
    while (!from_caller.empty() || !from_producer.empty() || !to_unit_.empty() ||
           !to_process_.empty() || executes_) {
      switch (chance_.below(5)) {  // each way has an order of its own
        case 0:
          if (take(from_caller)) give(std::move(taken_));
          break;
        case 1:
          if (take(from_producer)) give(std::move(taken_));
          break;
        case 2:
          if (take(to_unit_)) give(std::move(taken_));
          break;
        case 3:
          if (take(to_process_)) receive(taken_);
          break;
        default:
          if (executes_) end_execution();
      }
    }
    REQUIRE(answered_);  // the caller serves the arcs beyond
    REQUIRE(bench_.is_empty());
  }

 private:
  bool take(std::vector<mentat_message>& from) {
    if (from.empty()) return false;
    taken_ = std::move(from.front());
    from.erase(from.begin());
    return true;
  }

  void give(mentat_message&& message) {
    std::vector<mentat_message> errors;
    for (mentat_message& out : bench_.give(std::move(message))) {
      if (type_of(out) == message_type::instantiate)
        to_unit_.push_back(instantiated({1, 0}, worker(process_), out.header.attempt));
      else if (type_of(out) == message_type::token)
        errors.push_back(std::move(out));
      else if (type_of(out) != message_type::finished)
        to_process_.push_back(std::move(out));
    }
    if (errors.empty()) return;
    REQUIRE(errors[0].header.destination == caller);
    answered_ = true;
    REQUIRE(errors.size() == errors[0].header.arcs_number() + 1u);
    for (std::uint64_t i = 1; i < errors.size(); ++i) REQUIRE(errors[i].header.tag == tag{i, 78});
  }

  // As rts/session/calls/incoming_calls.h does.
  void receive(const mentat_message& message) {
    if (message.header.destination != worker(process_)) return;  // the process has died
    if (type_of(message) == message_type::exec) {
      executes_ = takes_arcs_ = true;
      attempt_ = message.header.attempt;
      return;
    }
    const bool begins = (message.header.flags & mmps::flag::partial) != 0;
    if (begins) had_.clear();
    if (!begins && (!takes_arcs_ || message.header.arcs_number() != had_.size() + 1)) return;
    mmps::future_reader reader(message.body());
    for (mmps::future_arc arc; reader.next(arc);) had_.push_back(arc.tag.number);
    REQUIRE(had_.size() == message.header.arcs_number());
  }

  void end_execution() {
    if (takes_arcs_ && chance_.below(4) != 0) {  // its result goes out
      takes_arcs_ = false;
      answered_ = true;
      for (std::size_t i = 0; i < had_.size(); ++i) REQUIRE(had_[i] == i + 1);
      return;
    }
    const bool dies = attempt_ < 3 && chance_.below(3) == 0;
    if (takes_arcs_ && !dies) return;
    executes_ = takes_arcs_ = false;
    had_.clear();
    to_unit_.push_back(dies ? down(worker(process_), "died")
                            : finished({1, 0}, worker(process_), attempt_));
    if (dies) ++process_;
  }

  base::random chance_;
  bench bench_;
  mentat_message taken_;
  std::vector<mentat_message> to_unit_, to_process_;
  std::uint32_t process_ = 10;
  std::vector<std::uint64_t> had_;  // arcs, by the process
  bool executes_ = false, takes_arcs_ = false, answered_ = false;
  std::uint8_t attempt_ = 0;
};

}  // namespace

TEST_CASE(
    "at every moment, an arc that is drawn is served by the executing process or left to the "
    "caller") {
  for (std::uint64_t seed = 1; seed <= 20000; ++seed) {
    INFO("seed ", seed);
    world(seed).run();
  }
}

}  // namespace mentat::tmu
