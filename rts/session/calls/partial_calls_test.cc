#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/partial_calls.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "mmps/base/arrived_blocks.h"
#include "mmps/base/random.h"

using namespace mentat;
using node::partial_calls;
using outcome = partial_calls::outcome;

namespace {

const mmps::mmps_name object{0, 1, 5 << 20 | 3, 1 << 20 | 1};

struct sample {
  computation_instance call{nullptr, 1, true};
  partial_calls::waiting_call waiting(std::uint64_t missing, std::size_t bytes = 0) {
    return {&call, object, 77, 2, missing, bytes};
  }
};
partial_calls::token_header token(std::uint16_t argument) { return {object, 77, 2, argument, 0}; }
const std::vector<std::byte> value(100, std::byte{1});

}  // namespace

TEST_CASE("a call gets each argument that it waits for once") {
  partial_calls calls;
  sample one;
  std::vector<partial_calls::early_token> early;
  REQUIRE(calls.add({1, 9}, one.waiting(0b101), early) == outcome::waits);
  CHECK(early.empty());
  CHECK(calls.take({1, 9}, token(0), value) == &one.call);
  CHECK(calls.take({1, 9}, token(0), value) == nullptr);  // the second time
  CHECK(calls.take({1, 9}, token(1), value) == nullptr);  // it was there
  CHECK(calls.take({1, 9}, token(2), value) == &one.call);
  CHECK(calls.waiting() == 0);
  CHECK(calls.early() == 0);
}

TEST_CASE("an early token keeps the values that are apart from its bytes") {
  partial_calls calls;
  sample one;
  const std::shared_ptr<const std::byte[]> block(new std::byte[7]);
  const std::vector<base::arrived_block> arrived{
      {value.data() - 1, block, 1}, {value.data() + 8, block, 7}, {value.data() + 101, block, 2}};
  {
    const base::arrived_blocks of_message(arrived);
    CHECK(calls.take({1, 9}, token(0), value) == nullptr);
  }
  std::vector<partial_calls::early_token> early;
  REQUIRE(calls.add({1, 9}, one.waiting(1), early) == outcome::waits);
  REQUIRE(early.size() == 1);
  REQUIRE(early[0].apart.size() == 1);
  CHECK(early[0].apart[0].bytes == block);
  const base::arrived_blocks again(early[0].value, early[0].apart);
  const base::arrived_block* const found = base::arrived_blocks::find(early[0].value.data() + 8);
  REQUIRE(found);
  CHECK(found->size == 7);
}

TEST_CASE("a token of another object, class or function is dropped") {
  partial_calls calls;
  sample one;
  std::vector<partial_calls::early_token> early;
  REQUIRE(calls.add({1, 9}, one.waiting(1), early) == outcome::waits);
  auto wrong = token(0);
  wrong.object.generation += 1;
  CHECK(calls.take({1, 9}, wrong, value) == nullptr);
  wrong = token(0);
  wrong.class_hash = 78;
  CHECK(calls.take({1, 9}, wrong, value) == nullptr);
  wrong = token(0);
  wrong.function = 3;
  CHECK(calls.take({1, 9}, wrong, value) == nullptr);
  CHECK(calls.take({1, 9}, token(63), value) == nullptr);
  CHECK(calls.take({1, 9}, token(64), value) == nullptr);
  CHECK(calls.waiting() == 1);
  CHECK(calls.take({1, 9}, token(0), value) == &one.call);
}

TEST_CASE("tokens that come before their call are kept for it") {
  partial_calls calls;
  sample one;
  std::vector<partial_calls::early_token> early;
  CHECK(calls.take({1, 9}, token(2), value) == nullptr);
  CHECK(calls.take({1, 9}, token(2), value) == nullptr);
  CHECK(calls.take({1, 9}, token(1), value) == nullptr);  // the call does not miss it
  CHECK(calls.early() == 2);
  REQUIRE(calls.add({1, 9}, one.waiting(0b101), early) == outcome::waits);
  REQUIRE(early.size() == 1);
  CHECK(early[0].argument == 2);
  CHECK(early[0].value == value);
  CHECK(calls.early() == 0);
  CHECK(calls.waiting() == 1);
  CHECK(calls.take({1, 9}, token(0), value) == &one.call);
  CHECK(calls.waiting() == 0);
}

