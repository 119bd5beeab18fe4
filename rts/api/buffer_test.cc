// mentat::buffer: copies share, in calls of every mode too; bytes of buffers are decoded, and no
// bytes from outside are believed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <mentat/buffer.h>
#include <mentat/server.h>
#include <mentat/space.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rts/api/in_every_mode.h"

using mentat::buffer;
using mentat::byte_reader;
using mentat::byte_writer;
using mentat::marshal_error;
using mentat::base::byte_buffer;
using mentat::detail::is_buffer_element;
using mentat::testing::in_every_mode;

namespace {

struct hit {
  std::int32_t at;
  float score;
  std::array<std::uint8_t, 4> letters;
  friend bool operator==(const hit&, const hit&) = default;
};
struct alignas(64) wide {
  double values[8];
};
enum class colour : std::uint16_t { red, green };
struct named {
  std::string name;
};
struct with_constructor {
  explicit with_constructor(int of) : value(of) {}
  int value;
};

template <class T>
long holders(const buffer<T>& of) {
  return mentat::detail::buffer_access::block(of).use_count();
}

buffer<double> counting(std::size_t count) {
  return buffer<double>::make(count,
                              [](std::span<double> to) { std::iota(to.begin(), to.end(), 0.0); });
}

template <class T>
byte_buffer encoded(const T& value) {
  byte_buffer bytes;
  byte_writer writer(bytes);
  writer(value);
  return bytes;
}
template <class T>
T decoded(std::span<const std::byte> bytes, bool swapped = false) {
  byte_reader reader(bytes, swapped);
  T value;
  reader(value);
  CHECK(reader.left() == 0);
  return value;
}

struct packet {
  int number = 0;
  buffer<double> values;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(number, values);
  }
};

// Its save and its load disagree.
struct two_faced {
  buffer<int> saved;
  buffer<double> loaded;
  template <class Archive>
  void save(Archive& archive) const {
    archive(saved);
  }
  template <class Archive>
  void load(Archive& archive) {
    archive(loaded);
  }
};

// --- A regular class that passes buffers on.
class relay_impl;
using relay = mentat::handle<relay_impl>;

class relay_impl {
 public:
  using make_tag = mentat::method<relay_impl, 1, buffer<double>(std::size_t)>;
  using pass_tag = mentat::method<relay_impl, 2, buffer<double>(buffer<double>)>;
  using hand_on_tag = mentat::method<relay_impl, 3, buffer<double>(const buffer<double>&, int)>;
  using pack_tag = mentat::method<relay_impl, 4, packet(const buffer<double>&)>;
  using unpack_tag = mentat::method<relay_impl, 5, buffer<double>(const packet&)>;
  using all_tag = mentat::method<relay_impl, 6, std::vector<buffer<double>>(const buffer<double>&)>;

  void make_body(mentat::rtf_sink<buffer<double>>& rtf, std::size_t count) { rtf(counting(count)); }
  void pass_body(mentat::rtf_sink<buffer<double>>& rtf, buffer<double> values) {
    rtf(std::move(values));
  }
  void hand_on_body(mentat::rtf_sink<buffer<double>>& rtf, const buffer<double>& values,
                    int times) {
    if (times == 0) return rtf(values);
    relay other;
    rtf(other.invoke_fn__<hand_on_tag>(other.invoke_fn__<pass_tag>(values), times - 1));
  }
  void pack_body(mentat::rtf_sink<packet>& rtf, const buffer<double>& values) {
    rtf(packet{7, values});
  }
  void unpack_body(mentat::rtf_sink<buffer<double>>& rtf, const packet& from) { rtf(from.values); }
  void all_body(mentat::rtf_sink<std::vector<buffer<double>>>& rtf, const buffer<double>& values) {
    rtf(std::vector<buffer<double>>{values, values.slice(1, 2)});
  }

  struct mentat_stubs__ : mentat::mentat_object {};
  static const mentat::class_info& mentat_class__();
};

}  // namespace

