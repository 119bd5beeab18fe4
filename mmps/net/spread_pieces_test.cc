#include "mmps/net/spread_pieces.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "mmps/net/piece_elsewhere.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

using base::instant;
using frames = std::vector<spread_pieces::frame_id>;

constexpr std::size_t size = 20'000;
constexpr mmps_name first = mmps_name::of_process(2, 1, 3, 1);
constexpr mmps_name second = mmps_name::of_process(2, 1, 4, 1);
constexpr mmps_name third = mmps_name::of_process(2, 1, 5, 1);
constexpr mmps_name of_other_host = mmps_name::of_process(3, 1, 3, 1);
constexpr instant begin{1};

const std::shared_ptr<std::byte[]> memory = std::make_shared<std::byte[]>(size);

mentat_message frame_of(const std::shared_ptr<std::byte[]>& bytes, std::uint64_t sequence) {
  mentat_message made(bytes, size);
  made.header.flags = flag::repeated;
  made.header.link_sequence = sequence;
  protect_body(made);
  return made;
}

enum class passed { bytes, name, later };

passed pass(spread_pieces& all, const mmps_name& to, std::uint64_t sequence, instant now = begin,
            const std::shared_ptr<std::byte[]>& bytes = memory) {
  mentat_message frame = frame_of(bytes, sequence);
  if (!all.pass(now, to, frame)) return passed::later;
  return (frame.header.flags & flag::elsewhere) != 0 ? passed::name : passed::bytes;
}

}  // namespace

TEST_CASE("only the first process of a host gets bytes, the others wait for it and get a name") {
  spread_pieces all;
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(pass(all, of_other_host, 1) == passed::bytes);
  CHECK(pass(all, second, 1) == passed::later);
  CHECK(pass(all, second, 1) == passed::later);
  CHECK(all.note_acknowledged(begin, first, 6).empty());
  CHECK(all.note_acknowledged(begin, first, 7) == frames{{second, 1}});
  CHECK(pass(all, second, 1) == passed::name);
  CHECK(all.next_deadline() == instant::never());
  CHECK(pass(all, third, 1) == passed::name);
}

TEST_CASE("the name says where the piece is") {
  spread_pieces all;
  pass(all, first, 7);
  CHECK(all.note_acknowledged(begin, first, 7).empty());
  mentat_message frame = frame_of(memory, 1);
  const std::uint32_t crc = frame.header.body_crc;
  REQUIRE(all.pass(begin, second, frame));
  CHECK(check_body(frame.header, frame.body()) == decode_error::none);
  const auto said = piece_elsewhere::read(frame);
  REQUIRE(said);
  CHECK(said->receiver == first);
  CHECK(said->sequence == 7);
  CHECK(said->size == size);
  CHECK(said->crc == crc);
}

TEST_CASE("what is sent again is sent as it was, until it is missing") {
  spread_pieces all;
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(all.note_acknowledged(begin, first, 7).empty());
  CHECK(pass(all, second, 1) == passed::name);
  CHECK(pass(all, second, 1) == passed::name);
  CHECK(all.note_missing({second, 1}));
  CHECK(pass(all, second, 1) == passed::bytes);
}

TEST_CASE("a frame does not wait for a process that has ended, or makes no progress") {
  spread_pieces all;
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(pass(all, second, 1) == passed::later);
  CHECK(pass(all, third, 1) == passed::later);
  CHECK(all.next_deadline() == begin + spread_pieces::patience);
  SUBCASE("ended") { CHECK(all.forget(first) == frames{{second, 1}, {third, 1}}); }
  SUBCASE("unreachable") { CHECK(all.note_unreachable(first) == frames{{second, 1}, {third, 1}}); }
  SUBCASE("no progress") {
    const instant progress = begin + spread_pieces::patience / 2;
    CHECK(all.note_acknowledged(progress, first, 6).empty());
    const instant end = progress + spread_pieces::patience;
    CHECK(all.take_overdue({end.ns - 1}).empty());
    CHECK(all.take_overdue(end) == frames{{second, 1}, {third, 1}});
  }
  // The next one becomes the first.
  CHECK(pass(all, second, 1) == passed::bytes);
  CHECK(pass(all, third, 1) == passed::later);
  CHECK(all.note_acknowledged(begin, second, 1) == frames{{third, 1}});
  CHECK(pass(all, third, 1) == passed::name);
}

