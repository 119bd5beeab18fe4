#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/record/trace_blocks.h"

#include <doctest/doctest.h>

namespace mentat::record {
namespace {

event_block some_events() {
  event_block made{{.ring = 3, .process = 4711, .worker = 1, .label = "0.2"}, {}};
  event first{.begin = 1'000'000'007,
              .kind = event_kind::ran,
              .method = 300,
              .call = 0x7f00'1234'5678,
              .other = call_of_main};
  first.set_ticks(12'345 * 16);
  event second{.begin = 999'999'000, .kind = event_kind::suspended, .call = 5, .other = UINT64_MAX};
  second.set_ticks(std::uint64_t{1} << 40);
  made.events = {first, second};
  return made;
}

std::optional<block> read_back(const std::string& bytes) {
  const auto frame = decode_frame(bytes);
  if (!frame) return std::nullopt;
  return decode(*frame, std::string_view(bytes).substr(block_frame::bytes));
}

}  // namespace

TEST_CASE("the length of an event is exact to 16 ticks, and a long one to a part in thousands") {
  event one;
  one.set_ticks(1'600);
  CHECK(one.ticks() == 1'600);
  one.set_ticks(std::uint64_t{1} << 40);
  CHECK(one.ticks() == std::uint64_t{1} << 40);
  CHECK((one.flags & is_long) != 0);
  one.set_ticks(16);
  CHECK(one.ticks() == 16);
}

TEST_CASE("blocks are read as they were written") {
  const event_block written = some_events();
  const auto events = read_back(encode(written));
  REQUIRE(events);
  CHECK(std::get<event_block>(*events).events == written.events);
  CHECK(std::get<event_block>(*events).from == written.from);

  const auto lost = read_back(encode(loss_block{written.from, 12, 100, 900}));
  REQUIRE(lost);
  CHECK(std::get<loss_block>(*lost).events == 12);
  CHECK(std::get<loss_block>(*lost).last_tick == 900);

  const auto counted = read_back(encode(count_block{written.from, {{7, 1'000, 63, 99}}}));
  REQUIRE(counted);
  REQUIRE(std::get<count_block>(*counted).methods.size() == 1);
  CHECK(std::get<count_block>(*counted).methods[0].calls == 1'000);

  const auto now = read_back(encode(clock_block{1, 2, UINT64_MAX}));
  REQUIRE(now);
  CHECK(std::get<clock_block>(*now).real_ns == UINT64_MAX);
  CHECK(read_back(encode(end_block{4})));

  const auto named = read_back(encode(place_block{3, {"a.mpl.cc:7", "", "b.mpl.cc:1"}}));
  REQUIRE(named);
  CHECK(std::get<place_block>(*named).first == 3);
  CHECK(std::get<place_block>(*named).places ==
        std::vector<std::string>{"a.mpl.cc:7", "", "b.mpl.cc:1"});
}

TEST_CASE("blocks about other hosts are read as they were written") {
  const auto host = read_back(encode(host_block{7, true, "n1"}));
  REQUIRE(host);
  CHECK(std::get<host_block>(*host).host == 7);
  CHECK(std::get<host_block>(*host).is_own);
  CHECK(std::get<host_block>(*host).name == "n1");
  const std::string bytes("a\0b\xff", 4);
  const auto part = read_back(encode(part_block{7, bytes}));
  REQUIRE(part);
  CHECK(std::get<part_block>(*part).bytes == bytes);
  const auto end = read_back(encode(part_end_block{7, "it was lost"}));
  REQUIRE(end);
  CHECK(std::get<part_end_block>(*end).missing == "it was lost");
  const auto answer = read_back(encode(clock_answer_block{7, 1, UINT64_MAX, 3}));
  REQUIRE(answer);
  CHECK(std::get<clock_answer_block>(*answer).host == 7);
  CHECK(std::get<clock_answer_block>(*answer).told_ns == UINT64_MAX);
  CHECK(std::get<clock_answer_block>(*answer).heard_ns == 3);
}

TEST_CASE("a typical event takes at most 16 bytes") {
  event_block many{{.ring = 1, .process = 100, .worker = 0, .label = "0.1"}, {}};
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    event one{.begin = 1'000'000'000'000 + i * 8'000,
              .kind = event_kind::ran,
              .method = 12,
              .call = 0x7f0'1234'5600 + i % 64 * 16,
              .other = call_of_main};
    one.set_ticks(6'000);
    many.events.push_back(one);
  }
  CHECK(encode(many).size() < 16 * many.events.size());
}

TEST_CASE("bytes that were cut or changed are refused") {
  const std::string good = encode(some_events());
  for (std::size_t size = 0; size < good.size(); ++size)
    CHECK_FALSE(read_back(good.substr(0, size)));
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x41);
    CHECK_FALSE(read_back(bad));
  }
}

TEST_CASE("a block that claims more events than it has bytes allocates nothing for them") {
  std::string content("\0\0\0\0", 4);  // the worker
  content += "\xff\xff\xff\xff\x0f";   // 2^32 - 1 events
  std::string bytes = encode(end_block{});
  // The frame of another block, whose checksum the reader is given too.
  const auto frame = decode_frame(bytes);
  REQUIRE(frame);
  CHECK_FALSE(decode({1, static_cast<std::uint32_t>(content.size()), frame->checksum}, content));
}

}  // namespace mentat::record