template <>
struct mentat::server__<relay_impl> {
  static void dispatch__(relay_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case relay_impl::make_tag::number__: {
        mentat::accepted_call<relay_impl::make_tag> call(unit);
        return self.make_body(call.rtf__(), call.argument__<0>());
      }
      case relay_impl::pass_tag::number__: {
        mentat::accepted_call<relay_impl::pass_tag> call(unit);
        return self.pass_body(call.rtf__(), std::move(call.argument__<0>()));
      }
      case relay_impl::hand_on_tag::number__: {
        mentat::accepted_call<relay_impl::hand_on_tag> call(unit);
        return self.hand_on_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
      case relay_impl::pack_tag::number__: {
        mentat::accepted_call<relay_impl::pack_tag> call(unit);
        return self.pack_body(call.rtf__(), call.argument__<0>());
      }
      case relay_impl::unpack_tag::number__: {
        mentat::accepted_call<relay_impl::unpack_tag> call(unit);
        return self.unpack_body(call.rtf__(), call.argument__<0>());
      }
      case relay_impl::all_tag::number__: {
        mentat::accepted_call<relay_impl::all_tag> call(unit);
        return self.all_body(call.rtf__(), call.argument__<0>());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::relay", mentat::kind::regular,
                                                           901, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<relay_impl::make_tag>("make"),
      mentat::describe__<relay_impl::pass_tag>("pass"),
      mentat::describe__<relay_impl::hand_on_tag>("hand_on"),
      mentat::describe__<relay_impl::pack_tag>("pack"),
      mentat::describe__<relay_impl::unpack_tag>("unpack"),
      mentat::describe__<relay_impl::all_tag>("all")};
};
inline const mentat::class_info& relay_impl::mentat_class__() {
  return mentat::class_info_of__<relay_impl>();
}
MENTAT_REGISTER_CLASS(relay_impl);

TEST_CASE("elements are numbers, enumerations, bytes, and aggregates of these") {
  static_assert(is_buffer_element<double> && is_buffer_element<char> &&
                is_buffer_element<std::byte> && is_buffer_element<colour> &&
                is_buffer_element<hit> && is_buffer_element<std::array<hit, 3>> &&
                is_buffer_element<wide> && is_buffer_element<std::complex<float>>);
  static_assert(!is_buffer_element<bool> && !is_buffer_element<int*> &&
                !is_buffer_element<std::string> && !is_buffer_element<named> &&
                !is_buffer_element<const int> && !is_buffer_element<int&> &&
                !is_buffer_element<std::string_view> && !is_buffer_element<with_constructor> &&
                !is_buffer_element<buffer<int>> && !is_buffer_element<int[3]>);
}

TEST_CASE("copies and slices share the elements, and the last one ends them") {
  std::vector<double> from{1, 2, 3, 4, 5};
  const double* const place = from.data();
  buffer<double> one(std::move(from));
  CHECK(one.data() == place);  // kept where they were
  CHECK(holders(one) == 1);
  {
    const buffer<double> other = one, part = one.slice(1, 3);
    CHECK(other.data() == place);
    CHECK(part.data() == place + 1);
    CHECK(part.size() == 3);
    CHECK(part[2] == 4);
    CHECK(holders(one) == 3);
  }
  CHECK(holders(one) == 1);
  const buffer<double> moved = std::move(one);
  CHECK(moved.data() == place);
  CHECK(holders(moved) == 1);
  CHECK(one.empty());  // NOLINT(bugprone-use-after-move): documented
  CHECK(one.data() == nullptr);
  const auto part = buffer<double>(moved).slice(4, 1);
  CHECK(std::vector<double>(part.begin(), part.end()) == std::vector<double>{5});
}

TEST_CASE("make calls once, in place, with bytes that are zero") {
  int calls = 0;
  const int* place = nullptr;
  const auto made = buffer<int>::make(3, [&](std::span<int> to) {
    ++calls;
    place = to.data();
    CHECK(to.size() == 3);
    CHECK(to[1] == 0);
    to[2] = 9;
  });
  CHECK(calls == 1);
  CHECK(made.data() == place);
  CHECK(made[2] == 9);
  CHECK(buffer<int>::make(0, [&](std::span<int> to) { calls += to.empty() ? 1 : 10; }).empty());
  CHECK(calls == 2);
  CHECK_THROWS_AS(buffer<int>::make(3, [](std::span<int>) { throw 5; }), int);
  CHECK_THROWS_AS(buffer<int>::make(~std::size_t{0}, [](std::span<int>) {}), std::bad_alloc);
  const auto aligned = buffer<wide>::make(2, [](std::span<wide> to) { to[1].values[7] = 1; });
  CHECK(reinterpret_cast<std::uintptr_t>(aligned.data()) % alignof(wide) == 0);
  CHECK(aligned[1].values[7] == 1);
}

TEST_CASE("a slice beyond the end is an error that names the elements") {
  const buffer<double> five = counting(5);
  CHECK(five.slice(5, 0).empty());
  CHECK_THROWS_WITH_AS(static_cast<void>(five.slice(3, 3)),
                       "mentat::buffer::slice: 3 elements from 3 on, of 5", std::out_of_range);
  CHECK_THROWS_AS(static_cast<void>(five.slice(6, 0)), std::out_of_range);
  CHECK_THROWS_AS(static_cast<void>(five.slice(2, ~std::size_t{0})), std::out_of_range);
}

TEST_CASE("a buffer is a span where it lasts, and a text a std::string_view") {
  using span = std::span<const double>;
  static_assert(std::is_convertible_v<const buffer<double>&, span> &&
                std::is_convertible_v<buffer<double>&, span>);
  static_assert(std::is_convertible_v<buffer<double>, span> &&
                std::is_convertible_v<const buffer<double>, span>);
  static_assert(std::is_convertible_v<const mentat::text&, std::string_view> &&
                std::is_convertible_v<mentat::text, std::string_view> &&
                !std::is_convertible_v<const buffer<int>&, std::string_view>);
  const buffer<double> five = counting(5);
  const span view = five;
  CHECK(view.data() == five.data());
  CHECK(view.size() == 5);
  const auto literal = mentat::text::copy_of("abc");
  CHECK(std::string_view(literal) == "abc");
  CHECK(mentat::text::copy_of(std::string("abc")) == literal);
  CHECK(mentat::text::copy_of(literal) == literal);
  std::string page(1000, 'x');
  const char* const place = page.data();
  CHECK(mentat::text(std::move(page)).data() == place);
}

TEST_CASE("buffers are equal if their elements are") {
  CHECK(counting(4) == counting(5).slice(0, 4));
  CHECK(counting(4) != counting(5));
  CHECK(buffer<int>() == buffer<int>(std::vector<int>()));
  const hit some[] = {{1, 2, {3}}, {4, 5, {6}}};
  CHECK(buffer<hit>::copy_of(some) == buffer<hit>::copy_of(some));
  // Whether two buffers share must not decide: it depends on the mode.
  const auto nan = buffer<double>(std::vector<double>{std::numeric_limits<double>::quiet_NaN()});
  CHECK(nan != nan);
}

TEST_CASE("a decoded buffer equals the encoded one, and a slice has its own bytes alone") {
  const buffer<double> five = counting(5);
  CHECK(decoded<buffer<double>>(encoded(five)) == five);
  CHECK(encoded(five.slice(1, 2)).size() == sizeof(std::uint64_t) + 2 * sizeof(double));
  CHECK(decoded<buffer<double>>(encoded(five.slice(1, 2)))[1] == 2);
  CHECK(decoded<buffer<int>>(encoded(buffer<int>())).data() == nullptr);
  const hit some[] = {{1, 2, {3}}, {4, 5, {6}}};
  CHECK(decoded<buffer<hit>>(encoded(buffer<hit>::copy_of(some)))[1] == some[1]);
  const auto all = decoded<std::vector<mentat::text>>(encoded(
      std::vector{mentat::text::copy_of("a"), mentat::text(), mentat::text::copy_of("bc")}));
  REQUIRE(all.size() == 3);
  CHECK(std::string_view(all[2]) == "bc");
  // A vector of numbers has the same bytes.
  CHECK(decoded<std::vector<double>>(encoded(five)) == std::vector<double>{0, 1, 2, 3, 4});
}

TEST_CASE("numbers in the other order of bytes are read; structs are refused") {
  auto bytes = encoded(std::uint64_t{std::uint64_t{1} << 56});
  bytes.append(encoded(0x01020304));
  CHECK(decoded<buffer<int>>(bytes, true)[0] == 0x04030201);
  auto complex = encoded(std::uint64_t{std::uint64_t{1} << 56});
  for (const float part : {1.0F, 2.0F}) {
    auto other = std::bit_cast<std::array<std::byte, sizeof part>>(part);
    std::ranges::reverse(other);
    complex.append(other);
  }
  CHECK(decoded<buffer<std::complex<float>>>(complex, true)[0] == std::complex<float>(1, 2));
  auto structs = encoded(std::uint64_t{std::uint64_t{1} << 56});
  structs.append(encoded(hit{}.letters));
  structs.append(encoded(hit{}.letters));
  structs.append(encoded(hit{}.letters));
  byte_reader reader(structs, true);
  buffer<hit> value;
  CHECK_THROWS_AS(reader(value), marshal_error);
}

TEST_CASE("a number of elements that the bytes do not hold allocates nothing") {
  const auto read = [](std::uint64_t count, std::size_t bytes) {
    byte_buffer message = encoded(count);
    message.resize(message.size() + bytes);
    byte_reader reader(message);
    buffer<double> value;
    reader(value);
    return value.size();
  };
  CHECK(read(3, 24) == 3);
  for (const std::uint64_t count :
       {std::uint64_t{4}, std::uint64_t{24}, std::uint64_t{1} << 40, std::uint64_t{1} << 61,
        (std::uint64_t{1} << 61) + 1, ~std::uint64_t{0}})
    CHECK_THROWS_AS(read(count, 24), marshal_error);
  byte_reader nothing(std::span<const std::byte>{});
  buffer<double> value = counting(2);
  CHECK_THROWS_AS(nothing(value), marshal_error);
  CHECK(value.size() == 2);
}

TEST_CASE("a message shares a large buffer, also as a part of a value, and copies a small one") {
  const buffer<double> large = counting(byte_writer::large / sizeof(double)), small = counting(3);
  const auto* const place = reinterpret_cast<const std::byte*>(large.data());
  byte_buffer bytes;
  std::vector<mentat::borrowed_bytes> lent;
  const auto write = [&](auto value) { mentat::detail::write_last_value(bytes, &lent, value); };
  write(large);
  write(small);
  write(packet{1, large.slice(0, large.size())});
  write(std::vector{large, small});
  REQUIRE(lent.size() == 3);
  for (const auto& one : lent) {
    CHECK(one.storage.get() == place);
    CHECK(one.size == byte_writer::large);
  }
  CHECK(holders(large) == 4);
  CHECK(lent[0].at == 8);
  CHECK(lent[1].at == 8 + 8 + 24 + 4 + 8);
  CHECK(bytes.size() < 200);
  // In one piece it is what a receiver reads.
  byte_buffer whole;
  std::size_t done = 0;
  for (const auto& one : lent) {
    whole.append(bytes.data() + done, one.at - done);
    whole.append(one.storage.get(), one.size);
    done = one.at;
  }
  whole.append(bytes.data() + done, bytes.size() - done);
  mentat::byte_source from(whole);
  CHECK(mentat::detail::read_value<buffer<double>>(from) == large);
  CHECK(mentat::detail::read_value<buffer<double>>(from) == small);
  CHECK(mentat::detail::read_value<packet>(from).values == large);
  CHECK(mentat::detail::read_value<std::vector<buffer<double>>>(from)[1] == small);
  CHECK(from.left() == 0);
}

TEST_CASE("a round trip within the process refuses a buffer read as one of another size") {
  packet same{1, counting(4)};
  const double* const place = same.values.data();
  mentat::detail::round_trip(same);
  CHECK(same.values.data() == place);
  CHECK(same.values.size() == 4);
  two_faced other{buffer<int>(std::vector<int>{1, 2, 3, 4}), {}};
  CHECK_THROWS_AS(mentat::detail::round_trip(other), marshal_error);
}

TEST_CASE("calls, results, arcs and rtf share the elements") {
  in_every_mode([] {
    relay r;
    const buffer<double> given = counting(20000);
    const double* const place = given.data();
    const mentat::result<buffer<double>> handed_on =
        r.invoke_fn__<relay_impl::hand_on_tag>(r.invoke_fn__<relay_impl::pass_tag>(given), 5);
    CHECK(handed_on.get().data() == place);
    const mentat::result<buffer<double>> unpacked =
        r.invoke_fn__<relay_impl::unpack_tag>(r.invoke_fn__<relay_impl::pack_tag>(handed_on));
    CHECK(unpacked.get().data() == place);
    const mentat::result<std::vector<buffer<double>>> all =
        r.invoke_fn__<relay_impl::all_tag>(unpacked);
    CHECK(all.get()[1].data() == place + 1);
    const mentat::result<buffer<double>> made =
        r.invoke_fn__<relay_impl::make_tag>(std::size_t{100});
    CHECK(made.get() == counting(100));
  });
}

TEST_CASE("a buffer is a field of a tuple") {
  in_every_mode([] {
    mentat::space s;
    mentat::create(s);
    s.out("numbers", counting(9));
    s.out("text", mentat::text::copy_of("one text"));
    const hit some[] = {{1, 2, {3}}};
    s.out("hits", buffer<hit>::copy_of(some));
    CHECK(s.in("numbers", mentat::formal<buffer<double>>) == counting(9));
    const mentat::text found = s.in("text", mentat::formal<mentat::text>);
    CHECK(std::string_view(found) == "one text");
    CHECK(s.in("hits", mentat::formal<buffer<hit>>)[0] == some[0]);
  });
}