TEST_CASE(
    "of too many tokens whose call does not come the oldest go, and those of a refused call") {
  partial_calls calls;
  sample one;
  std::vector<partial_calls::early_token> early;
  for (std::uint64_t i = 0; i <= partial_calls::max_calls; ++i) calls.take({i, 9}, token(0), value);
  CHECK(calls.early() == partial_calls::max_calls);
  REQUIRE(calls.add({0, 9}, one.waiting(1), early) == outcome::waits);
  CHECK(early.empty());
  REQUIRE(calls.add({1, 9}, one.waiting(1), early) == outcome::waits);
  CHECK(early.size() == 1);
  REQUIRE(calls.add({partial_calls::max_calls, 9}, one.waiting(1), early) == outcome::waits);
  CHECK(early.size() == 2);

  const auto before = calls.early();
  CHECK(calls.add({1, 7}, one.waiting(1, partial_calls::max_bytes), early) == outcome::full);
  CHECK(calls.take({1, 7}, token(0), value) == nullptr);
  CHECK(calls.early() == before);
}

TEST_CASE("the calls of a process that ends get no further arguments") {
  partial_calls calls;
  sample one, other, third;
  std::vector<partial_calls::early_token> early;
  REQUIRE(calls.add({1, 9}, one.waiting(0b11), early) == outcome::waits);
  REQUIRE(calls.add({2, 9}, other.waiting(0b10), early) == outcome::waits);
  REQUIRE(calls.add({1, 8}, third.waiting(0b1), early) == outcome::waits);
  CHECK(calls.take({1, 9}, token(0), value) == &one.call);
  calls.take({7, 9}, token(0), value);
  const auto lost = calls.caller_ended(9);
  REQUIRE(lost.size() == 2);
  CHECK(lost[0].call == &one.call);
  CHECK(lost[0].argument == 1);
  CHECK(lost[1].call == &other.call);
  CHECK(calls.waiting() == 1);
  CHECK(calls.early() == 0);
  CHECK(calls.take({1, 8}, token(0), value) == &third.call);
}

TEST_CASE("a token that comes once more when its call has all is dropped") {
  partial_calls calls;
  sample one;
  const auto life = [](std::uint64_t n) { return mmps::tag{3 | n << 32, 9}; };
  for (const std::uint64_t n : {5u, 6u, 2147483000u, 4294966000u, 4294967295u}) {
    std::vector<partial_calls::early_token> early;
    REQUIRE(calls.add(life(n), one.waiting(1), early) == outcome::waits);
    CHECK(calls.take(life(n), token(0), value) == &one.call);
    CHECK(calls.take(life(n), token(0), value) == nullptr);
    CHECK(calls.take(life(n - 1), token(0), value) == nullptr);
    CHECK(calls.early() == 0);
  }
  CHECK(calls.take(life(0), token(0), value) == nullptr);  // the one after the greatest
  CHECK(calls.early() == 1);
  std::vector<partial_calls::early_token> early;
  REQUIRE(calls.add(life(0), one.waiting(1), early) == outcome::waits);
  CHECK(early.size() == 1);
  CHECK(calls.take(life(0), token(0), value) == nullptr);
  CHECK(calls.take({4 | std::uint64_t{5} << 32, 9}, token(0), value) == nullptr);  // another slot
  CHECK(calls.take({3 | std::uint64_t{5} << 32, 8}, token(0), value) == nullptr);  // or process
  CHECK(calls.early() == 2);
  calls.caller_ended(9);
  CHECK(calls.early() == 1);
}

