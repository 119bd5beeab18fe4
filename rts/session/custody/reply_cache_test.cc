#include "rts/session/custody/reply_cache.h"

#include <doctest/doctest.h>

#include <string>

using mentat::base::instant;
using mentat::node::reply_cache;

namespace {

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
  CHECK(kept.begin(instant{0}, key, one.asker()));
  CHECK_FALSE(kept.begin(instant{1}, key, one.asker()));  // while it is executed
  CHECK(one.count == 0);
  kept.end(instant{2}, key, false, bytes("seven"));
  CHECK(one.count == 1);
  CHECK(one.last == "seven");
  CHECK_FALSE(kept.begin(instant{3}, key, two.asker()));  // afterwards
  CHECK(two.count == 1);
  CHECK(two.last == "seven");
  CHECK_FALSE(two.was_error);
  kept.end(instant{4}, key, true, bytes("another"));  // the first result counts
  CHECK_FALSE(kept.begin(instant{5}, key, two.asker()));
  CHECK(two.last == "seven");
}

TEST_CASE("an error is a result") {
  reply_cache kept;
  answers one;
  CHECK(kept.begin(instant{0}, {object, 1}, one.asker()));
  kept.end(instant{0}, {object, 1}, true, bytes("broken"));
  CHECK_FALSE(kept.begin(instant{0}, {object, 1}, one.asker()));
  CHECK(one.was_error);
  CHECK(one.last == "broken");
}

TEST_CASE("other calls, and the same call of another object, are new") {
  reply_cache kept;
  answers one;
  CHECK(kept.begin(instant{0}, {object, 1}, one.asker()));
  CHECK(kept.begin(instant{0}, {object, 2}, one.asker()));
  auto later = object;
  ++later.generation;
  CHECK(kept.begin(instant{0}, {later, 1}, one.asker()));
  CHECK(one.count == 0);
}

TEST_CASE("results are kept for their time, and no more than the limits") {
  reply_cache kept;
  answers one;
  CHECK(kept.begin(instant{0}, {object, 1}, one.asker()));
  kept.end(instant{0}, {object, 1}, false, bytes("x"));
  CHECK_FALSE(kept.begin(instant{reply_cache::life - 1}, {object, 1}, one.asker()));
  CHECK(kept.begin(instant{reply_cache::life}, {object, 1}, one.asker()));
  kept.end(instant{reply_cache::life}, {object, 1}, false, bytes("x"));

  for (std::uint64_t i = 2; i < reply_cache::max_results + 100; ++i) {
    CHECK(kept.begin(instant{reply_cache::life}, {object, i}, one.asker()));
    kept.end(instant{reply_cache::life}, {object, i}, false, {});
  }
  CHECK(kept.size() <= reply_cache::max_results);

  const std::string large(reply_cache::max_bytes / 4 + 1, 'x');
  for (std::uint64_t i = 0; i < 6; ++i) {
    CHECK(kept.begin(instant{reply_cache::life}, {object, 1'000'000 + i}, one.asker()));
    kept.end(instant{reply_cache::life}, {object, 1'000'000 + i}, false, bytes(large));
  }
  CHECK(kept.size() <= 4);
}
