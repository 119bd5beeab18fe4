#include "mmps/net/piece_elsewhere.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

constexpr mmps_name receiver = mmps_name::of_process(3, 4, 5, 6);
constexpr mmps_name sender = mmps_name::of_process(1, 1, 2, 1);
constexpr piece_elsewhere piece{receiver, 7, 20'000, 8};

mentat_message frame() {
  mentat_message made(std::make_shared<std::byte[]>(20'000), 20'000);
  made.header.flags = flag::repeated;
  made.header.link_sequence = 9;
  return made;
}

bool is_name(std::span<const std::byte> body, std::uint16_t flags) {
  mentat_message read(body);
  read.header.flags = flags;
  return piece_elsewhere::read(read).has_value();
}

}  // namespace

TEST_CASE("a name says where the piece is, under the header of its frame") {
  const mentat_message made = piece.in_place_of(frame());
  CHECK(check_body(made.header, made.body()) == decode_error::none);
  CHECK(made.header.link_sequence == 9);
  CHECK((made.header.flags & flag::elsewhere) != 0);
  const auto said = piece_elsewhere::read(made);
  REQUIRE(said);
  CHECK(said->receiver == receiver);
  CHECK(said->sequence == 7);
  CHECK(said->size == 20'000);
  CHECK(said->crc == 8);
}

TEST_CASE("a name that is no name is refused") {
  const std::uint16_t right = flag::repeated | flag::elsewhere;
  const mentat_message made = piece.in_place_of(frame());
  CHECK(is_name(made.body(), right));
  CHECK_FALSE(is_name(made.body().first(31), right));
  CHECK_FALSE(is_name(made.body(), flag::elsewhere));
  CHECK_FALSE(is_name(made.body(), right | flag::named));
  for (const std::size_t changed : {8, 12, 25}) {  // an object, nobody, 32 bytes
    INFO(changed);
    std::vector<std::byte> body(made.body().begin(), made.body().end());
    if (changed == 8) body[changed] = std::byte{1};
    if (changed == 12) std::fill_n(body.begin() + 12, 4, std::byte{0});
    if (changed == 25) body[changed] = std::byte{0};
    CHECK_FALSE(is_name(body, right));
  }
}

TEST_CASE("a question says whose piece is wanted, and one that is none is refused") {
  const mentat_message made = piece_question{sender, piece}.in_message();
  CHECK(made.header.type == static_cast<std::uint8_t>(message_type::fetch));
  const auto asked = piece_question::read(made);
  REQUIRE(asked);
  CHECK(asked->sender == sender);
  CHECK(asked->piece.receiver == receiver);
  CHECK(asked->piece.sequence == 7);
  const auto refused = [&](std::vector<std::byte> body) {
    return !piece_question::read(mentat_message(std::span<const std::byte>(body)));
  };
  std::vector<std::byte> body(made.body().begin(), made.body().end());
  CHECK_FALSE(refused(body));
  body.pop_back();
  CHECK(refused(body));
  body.push_back(std::byte{0});
  std::fill(body.end() - 4, body.end(), std::byte{0});  // its sender is nobody
  CHECK(refused(body));
  CHECK(refused({}));
}

}  // namespace mentat::mmps::net