TEST_CASE("tokens of calls whose caller has ended are dropped, as long as it is remembered") {
  partial_calls calls;
  calls.caller_ended(9);
  CHECK(calls.take({1, 9}, token(0), value) == nullptr);
  CHECK(calls.early() == 0);
  CHECK(calls.take({1, 8}, token(0), value) == nullptr);
  CHECK(calls.early() == 1);
  for (std::uint64_t other = 0; other < partial_calls::max_ended; ++other)
    calls.caller_ended(100 + other);
  CHECK(calls.take({1, 9}, token(0), value) == nullptr);
  CHECK(calls.early() == 2);
}

TEST_CASE("tokens of a call that was refused are dropped") {
  partial_calls calls;
  sample one;
  std::vector<partial_calls::early_token> early;
  auto refused = one.waiting(0b11);
  refused.call = nullptr;
  calls.take({1, 9}, token(1), value);
  REQUIRE(calls.add({1, 9}, refused, early) == outcome::waits);
  CHECK(early.empty());
  CHECK(calls.take({1, 9}, token(0), value) == nullptr);
  CHECK(calls.waiting() == 0);
  CHECK(calls.early() == 0);
}

TEST_CASE("calls and bytes have limits, and a call is known once") {
  partial_calls calls;
  sample one, other;
  std::vector<partial_calls::early_token> early;
  CHECK(calls.add({1, 9}, one.waiting(1, partial_calls::max_bytes), early) == outcome::waits);
  CHECK(calls.add({1, 9}, other.waiting(1), early) == outcome::known);
  CHECK(calls.add({2, 9}, other.waiting(1, 1), early) == outcome::full);
  CHECK(calls.take({2, 9}, token(0), value) == nullptr);
  calls.take({3, 9}, token(0), value);  // no room for the value: the call will hear of it
  CHECK(calls.take({1, 9}, token(0), {}) == &one.call);
  REQUIRE(calls.add({3, 9}, other.waiting(1), early) == outcome::waits);
  REQUIRE(early.size() == 1);
  CHECK(early[0].value.empty());
  CHECK_FALSE(early[0].has_value);

  for (std::uint64_t i = 0; i < partial_calls::max_calls; ++i) {
    early.clear();
    REQUIRE(calls.add({i, 1}, one.waiting(1), early) == outcome::waits);
  }
  CHECK(calls.add({1, 2}, one.waiting(1), early) == outcome::full);
  for (std::uint64_t i = 0; i <= partial_calls::max_calls; ++i) calls.take({i, 3}, token(0), {});
  CHECK(calls.early() == partial_calls::max_calls);
  CHECK(calls.dropped() == 1);
}

TEST_CASE("in every order of a call and its tokens, it gets each of them once") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    INFO("seed ", seed);
    base::random chance(seed);
    partial_calls calls;
    sample one;
    const std::uint64_t missing = 1 + chance.below(15);
    std::vector<int> events{-1};  // the call
    for (int i = 0; i < 4; ++i)
      for (std::uint64_t copies = chance.below(2) + 1; missing >> i & 1 && copies > 0; --copies)
        events.push_back(i);
    for (std::size_t i = events.size() - 1; i > 0; --i)
      std::swap(events[i], events[chance.below(i + 1)]);
    std::vector<int> got(4);
    for (const int event : events) {
      std::vector<partial_calls::early_token> early;
      if (event < 0) {
        REQUIRE(calls.add({seed, 9}, one.waiting(missing), early) == outcome::waits);
        for (const auto& came : early) ++got[came.argument];
      } else if (calls.take({seed, 9}, token(static_cast<std::uint16_t>(event)), value)) {
        ++got[static_cast<std::size_t>(event)];
      }
    }
    REQUIRE(calls.waiting() == 0);
    for (std::size_t i = 0; i < 4; ++i) REQUIRE(got[i] == static_cast<int>(missing >> i & 1));
  }
}
