// Arguments and results as bytes: encoded values are decoded, and no bytes from outside crash,
// allocate much, or are believed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <mentat/server.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "mmps/base/random.h"
#include "rts/api/test_classes.h"

namespace {

std::atomic<std::size_t> allocated{0};  // bytes, ever

std::size_t allocated_by(const auto& action) {
  const std::size_t before = allocated.load();
  action();
  return allocated.load() - before;
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  allocated.fetch_add(size);
  if (void* block = std::malloc(size)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace {

using mentat::byte_reader;
using mentat::byte_writer;
using mentat::marshal_error;
using mentat::base::byte_buffer;
using bytes = std::vector<std::byte>;

template <class T>
bytes encode(const T& value) {
  byte_buffer made;
  byte_writer writer(made);
  writer(value);
  return bytes(made.begin(), made.end());
}

template <class T>
T decode(const bytes& from) {
  T value{};
  byte_reader reader(from);
  reader(value);
  return value;
}

template <class T>
void check_round_trip(const T& value) {
  const bytes encoded = encode(value);
  CHECK(decode<T>(encoded) == value);
  byte_reader reader(encoded);
  T again{};
  reader(again);
  CHECK(reader.left() == 0);
}

enum class colour : std::uint8_t { red, green };

struct person {
  std::string name;
  int age = 0;
  std::vector<double> weights;
  colour favourite = colour::red;
  bool operator==(const person&) const = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(name, age, weights, favourite);
  }
};

struct large_element {
  std::array<double, 1000> values{};
  template <class Archive>
  void serialize(Archive& archive) {
    archive(values);
  }
};

struct tree {
  int value = 0;
  std::vector<tree> below;
  bool operator==(const tree&) const = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(value, below);
  }
};

struct marker {
  bool operator==(const marker&) const = default;
  bool operator<(const marker&) const { return false; }
};

// Empty, but not for the compiler.
struct hollow {
  marker first;
  std::tuple<> second;
  std::array<marker, 0> third;
  bool operator==(const hollow&) const = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(first, second, third);
  }
};

// Writes nothing, and says so itself.
struct silent {
  int forgotten = 0;
  bool operator==(const silent&) const { return true; }
  template <class Archive>
  void serialize(Archive&) {}
};

// Nothing but a std::exception may come of hostile bytes. False: they were taken for a value.
template <class T>
bool refuses(const bytes& hostile) {
  try {
    decode<T>(hostile);
  } catch (const std::exception&) {
    return true;
  }
  return false;
}

template <class T>
void survive_hostile_bytes(std::uint64_t seed, const T& sample) {
  mentat::base::random chance(seed);
  const bytes good = encode(sample);
  for (std::size_t cut = 0; cut < good.size(); ++cut)
    CHECK(refuses<T>(bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(cut))));
  for (int round = 0; round < 500; ++round) {
    bytes hostile = chance.below(2) == 0 ? good : bytes(chance.below(200));
    if (hostile.empty()) continue;
    for (std::uint64_t changes = 1 + chance.below(8); changes > 0; --changes)
      hostile[chance.below(hostile.size())] =
          static_cast<std::byte>(chance.below(4) == 0 ? 255 : chance.next());
    const std::size_t spent = allocated_by([&] { static_cast<void>(refuses<T>(hostile)); });
    if (spent > 64 * 1024 + 200 * hostile.size())
      FAIL("allocated ", spent, " for ", hostile.size(), " bytes, seed ", seed);
  }
}

}  // namespace

TEST_CASE("values of every kind come out as they went in") {
  check_round_trip(42);
  check_round_trip(-1LL);
  check_round_trip(3.25);
  check_round_trip(true);
  check_round_trip('x');
  check_round_trip(colour::green);
  check_round_trip(std::string("text with \0 inside", 18));
  check_round_trip(std::string());
  check_round_trip(std::vector<int>{1, 2, 3});
  check_round_trip(std::vector<bool>{true, false, true});
  check_round_trip(std::vector<std::string>{"a", "", "ccc"});
  check_round_trip(std::vector<std::vector<double>>{{1.5}, {}, {2.5, 3.5}});
  check_round_trip(std::array<int, 3>{7, 8, 9});
  check_round_trip(std::map<std::string, int>{{"one", 1}, {"two", 2}});
  check_round_trip(std::unordered_map<int, std::string>{{1, "one"}, {2, "two"}});
  check_round_trip(std::set<int>{3, 1, 2});
  check_round_trip(std::deque<int>{1, 2});
  check_round_trip(std::list<std::string>{"x", "y"});
  check_round_trip(std::optional<int>{5});
  check_round_trip(std::optional<int>{});
  check_round_trip(std::variant<int, std::string>{"second"});
  check_round_trip(std::pair<int, std::string>{1, "one"});
  check_round_trip(std::tuple<int, double, std::string>{1, 2.5, "three"});
  check_round_trip(person{"Ann", 30, {60.5, 61}, colour::green});
  check_round_trip(tree{1, {{2, {}}, {3, {{4, {}}}}}});
}

