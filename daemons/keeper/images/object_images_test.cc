#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/keeper/images/object_images.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "rts/durable/effect.h"

namespace mentat::keeper {
namespace {

using bytes = std::vector<std::byte>;
using durable::record_kind;

bytes bytes_of(std::string_view text) {
  const auto all = std::as_bytes(std::span(text));
  return {all.begin(), all.end()};
}

constexpr durable::object_id alice{{1, 2, 3}};

durable::image made_with(std::vector<bytes> cells) {
  durable::image made;
  made.about = {7, 8, durable::durability::disk, 2, "account", "alice"};
  made.cells = std::move(cells);
  return made;
}
bytes body_of(const durable::image& state) {
  base::byte_buffer body;
  state.encode(body);
  return {body.begin(), body.end()};
}
bytes body_of(const durable::effect& one) {
  base::byte_buffer record;
  encode(one, record);
  const auto body = durable::view_record({record.data(), record.size()}).body;
  return {body.begin(), body.end()};
}
bool take(object_images& into, record_kind kind, std::uint64_t sequence, const bytes& body) {
  return into.take({{kind, alice, 1, sequence}, body, durable::record_bytes(body.size()), 0});
}
durable::effect change_of(std::uint32_t place, const bytes& value) {
  durable::effect one;
  one.origin = 4;
  one.answers = {{1, {}, {false, bytes_of("answer")}}};
  one.cells = {{place, value}};
  return one;
}

}  // namespace

TEST_CASE("an image has the last value of each cell, and the answers") {
  const bytes now = bytes_of("now"), other = bytes_of("other");
  object_images images;
  REQUIRE(take(images, record_kind::made, 1, body_of(made_with({bytes_of("old"), other}))));
  REQUIRE(take(images, record_kind::effect, 2, body_of(change_of(0, now))));
  const durable::image* const of = images.find(alice);
  REQUIRE(of);
  CHECK(of->cells == std::vector<bytes>{now, other});
  CHECK(of->calls.last(4) == 1);
  CHECK(of->about.name == "alice");
  CHECK(images.bytes_of(alice) >= images.image_of(alice)->size() - 64);
}

TEST_CASE("an image that is encoded is the state again") {
  object_images images, again;
  REQUIRE(take(images, record_kind::made, 1, body_of(made_with({bytes_of("value")}))));
  REQUIRE(take(images, record_kind::effect, 2, body_of(change_of(0, bytes_of("new")))));
  REQUIRE(take(again, record_kind::image, 2, *images.image_of(alice)));
  CHECK(again.find(alice)->about == images.find(alice)->about);
  CHECK(again.find(alice)->cells == images.find(alice)->cells);
  CHECK(again.find(alice)->calls.last(4) == 1);
  CHECK(take(again, record_kind::effect, 3, body_of(change_of(0, bytes_of("newer")))));
}

TEST_CASE("an object that is gone has no image") {
  object_images images;
  REQUIRE(take(images, record_kind::made, 1, body_of(made_with({}))));
  REQUIRE(take(images, record_kind::gone, 2, {}));
  CHECK(images.find(alice) == nullptr);
  CHECK(images.image_of(alice) == nullptr);
}

TEST_CASE("a body that was cut or extended anywhere is refused, and changes nothing") {
  const bytes value = bytes_of("value");
  const bytes state = body_of(made_with({value, value}));
  const bytes effect = body_of(change_of(1, value));
  object_images images;
  REQUIRE(take(images, record_kind::made, 1, state));
  for (const bytes& whole : {state, effect})
    for (std::size_t size = 0; size <= whole.size() + 1; ++size) {
      if (size == whole.size()) continue;
      bytes cut = whole;
      cut.resize(size);
      INFO("size ", size);
      const auto kind = whole == state ? record_kind::image : record_kind::effect;
      CHECK_FALSE(take(images, kind, 2, cut));
      CHECK(images.find(alice)->cells.size() == 2);
    }
}

TEST_CASE("a count of cells beyond the bytes is refused before anything is allocated") {
  bytes effect = body_of(durable::effect());
  std::fill_n(effect.end() - 4, 4, std::byte{0xff});
  object_images images;
  REQUIRE(take(images, record_kind::made, 1, body_of(made_with({}))));
  CHECK_FALSE(take(images, record_kind::effect, 2, effect));
}

}  // namespace mentat::keeper
