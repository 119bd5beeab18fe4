// Parameters that are views: what a call keeps for them, and that its bytes are those of a vector
// or a string.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/api/view_argument.h"

#include <mentat/server.h>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rts/api/value_bytes.h"

using mentat::buffer;
using mentat::base::byte_buffer;
using mentat::detail::is_view;
using mentat::detail::kept_from;
using mentat::detail::kept_t;
using mentat::detail::seen_as;
using numbers = std::span<const double>;

namespace {

struct hit {
  std::int32_t at;
  float score;
};

template <class T>
std::vector<std::byte> bytes_of(T value) {
  byte_buffer bytes;
  mentat::detail::write_value(bytes, value);
  return {bytes.data(), bytes.data() + bytes.size()};
}

// A call that another process executes, before its argument is there.
template <class Parameter, class Produced>
bool travels_as_its_bytes() {
  mentat::argument_slot<Parameter> slot;
  mentat::cip<Produced> produced(new mentat::typed_instance<Produced>(nullptr, 0));
  slot.fill(std::move(produced));
  return slot.has_same_bytes();
}

}  // namespace

TEST_CASE("only a readable span of any length and a string view are kept as buffers") {
  static_assert(std::is_same_v<kept_t<numbers>, buffer<double>>);
  static_assert(std::is_same_v<kept_t<const std::span<const hit>&>, buffer<hit>>);
  static_assert(std::is_same_v<kept_t<std::string_view&&>, mentat::text>);
  static_assert(!is_view<std::span<double>> && !is_view<std::span<const double, 3>>);
  static_assert(!is_view<std::vector<double>> && !is_view<buffer<double>> && !is_view<int>);
}

TEST_CASE("an rvalue vector or string is moved, a buffer is shared, everything else is copied") {
  std::vector<double> all(100000, 1.5);
  const double* const at = all.data();
  const buffer<double> copied = kept_from<numbers>(all);
  CHECK(copied.data() != at);
  CHECK(copied.size() == all.size());
  const buffer<double> moved = kept_from<numbers>(std::move(all));
  CHECK(moved.data() == at);
  CHECK(kept_from<numbers>(moved).data() == at);
  CHECK(kept_from<numbers>(moved.slice(7, 3)).data() == at + 7);
  CHECK(kept_from<numbers>(numbers(moved).first(3)).data() != at);
  CHECK(kept_from<numbers>(std::array<double, 3>{1, 2, 3})[2] == 3);

  std::string text(1000, 't');
  const char* const first = text.data();
  CHECK(kept_from<std::string_view>(std::move(text)).data() == first);
  CHECK(kept_from<std::string_view>("abc").size() == 3);
  CHECK(kept_from<std::span<const char>>("abc").size() == 4);
  const auto kept = kept_from<std::string_view>("abc");
  CHECK(seen_as<std::string_view>(kept) == "abc");
  CHECK(kept_from<numbers>(numbers()).empty());
}

TEST_CASE("the bytes of a view of numbers are those of a vector, of a text those of a string") {
  for (const std::size_t size : {0u, 3u, 100000u}) {
    const std::vector<double> all(size, 2.5);
    CHECK(bytes_of(all) == bytes_of(kept_from<numbers>(all)));
    const std::string text(size, 'v');
    CHECK(bytes_of(text) == bytes_of(kept_from<std::string_view>(text)));
  }
  CHECK(travels_as_its_bytes<numbers, std::vector<double>>());
  CHECK(travels_as_its_bytes<numbers, buffer<double>>());
  CHECK(travels_as_its_bytes<std::string_view, std::string>());
  CHECK(travels_as_its_bytes<std::string_view, mentat::text>());
  CHECK(!travels_as_its_bytes<numbers, std::array<double, 3>>());
  CHECK(!travels_as_its_bytes<std::span<const hit>, std::vector<hit>>());
  CHECK(travels_as_its_bytes<std::span<const hit>, buffer<hit>>());
  CHECK(!travels_as_its_bytes<double, int>());
}