TEST_CASE("sequences of values without content keep their length") {
  check_round_trip(std::vector<marker>(7));
  check_round_trip(std::vector<hollow>(3));
  check_round_trip(std::vector<silent>(3));
  check_round_trip(std::vector<std::tuple<>>(300));
  check_round_trip(std::vector<std::monostate>(2));
  check_round_trip(std::vector<std::array<int, 0>>(5));
  check_round_trip(std::vector<std::array<marker, 2>>(4));
  check_round_trip(std::vector<std::vector<marker>>{std::vector<marker>(2), {}});
  check_round_trip(std::deque<marker>(7));
  check_round_trip(std::list<marker>(7));
  check_round_trip(std::forward_list<marker>(7));
  check_round_trip(std::set<marker>{marker{}});
  check_round_trip(std::map<int, marker>{{1, {}}, {2, {}}});
  check_round_trip(std::map<marker, std::tuple<>>{{{}, {}}});
  check_round_trip(std::optional<marker>{marker{}});
  check_round_trip(std::vector<std::optional<marker>>{marker{}, std::nullopt});
  check_round_trip(std::variant<std::monostate, marker>{marker{}});
  check_round_trip(std::pair<marker, std::string>{{}, "text"});
  check_round_trip(std::array<marker, 3>{});
  check_round_trip(marker{});
  check_round_trip(std::tuple<>{});
  CHECK(encode(std::string()).size() == 8);  // the length has been written
  CHECK(encode(std::vector<marker>(7)).size() == 15);
}

TEST_CASE("bytes that end too early are an error for every type") {
  CHECK_THROWS_AS(decode<int>(bytes(3)), marshal_error);
  CHECK_THROWS_AS(decode<std::string>(bytes(7)), marshal_error);
  CHECK_THROWS_AS(decode<std::vector<double>>(bytes()), marshal_error);
}

TEST_CASE(
    "a sequence that claims more than is there is refused before anything is allocated for it") {
  for (std::uint64_t claimed :
       {std::uint64_t{9}, std::uint64_t{1} << 30, ~std::uint64_t{0}, ~std::uint64_t{0} / 8 + 1}) {
    bytes hostile = encode(claimed);
    hostile.resize(16);
    const std::size_t spent = allocated_by([&] {
      CHECK(refuses<std::vector<double>>(hostile));
      CHECK(refuses<std::string>(hostile));
      CHECK(refuses<std::vector<std::string>>(hostile));
      CHECK(refuses<std::deque<int>>(hostile));
      CHECK(refuses<std::unordered_map<int, int>>(hostile));
      CHECK(refuses<std::vector<bool>>(hostile));
      CHECK(refuses<std::vector<marker>>(hostile));
      CHECK(refuses<std::list<std::tuple<>>>(hostile));
    });
    CHECK(spent < 16 * 1024);  // the exceptions themselves
  }
}

