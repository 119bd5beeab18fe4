#include "rts/space/tuple_store.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mmps/base/random.h"

namespace mentat::space_detail {
namespace {

encoded_tuple made(std::vector<std::string> fields, std::uint32_t formals = 0) {
  return {2, formals, std::move(fields)};
}

// The rule of [LINDA86 2], field by field.
bool meets(const encoded_tuple& pattern, const encoded_tuple& tuple) {
  if (pattern.signature != tuple.signature) return false;
  for (std::size_t at = 0; at < pattern.fields.size(); ++at) {
    const bool both_formal = pattern.is_formal(at) && tuple.is_formal(at);
    const bool both_actual = !pattern.is_formal(at) && !tuple.is_formal(at);
    if (both_formal || (both_actual && pattern.fields[at] != tuple.fields[at])) return false;
  }
  return true;
}

std::string text_of(const encoded_tuple& one) {
  std::string text = std::to_string(one.signature) + " " + std::to_string(one.formals);
  for (const std::string& field : one.fields) text += "|" + field;
  return text;
}

}  // namespace

TEST_CASE("the oldest tuple that a pattern meets is taken") {
  tuple_store store;
  store.put(made({"a", "1"}));
  store.put(made({"b", "2"}));
  store.put(made({"a", "3"}));
  CHECK(store.take(made({"a", ""}, 2))->fields[1] == "1");
  CHECK(store.take(made({"a", ""}, 2))->fields[1] == "3");
  CHECK_FALSE(store.take(made({"a", ""}, 2)));
  CHECK(store.find(made({"", ""}, 3))->fields[0] == "b");
  CHECK(store.size() == 1);
}

TEST_CASE("tuples of another signature meet no pattern") {
  tuple_store store;
  store.put({1, 0, {"a"}});
  CHECK_FALSE(store.holds({2, 0, {"a"}}));
  CHECK(store.holds({1, 0, {"a"}}));
}

TEST_CASE("a formal of a tuple meets each value and no formal") {
  tuple_store store;
  store.put(made({"a", ""}, 2));
  CHECK(store.holds(made({"a", "anything"})));
  CHECK_FALSE(store.holds(made({"a", ""}, 2)));
  CHECK(store.count(made({"a", "1"})) == 1);
}

TEST_CASE("values that join to the same text are different") {
  tuple_store store;
  store.put(made({"ab", "c"}));
  CHECK_FALSE(store.holds(made({"a", "bc"})));
}

TEST_CASE("random operations give what a list gives") {
  const std::uint64_t seed = 20261124;
  INFO("seed ", seed);
  base::random random(seed);
  for (int round = 0; round < 200; ++round) {
    tuple_store store;
    std::vector<encoded_tuple> list;
    for (int step = 0; step < 200; ++step) {
      encoded_tuple one;
      one.signature = random.below(4) == 0 ? 1 : 3;
      for (int field = 0; field < 3; ++field) {
        const bool formal = random.below(step % 2 == 0 && field != 0 ? 8 : 3) == 0;
        one.formals |= std::uint32_t{formal} << field;
        one.fields.push_back(formal ? ""
                                    : std::string(1, static_cast<char>('a' + random.below(3))));
      }
      if (step % 2 == 0) {
        list.push_back(one);
        store.put(one);
        continue;
      }
      std::vector<encoded_tuple> met;
      std::ranges::copy_if(list, std::back_inserter(met),
                           [&](const encoded_tuple& each) { return meets(one, each); });
      REQUIRE(store.count(one) == met.size());
      const auto found = store.find_all(one);
      REQUIRE(found.size() == met.size());
      for (std::size_t at = 0; at < met.size(); ++at)
        REQUIRE(text_of(*found[at]) == text_of(met[at]));
      REQUIRE(store.holds(one) == !met.empty());
      if (random.below(2) == 0) continue;
      const auto taken = store.take(one);
      REQUIRE(taken.has_value() == !met.empty());
      if (!taken) continue;
      REQUIRE(text_of(*taken) == text_of(met.front()));
      list.erase(std::ranges::find_if(
          list, [&](const encoded_tuple& each) { return text_of(each) == text_of(met.front()); }));
    }
    REQUIRE(store.size() == list.size());
  }
}

}  // namespace mentat::space_detail
