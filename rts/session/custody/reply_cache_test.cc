#include "rts/session/custody/reply_cache.h"

#include <doctest/doctest.h>

#include <string>

using mentat::node::reply_cache;

namespace {

using begun = reply_cache::begun;

const mentat::mmps::mmps_name object{0, 0, 1 << 20 | 7, 1 << 20 | 1};

std::span<const std::byte> bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

struct answers {
  reply_cache::asker asker() {
    return [this](bool error, std::span<const std::byte> result) {
      ++count;
      was_error = error;
      last.assign(reinterpret_cast<const char*>(result.data()), result.size());
    };
  }
  int count = 0;
  bool was_error = false;
  std::string last;
};

}  // namespace

TEST_CASE("a call is executed once; a repetition gets the result of the first") {
  reply_cache kept;
  answers one, two;
  const reply_cache::key key{object, 42};
  CHECK(kept.begin(key, one.asker()) == begun::first);
  CHECK(kept.begin(key, one.asker()) == begun::repeated);  // while it is executed
  CHECK(one.count == 0);
  kept.end(key, false, bytes("seven"));
  CHECK(one.count == 1);
  CHECK(one.last == "seven");
  CHECK(kept.begin(key, two.asker()) == begun::repeated);  // afterwards
  CHECK(two.count == 1);
  CHECK(two.last == "seven");
  CHECK_FALSE(two.was_error);
  kept.end(key, true, bytes("another"));  // the first result counts
  CHECK(kept.begin(key, two.asker()) == begun::repeated);
  CHECK(two.last == "seven");
}

TEST_CASE("a call is known from its beginning on") {
  reply_cache kept;
  answers one;
  CHECK_FALSE(kept.knows({object, 42}));
  CHECK(kept.begin({object, 42}, one.asker()) == begun::first);
  CHECK(kept.knows({object, 42}));
  kept.end({object, 42}, false, bytes("seven"));
  CHECK(kept.knows({object, 42}));
  CHECK_FALSE(kept.knows({object, 43}));
}

TEST_CASE("a call of another function does not get the result") {
  reply_cache kept;
  answers one;
  CHECK(kept.begin({object, 42, 1}, one.asker()) == begun::first);
  kept.end({object, 42, 1}, false, bytes("seven"));
  CHECK(kept.begin({object, 42, 2}, one.asker()) == begun::first);
  CHECK(one.last.empty());
}

TEST_CASE("an error is a result") {
  reply_cache kept;
  answers one;
  CHECK(kept.begin({object, 1}, one.asker()) == begun::first);
  kept.end({object, 1}, true, bytes("broken"));
  CHECK(kept.begin({object, 1}, one.asker()) == begun::repeated);
  CHECK(one.was_error);
  CHECK(one.last == "broken");
}

TEST_CASE("other calls, and the same call of another object, are new") {
  reply_cache kept;
  answers one;
  CHECK(kept.begin({object, 1}, one.asker()) == begun::first);
  CHECK(kept.begin({object, 2}, one.asker()) == begun::first);
  auto later = object;
  ++later.generation;
  CHECK(kept.begin({later, 1}, one.asker()) == begun::first);
  CHECK(one.count == 0);
}

TEST_CASE("no result is forgotten for its age, only beyond the limits") {
  reply_cache kept;
  answers one;
  constexpr std::uint64_t calls = reply_cache::max_calls + 100;
  for (std::uint64_t i = 1; i <= calls; ++i) {
    CHECK(kept.begin({object, i}, one.asker()) == begun::first);
    kept.end({object, i}, false, {});
  }
  CHECK(kept.size() == reply_cache::max_calls);
  CHECK(kept.begin({object, 101}, one.asker()) == begun::repeated);
  CHECK(kept.begin({object, 100}, one.asker()) == begun::first);
}

TEST_CASE("a call whose result was dropped for its size is not executed again") {
  reply_cache kept;
  answers one;
  CHECK(kept.begin({object, 1}, one.asker()) == begun::first);
  kept.end({object, 1}, false, {});
  const std::string large(reply_cache::max_bytes / 4 + 1, 'x');
  for (std::uint64_t i = 2; i < 8; ++i) {
    CHECK(kept.begin({object, i}, one.asker()) == begun::first);
    kept.end({object, i}, false, bytes(large));
  }
  CHECK(kept.bytes() <= reply_cache::max_bytes);
  CHECK(kept.begin({object, 2}, one.asker()) == begun::dropped);
  CHECK(kept.lost().results > 0);
  CHECK(kept.lost().calls == 0);
  CHECK(kept.begin({object, 7}, one.asker()) == begun::repeated);
  CHECK(one.last == large);
  CHECK(kept.begin({object, 1}, one.asker()) == begun::repeated);
  CHECK(one.last.empty());
  const std::string huge(reply_cache::max_bytes + 1, 'x');
  CHECK(kept.begin({object, 9}, one.asker()) == begun::first);
  kept.end({object, 9}, false, bytes(huge));
  CHECK(kept.begin({object, 9}, one.asker()) == begun::repeated);
  CHECK(one.last == huge);
}