TEST_CASE("a frame that waits for another process waits from then on") {
  spread_pieces all;
  const instant late = begin + spread_pieces::patience;
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(pass(all, second, 1) == passed::later);
  CHECK(pass(all, third, 1) == passed::later);
  CHECK(all.take_overdue(late) == frames{{second, 1}, {third, 1}});
  CHECK(all.take_overdue(late).empty());  // a link that is gone does not ask
  CHECK(pass(all, second, 1, late) == passed::bytes);
  CHECK(pass(all, third, 1, late) == passed::later);
  CHECK(all.next_deadline() == late + spread_pieces::patience);
}

TEST_CASE("a process that did not find a piece serves the others") {
  spread_pieces all;
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(all.note_acknowledged(begin, first, 7).empty());
  CHECK(pass(all, second, 1) == passed::name);
  CHECK(all.note_missing({second, 1}));
  CHECK(pass(all, second, 1) == passed::bytes);
  CHECK(pass(all, third, 1) == passed::later);
  CHECK(all.note_acknowledged(begin, second, 1) == frames{{third, 1}});
  CHECK(pass(all, third, 1) == passed::name);
}

TEST_CASE("a waiting frame of a process that has ended is forgotten") {
  spread_pieces all;
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(pass(all, second, 1) == passed::later);
  CHECK(all.forget(second).empty());
  CHECK(all.next_deadline() == instant::never());
  CHECK(all.note_acknowledged(begin, first, 7).empty());
}

TEST_CASE("a missing piece is sent once for each name, and too many end the naming for a while") {
  spread_pieces all;
  CHECK_FALSE(all.note_missing({second, 1}));
  std::vector<std::shared_ptr<std::byte[]>> pieces;
  std::uint64_t sequence = 0;
  // The next piece, which another process has.
  const auto next = [&] {
    pieces.push_back(std::make_shared<std::byte[]>(size));
    ++sequence;
    CHECK(pass(all, first, sequence, begin, pieces.back()) == passed::bytes);
    CHECK(all.note_acknowledged(begin, first, sequence).empty());
    return pass(all, second, sequence, begin, pieces.back());
  };
  int named = 0;
  while (next() == passed::name) {
    ++named;
    CHECK(all.note_missing({second, sequence}));
    CHECK_FALSE(all.note_missing({second, sequence}));
    REQUIRE(named < 100);
    CHECK(pass(all, second, sequence, begin, pieces.back()) == passed::bytes);
  }
  CHECK(named > 8);
  CHECK(all.gets_bytes(second));
  int as_bytes = 1;
  while (next() == passed::bytes) REQUIRE(++as_bytes < 2000);
  CHECK(as_bytes > 100);
  CHECK_FALSE(all.gets_bytes(second));
}

TEST_CASE("other bytes at the same place are another piece") {
  spread_pieces all;
  std::array<std::byte, size> place{};
  const auto there = [&] { return std::shared_ptr<std::byte[]>(place.data(), [](std::byte*) {}); };
  CHECK(pass(all, first, 1, begin, there()) == passed::bytes);
  CHECK(all.note_acknowledged(begin, first, 1).empty());
  CHECK(pass(all, second, 1, begin, there()) == passed::bytes);
}

TEST_CASE("when the sender closes, no frame waits") {
  spread_pieces all;
  CHECK(pass(all, first, 7) == passed::bytes);
  CHECK(pass(all, second, 1) == passed::later);
  CHECK(all.wait_no_more() == frames{{second, 1}});
  CHECK(pass(all, second, 1) == passed::bytes);
  CHECK(pass(all, third, 1) == passed::bytes);
  CHECK(all.note_acknowledged(begin, third, 1).empty());
  CHECK(pass(all, first, 8) == passed::name);
}

TEST_CASE("small messages, names and pieces without a checksum pass unasked") {
  mentat_message frame = frame_of(memory, 1);
  CHECK(spread_pieces::concerns(frame));
  frame.header.flags = flag::repeated;
  CHECK_FALSE(spread_pieces::concerns(frame));
  frame.header.flags = flag::repeated | flag::body_crc | flag::named;
  CHECK_FALSE(spread_pieces::concerns(frame));
  frame.header.flags = flag::body_crc;
  CHECK_FALSE(spread_pieces::concerns(frame));
}

}  // namespace mentat::mmps::net
