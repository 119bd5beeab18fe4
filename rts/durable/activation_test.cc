#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/durable/activation.h"

#include <doctest/doctest.h>

namespace mentat::durable {
namespace {

using verdict = activation::verdict;
using base::seeded_bug;

constexpr mmps::mmps_name object{0xFFFFFFFE, 7, 1, 1};

answer text(const char* of) {
  const auto all = std::as_bytes(std::span(of, std::string_view(of).size()));
  return {false, {all.begin(), all.end()}};
}

struct fixture {
  activation calls{object, 1};
  std::vector<activation::release> now{};

  effect end(const activation::call& one, const char* what) {
    return calls.end(one, text(what), {}, false, now);
  }
};

}  // namespace

TEST_CASE("an answer leaves when its effect is safe") {
  fixture f;
  CHECK(f.calls.arrive({1, 1, 0}).is == verdict::admitted);
  const effect made = f.end({1, 1, 0}, "a");
  CHECK(f.now.empty());
  CHECK(f.calls.held() == 1);
  const auto out = f.calls.safe(made.sequence);
  REQUIRE(out.size() == 1);
  CHECK(out[0].to == 1);
  CHECK(out[0].number == 1);
  CHECK(out[0].answer == text("a"));
}

TEST_CASE("a read waits for the effects that it may have seen") {
  fixture f;
  static_cast<void>(f.calls.arrive({1, 1, 0}));
  const effect made = f.end({1, 1, 0}, "a");
  static_cast<void>(f.calls.arrive({2, 1, 0, {}, true}));
  f.calls.end_read({2, 1, 0, {}, true}, text("seen"), f.now);
  CHECK(f.now.empty());
  CHECK(f.calls.safe(made.sequence).size() == 2);
  static_cast<void>(f.calls.arrive({2, 2, 1, {}, true}));
  f.calls.end_read({2, 2, 1, {}, true}, text("again"), f.now);
  CHECK(f.now.size() == 1);
}

TEST_CASE("effects become safe in any order, and answers leave in one") {
  fixture f;
  static_cast<void>(f.calls.arrive({1, 1, 0}));
  static_cast<void>(f.calls.arrive({1, 2, 0}));
  const effect first = f.end({1, 1, 0}, "a"), second = f.end({1, 2, 0}, "b");
  CHECK(f.calls.safe(second.sequence).empty());
  CHECK(f.calls.safe(first.sequence).size() == 2);
}

TEST_CASE("a repeated call gets the first answer until its origin has settled it") {
  fixture f;
  static_cast<void>(f.calls.arrive({1, 1, 0}));
  CHECK(f.calls.arrive({1, 1, 0}).is == verdict::running);
  static_cast<void>(f.end({1, 1, 0}, "a"));
  const auto again = f.calls.arrive({1, 1, 0});
  CHECK(again.is == verdict::repeated);
  REQUIRE(again.kept);
  CHECK(*again.kept == text("a"));
  CHECK(f.calls.arrive({1, 2, 0}).is == verdict::admitted);
  CHECK(f.calls.arrive({1, 1, 0}).is == verdict::repeated);  // a later call settles nothing
  CHECK(f.calls.arrive({1, 3, 1}).is == verdict::admitted);
  CHECK(f.calls.arrive({1, 1, 1}).is == verdict::running);
  CHECK(f.calls.calls().kept() == 0);
}

TEST_CASE("a call without its predecessor is refused") {
  fixture f;
  CHECK(f.calls.arrive({1, 2, 0}).is == verdict::early);
  CHECK(f.calls.arrive({1, 1, 0}).is == verdict::admitted);
  CHECK(f.calls.arrive({1, 2, 0}).is == verdict::admitted);
  // Its origin has had the answer to a read that no record tells of.
  CHECK(f.calls.arrive({2, 5, 4}).is == verdict::admitted);

  activation with_bug(object, 1, 0, {}, seeded_bug::gap_accepted);
  CHECK(with_bug.arrive({1, 2, 0}).is == verdict::admitted);
  CHECK(with_bug.arrive({1, 1, 0}).is != verdict::admitted);  // so it is lost
}

TEST_CASE("the record of an effect has the reads before it that their caller may not have") {
  fixture f;
  static_cast<void>(f.calls.arrive({1, 1, 0, {}, true}));
  static_cast<void>(f.calls.arrive({1, 2, 0}));
  f.calls.end_read({1, 1, 0, {}, true}, text("old"), f.now);
  CHECK(f.calls.kept_reads() == 1);
  const effect made = f.end({1, 2, 0}, "a");
  REQUIRE(made.answers.size() == 2);
  CHECK(made.answers[0].number == 1);
  CHECK(made.answers[0].answer == text("old"));
  CHECK(f.calls.kept_reads() == 0);
  CHECK(f.calls.arrive({1, 1, 0, {}, true}).is == verdict::repeated);
}

TEST_CASE("a call of a unit that is executed again takes effect once, under any number") {
  fixture f;
  const repetition name{77, 5};
  CHECK(f.calls.arrive({1, 1, 0, name}).is == verdict::admitted);
  CHECK(f.calls.arrive({2, 1, 0, name}).is == verdict::running);
  const effect made = f.end({1, 1, 0, name}, "a");
  CHECK(f.calls.safe(made.sequence).size() == 2);
  CHECK(f.calls.arrive({3, 1, 0, name}).is == verdict::repeated);
  CHECK(f.calls.arrive({3, 2, 0}).is == verdict::admitted);
  CHECK(f.calls.arrive({1, 2, 1, {77, 6}}).is == verdict::admitted);  // another function
}

TEST_CASE("nothing is kept of an origin that has ended") {
  fixture f;
  static_cast<void>(f.calls.arrive({1, 1, 0}));
  f.calls.forget(1);
  const effect made = f.end({1, 1, 0}, "a");
  static_cast<void>(f.calls.safe(made.sequence));
  CHECK(f.calls.calls().origins() == 0);
}

}  // namespace mentat::durable
