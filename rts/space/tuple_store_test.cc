#include "rts/space/tuple_store.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/random.h"

namespace mentat::space_detail {
namespace {

encoded_tuple made(const std::vector<std::string>& fields, std::uint32_t formals = 0,
                   std::uint64_t signature = 2) {
  encoded_tuple one(signature);
  for (std::size_t at = 0; at < fields.size(); ++at)
    if (formals >> at & 1)
      one.add_formal();
    else
      one.add(fields[at]);
  return one;
}

std::vector<std::string> fields_of(const encoded_tuple& of) {
  std::vector<std::string> all;
  encoded_tuple::reader reading(of);
  for (std::size_t at = 0; at < of.count(); ++at) all.emplace_back(reading.next());
  return all;
}
std::string field(const encoded_tuple& of, std::size_t at) { return fields_of(of).at(at); }

// The rule of [LINDA86 2], field by field.
bool meets(const encoded_tuple& pattern, const encoded_tuple& tuple) {
  if (pattern.signature() != tuple.signature()) return false;
  for (std::size_t at = 0; at < pattern.count(); ++at) {
    const bool both_formal = pattern.is_formal(at) && tuple.is_formal(at);
    const bool both_actual = !pattern.is_formal(at) && !tuple.is_formal(at);
    if (both_formal || (both_actual && field(pattern, at) != field(tuple, at))) return false;
  }
  return true;
}

std::string text_of(const encoded_tuple& one) {
  std::string text = std::to_string(one.signature()) + " " + std::to_string(one.formals());
  for (const std::string& each : fields_of(one)) text += "|" + each;
  return text;
}

}  // namespace

TEST_CASE("the oldest tuple that a pattern matches is taken") {
  tuple_store store;
  store.put(made({"a", "1"}));
  store.put(made({"b", "2"}));
  store.put(made({"a", "3"}));
  CHECK(field(*store.take(made({"a", ""}, 2)), 1) == "1");
  CHECK(field(*store.take(made({"a", ""}, 2)), 1) == "3");
  CHECK_FALSE(store.take(made({"a", ""}, 2)));
  CHECK(field(*store.find(made({"", ""}, 3)), 0) == "b");
  CHECK(store.size() == 1);
}

TEST_CASE("a pattern matches no tuple of another signature") {
  tuple_store store;
  store.put(made({"a"}, 0, 1));
  CHECK_FALSE(store.holds(made({"a"}, 0, 2)));
  CHECK(store.holds(made({"a"}, 0, 1)));
}

TEST_CASE("a formal of a tuple matches each value and no formal") {
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
      // Four fields have more sets of actual ones than a signature has indexes.
      encoded_tuple one(random.below(4) == 0 ? 1 : 3);
      for (int at = 0; at < 4; ++at) {
        if (random.below(step % 2 == 0 && at != 0 ? 8 : 3) == 0)
          one.add_formal();
        else
          one.add(std::string(random.below(4) == 0 ? 300 : 1,
                              static_cast<char>('a' + random.below(3))));
      }
      if (step % 2 == 0) {
        list.push_back(one);
        store.put(encoded_tuple(one));
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
    std::size_t described = 0;
    for (const auto& each : store.describe_tuples()) described += each.count;
    REQUIRE(described == list.size());
    while (store.size() != 0)
      for (const encoded_tuple& each : list)
        static_cast<void>(store.take(made(fields_of(each), 0, each.signature())));
    REQUIRE(store.memory() == 0);
  }
}

TEST_CASE("the nearest miss is the field that most tuples fail") {
  tuple_store store;
  CHECK(store.nearest_miss(made({"a", "1"})).tuples == 0);
  store.put(made({"a", "2"}));
  store.put(made({"a", "3"}));
  store.put(made({"b", "1"}));
  const auto miss = store.nearest_miss(made({"a", "1"}));
  CHECK(miss.tuples == 3);
  CHECK(miss.field == 1);
}

TEST_CASE("all tuples are given in the order in which they were put") {
  tuple_store store;
  CHECK(store.all().empty());
  store.put(made({"a", "1"}));
  store.put(made({"b"}, 0, 3));
  store.put(made({"", "2"}, 1));
  store.put(made({"a", "3"}));
  store.put(made({"c"}, 0, 3));
  static_cast<void>(store.take(made({"a", "1"})));
  std::string order;
  for (const encoded_tuple* one : store.all()) order += text_of(*one) + ";";
  CHECK(order == "3 0|b;2 1||2;2 0|a|3;3 0|c;");
}

// Each thread is the first to search by some set of fields, and adds its index.
TEST_CASE("searches run side by side") {
  constexpr std::uint32_t fields = 4, threads = 4;
  tuple_store store;
  for (int k = 0; k < 200; ++k) {
    const std::string text = std::to_string(k % 10);
    store.put(made({text, text, text, std::to_string(k)}));
    store.put(made({text}, 0, 3));
  }
  std::atomic<int> wrong{0};
  std::vector<std::thread> all;
  for (std::uint32_t mine = 0; mine < threads; ++mine)
    all.emplace_back([&, mine] {
      for (std::uint32_t round = 0; round < 16; ++round) {
        const std::uint32_t formals = (round + mine) % 8 | 8;
        const encoded_tuple pattern = made({"7", "7", "7", ""}, formals);
        const encoded_tuple* const found = store.find(pattern);
        const std::string expected = (formals & 7) == 7 ? "0" : "7";
        if (!found || field(*found, fields - 1) != expected) ++wrong;
        if (store.count(pattern) != ((formals & 7) == 7 ? 200u : 20u)) ++wrong;
        if (store.find_all(made({"3"}, 0, 3)).size() != 20 || store.holds(made({"x"}, 0, 3)))
          ++wrong;
      }
    });
  for (std::thread& one : all) one.join();
  CHECK(wrong == 0);
}

TEST_CASE("malformed bytes of a tuple are refused") {
  struct archive {  // gives what another process would have sent
    std::uint32_t formals;
    std::string bytes;
    void operator()(std::uint64_t& signature, std::uint32_t& mask, std::string& all) const {
      signature = 2;
      mask = formals;
      all = bytes;
    }
  };
  const auto read = [](std::uint32_t formals, std::string bytes) {
    archive from{formals, std::move(bytes)};
    encoded_tuple one;
    one.serialize(from);
    return one;
  };
  using namespace std::string_literals;
  CHECK(field(read(0, "\1a\2bc"s), 1) == "bc");
  CHECK(read(1, "\0\1a"s).is_formal(0));
  CHECK(field(read(0, "\xff\1\0\0\0x"s), 0) == "x");
  CHECK_THROWS_AS(read(0, "\2a"s), std::invalid_argument);       // cut
  CHECK_THROWS_AS(read(0, "\xff\1\0"s), std::invalid_argument);  // cut in a size
  CHECK_THROWS_AS(read(0, "\xff\xff\xff\xff\xff"s), std::invalid_argument);
  CHECK_THROWS_AS(read(1, "\1a"s), std::invalid_argument);     // a formal with a value
  CHECK_THROWS_AS(read(4, "\1a\1b"s), std::invalid_argument);  // a formal that is not there
  CHECK_THROWS_AS(read(0, std::string(17, '\0')), std::invalid_argument);
}

}  // namespace mentat::space_detail