TEST_CASE("a claim that counts bytes as large elements does not multiply them") {
  bytes hostile = encode(std::uint64_t{100'000});
  hostile.resize(hostile.size() + 100'000);  // as large elements: 800 MB
  CHECK(allocated_by([&] { CHECK(refuses<std::vector<large_element>>(hostile)); }) < 4'000'000);
  CHECK(allocated_by([&] { CHECK(refuses<std::deque<large_element>>(hostile)); }) < 4'000'000);
  CHECK(allocated_by([&] { CHECK(refuses<std::list<large_element>>(hostile)); }) < 4'000'000);
  CHECK(allocated_by([&] { CHECK(refuses<std::vector<double>>(hostile)); }) < 4'000'000);
}

TEST_CASE("a value without content is a zero, and nothing else") {
  bytes hostile = encode(std::vector<marker>(2));
  hostile.back() = std::byte{1};
  CHECK(refuses<std::vector<marker>>(hostile));
}

TEST_CASE("a truth value is 0 or 1, and nothing else") {
  for (int wrong : {2, 3, 255}) CHECK(refuses<bool>(bytes{static_cast<std::byte>(wrong)}));
  bytes hostile = encode(std::vector<bool>{true, false});
  hostile.back() = std::byte{7};
  CHECK(refuses<std::vector<bool>>(hostile));
}

TEST_CASE(
    "values inside values are read to a limited depth, so that bytes cannot overflow a stack") {
  tree deep;
  tree* at = &deep;
  for (int i = 0; i < 100; ++i) at = &at->below.emplace_back();
  check_round_trip(deep);

  byte_buffer hostile;
  byte_writer writer(hostile);
  for (int level = 0; level < 200'000; ++level) writer(0, std::uint64_t{1});
  CHECK(refuses<tree>(bytes(hostile.begin(), hostile.end())));
}

TEST_CASE("values inside values are written to the same depth") {
  tree deep;  // each level counts twice: the tree and its vector; the length of the last one, too
  tree* at = &deep;
  for (int level = 1; level < 249; ++level) at = &at->below.emplace_back();
  check_round_trip(deep);
  at->below.emplace_back();
  CHECK_THROWS_WITH_AS(encode(deep), "fixed.nesting: values more than 500 deep", marshal_error);
}

TEST_CASE("a name of an object is read only into a variable of its class") {
  account variable;
  check_round_trip(variable);
  calculator other;
  const bytes encoded = encode(other);
  CHECK_THROWS_AS(decode<account>(encoded), marshal_error);
  bytes unknown = encode(variable);
  unknown.back() ^= std::byte{1};
  CHECK_THROWS_AS(decode<account>(unknown), marshal_error);
}

TEST_CASE("truncated, changed and random bytes give values or errors, and never allocate much") {
  const std::uint64_t seed = std::random_device{}();
  MESSAGE("seed ", seed);
  survive_hostile_bytes(seed, std::string("some text"));
  survive_hostile_bytes(seed, std::vector<double>{1, 2, 3});
  survive_hostile_bytes(seed, std::vector<std::string>{"one", "two", "three"});
  survive_hostile_bytes(seed, std::map<std::string, std::vector<int>>{{"a", {1, 2}}, {"b", {}}});
  survive_hostile_bytes(seed, std::unordered_map<int, int>{{1, 2}, {3, 4}});
  survive_hostile_bytes(seed, std::variant<int, std::string>{"text"});
  survive_hostile_bytes(seed, std::optional<std::vector<int>>{std::vector<int>{1}});
  survive_hostile_bytes(seed, std::vector<bool>{true, false, true});
  survive_hostile_bytes(seed, std::deque<std::string>{"a", "b"});
  survive_hostile_bytes(seed, std::vector<marker>(9));
  survive_hostile_bytes(seed, std::vector<std::list<hollow>>{std::list<hollow>(2), {}});
  survive_hostile_bytes(seed, person{"Ann", 30, {60.5, 61}, colour::green});
  survive_hostile_bytes(seed, tree{1, {{2, {}}, {3, {{4, {}}}}}});
}

TEST_CASE("bytes of a machine of the other byte order give the same values") {
  // The bytes of that machine: every number turned round.
  const auto append = [](bytes& to, auto number) {
    auto image = std::bit_cast<std::array<std::byte, sizeof number>>(number);
    std::reverse(image.begin(), image.end());
    to.insert(to.end(), image.begin(), image.end());
  };
  bytes written;
  append(written, std::int32_t{-7});
  append(written, 2.5);
  append(written, std::uint64_t{3});  // the length of a vector of doubles, and its elements
  for (double one : {1.0, -2.0, 1e300}) append(written, one);
  append(written, std::uint64_t{2});  // of a string, whose bytes have no order
  written.push_back(std::byte{'h'});
  written.push_back(std::byte{'i'});
  append(written, std::uint64_t{2});  // of a vector of vectors of shorts
  for (std::int16_t length : {1, 2}) {
    append(written, static_cast<std::uint64_t>(length));
    for (std::int16_t i = 0; i < length; ++i) append(written, static_cast<std::int16_t>(300 + i));
  }
  for (std::uint32_t one : {1u, 2u, 0x01020304u}) append(written, one);  // an array

  byte_reader reader(written, true);
  std::int32_t n = 0;
  double d = 0;
  std::vector<double> doubles;
  std::string text;
  std::vector<std::vector<std::int16_t>> shorts;
  std::array<std::uint32_t, 3> numbers{};
  reader(n, d, doubles, text, shorts, numbers);
  CHECK(n == -7);
  CHECK(d == 2.5);
  CHECK(doubles == std::vector<double>{1.0, -2.0, 1e300});
  CHECK(text == "hi");
  CHECK(shorts == std::vector<std::vector<std::int16_t>>{{300}, {300, 301}});
  CHECK(numbers == std::array<std::uint32_t, 3>{1, 2, 0x01020304u});
  CHECK(reader.left() == 0);
}

namespace {

// Cereal says the version once for an archive.
struct versioned {
  std::uint32_t number = 0;
  std::vector<int> rest;
  template <class Archive>
  void serialize(Archive& archive, const std::uint32_t) {
    archive(number, rest);
  }
};

}  // namespace

TEST_CASE("values that were written one by one, in whichever message, are read one after another") {
  byte_buffer all;
  versioned first{1, {2, 3}}, second{4, {5}};
  double number = 1.5;
  mentat::detail::write_value(all, first);
  mentat::detail::write_value(all, number);
  byte_buffer alone;
  mentat::detail::write_value(alone, second);
  all.append(alone);
  mentat::byte_source from(all);
  CHECK(mentat::detail::read_value<versioned>(from).rest == std::vector<int>{2, 3});
  CHECK(mentat::detail::read_value<double>(from) == 1.5);
  const auto last = mentat::detail::read_value<versioned>(from);
  CHECK(last.number == 4);
  CHECK(last.rest == std::vector<int>{5});
  CHECK(from.left() == 0);
}

namespace {

// Without a default constructor it travels as its memory.
struct image {
  explicit image(int n) : number(n) {}
  int number;
};
struct wide_image {
  explicit wide_image(int n) : number(n) {}
  alignas(16) long double number;
};
struct point {
  double x, y;
};
struct through_memory {
  std::array<point, 2> points{};
  template <class Archive>
  void serialize(Archive& archive) {
    archive(cereal::binary_data(points.data(), sizeof points));
  }
};
enum class shade : std::uint16_t { pale = 1, dark = 0x0203 };
struct shades {
  std::array<shade, 2> all{};
  template <class Archive>
  void serialize(Archive& archive) {
    archive(cereal::binary_data(all.data(), sizeof all));
  }
};

template <class T>
byte_buffer written(T value) {
  byte_buffer made;
  mentat::detail::write_value(made, value);
  return made;
}
template <class T>
T read_swapped(const byte_buffer& from) {
  mentat::byte_source source({from.data(), from.size()}, true);
  return mentat::detail::read_value<T>(source);
}

}  // namespace

TEST_CASE("memory whose numbers are not known is refused by a reader of the other order") {
  const byte_buffer one = written(image(7));
  mentat::byte_source same({one.data(), one.size()});
  CHECK(mentat::detail::read_value<image>(same).number == 7);
  CHECK_THROWS_AS(static_cast<void>(read_swapped<image>(one)), marshal_error);
  CHECK_THROWS_AS(static_cast<void>(read_swapped<through_memory>(written(through_memory()))),
                  marshal_error);
  const byte_buffer two = written(shades{{shade::pale, shade::dark}});
  CHECK(read_swapped<shades>(two).all == std::array{shade{0x0100}, shade{0x0302}});
}

TEST_CASE("a long double is refused only where hosts have different processors") {
  const long double number = 1.5L;
  const auto refused = [](const auto& value) {
    try {
      static_cast<void>(written(value));
      return std::string();
    } catch (const marshal_error& error) {
      return std::string(error.what());
    }
  };
  CHECK(refused(number).empty());
  mentat::detail::has_other_processors = true;
  CHECK(refused(number).starts_with("a long double cannot be sent in a session of hosts"));
  CHECK_FALSE(refused(std::vector<long double>{number}).empty());
  CHECK_FALSE(refused(std::array<long double, 2>{}).empty());
  CHECK_FALSE(refused(std::complex<long double>(number)).empty());
  CHECK_FALSE(refused(std::map<int, long double>{{1, number}}).empty());
  CHECK_FALSE(refused(mentat::buffer<long double>(std::vector<long double>(3))).empty());
  CHECK_FALSE(
      refused(mentat::buffer<std::complex<long double>>(std::vector<std::complex<long double>>(3)))
          .empty());
  CHECK(refused(wide_image(1)).starts_with("a struct that travels as its memory cannot be sent"));
  CHECK(refused(image(7)).empty());
  CHECK(refused(1.5).empty());
  CHECK(refused(std::vector<double>{1, 2}).empty());
  mentat::detail::has_other_processors = false;
}

TEST_CASE("an archive writes little-endian if it is told so, on every machine") {
  byte_buffer made;
  byte_writer archive(made);
  archive.in_little_endian()(std::uint32_t{0x01020304}, std::vector<std::uint16_t>{0x0506});
  const bytes expected{std::byte{4}, std::byte{3}, std::byte{2}, std::byte{1}, std::byte{1},
                       std::byte{0}, std::byte{0}, std::byte{0}, std::byte{0}, std::byte{0},
                       std::byte{0}, std::byte{0}, std::byte{6}, std::byte{5}};
  CHECK(std::ranges::equal(std::span(made.data(), made.size()), expected));
}
