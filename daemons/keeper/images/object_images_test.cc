#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/keeper/images/object_images.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mentat::keeper {
namespace {

using bytes = std::vector<std::byte>;
using durable::record_kind;

bytes bytes_of(std::string_view text) {
  const auto all = std::as_bytes(std::span(text));
  return {all.begin(), all.end()};
}

constexpr durable::object_id alice{{1, 2, 3}};

durable::record_view record(record_kind kind, const bytes& body) {
  return {{kind, alice, 1, 1}, body, durable::record_bytes(body.size()), 0};
}

state_body made_with(const std::vector<cell_view>& cells) {
  state_body made;
  made.about = {7, 8, durability::disk, 2, "account", "alice"};
  made.cells = cells;
  return made;
}

}  // namespace

TEST_CASE("an image has the last value of each cell") {
  const bytes old = bytes_of("old"), other = bytes_of("other"), now = bytes_of("now");
  object_images images;
  REQUIRE(images.take(record(record_kind::made, encode(made_with({{0, old}, {5, other}})))));
  const bytes call = bytes_of("call");
  REQUIRE(images.take(record(record_kind::effect, encode(effect_body{{{0, now}}, call}))));
  const object_image* const of = images.find(alice);
  REQUIRE(of);
  CHECK(of->cells.at(0) == now);
  CHECK(of->cells.at(5) == other);
  CHECK(of->calls == call);
  CHECK(of->bytes == 8);
  CHECK(of->about.name == "alice");
}

TEST_CASE("an image that is encoded is the state again") {
  const bytes value = bytes_of("value");
  object_images images, again;
  REQUIRE(images.take(record(record_kind::made, encode(made_with({{3, value}})))));
  REQUIRE(again.take(record(record_kind::image, *images.image_of(alice))));
  CHECK(again.find(alice)->about == images.find(alice)->about);
  CHECK(again.find(alice)->cells == images.find(alice)->cells);
}

TEST_CASE("an object that is gone has no image") {
  object_images images;
  REQUIRE(images.take(record(record_kind::made, encode(made_with({})))));
  REQUIRE(images.take(record(record_kind::gone, {})));
  CHECK(images.find(alice) == nullptr);
  CHECK(images.image_of(alice) == nullptr);
}

TEST_CASE("a body that was cut or extended anywhere is refused, and changes nothing") {
  const bytes value = bytes_of("value");
  const bytes state = encode(made_with({{3, value}, {4, value}}));
  const bytes effect = encode(effect_body{{{3, value}}, value});
  object_images images;
  REQUIRE(images.take(record(record_kind::made, state)));
  for (const bytes& whole : {state, effect})
    for (std::size_t size = 0; size <= whole.size() + 1; ++size) {
      if (size == whole.size()) continue;
      bytes cut = whole;
      cut.resize(size);
      INFO("size ", size);
      const auto kind = whole == state ? record_kind::image : record_kind::effect;
      CHECK_FALSE(images.take(record(kind, cut)));
      CHECK(images.find(alice)->cells.size() == 2);
    }
}

TEST_CASE("a count of cells beyond the bytes is refused before anything is allocated") {
  bytes effect = encode(effect_body{});
  std::fill_n(effect.begin(), 4, std::byte{0xff});
  CHECK_FALSE(read_effect(effect));
}

TEST_CASE("a name beyond the limit is refused") {
  state_body made = made_with({});
  made.about.name = std::string(longest_name, 'x');
  CHECK(read_state(encode(made)));
  made.about.name += 'x';
  CHECK_FALSE(read_state(encode(made)));
}

}  // namespace mentat::keeper
