#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/net/assembly.h"

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/wire/message_type.h"

using namespace mentat::mmps;
using net::assembly;

namespace {

const mmps_name a = mmps_name::of_process(1, 1, 2, 1);
const mmps_name b = mmps_name::of_process(2, 1, 2, 1);

mentat_message piece(std::span<const std::byte> body, bool more, std::uint64_t tag = 0) {
  mentat_message made(body);
  made.header.type = 3;
  made.header.tag.number = tag;
  if (more) made.header.flags = flag::more;
  return made;
}

std::vector<std::byte> bytes(std::size_t size, mentat::base::random& from) {
  std::vector<std::byte> made(size);
  for (std::byte& one : made) one = static_cast<std::byte>(from.next());
  return made;
}

}  // namespace

TEST_CASE("pieces of two peers become their messages, with the header of the first piece") {
  const std::uint64_t seed = std::random_device{}();
  INFO("seed " << seed);
  mentat::base::random random(seed);
  assembly all;
  struct sending {
    std::vector<std::byte> body;
    std::size_t sent = 0;
    std::uint64_t tag = 0;
  };
  std::map<mmps_name, sending> from;
  std::size_t whole = 0;
  for (int round = 0; round < 2000; ++round) {
    const mmps_name& who = random.below(2) == 0 ? a : b;
    sending& one = from[who];
    if (one.sent == one.body.size()) {
      CHECK_FALSE(all.has_incomplete(who));
      one = {bytes(1 + random.below(5000), random), 0, random.next()};
    } else {
      CHECK(all.has_incomplete(who));
    }
    const std::size_t size = std::min(one.body.size() - one.sent, 1 + random.below(1500));
    const std::size_t begin = std::exchange(one.sent, one.sent + size);
    const bool last = one.sent == one.body.size();
    auto got = all.add(
        who, piece(std::span(one.body).subspan(begin, size), !last, begin == 0 ? one.tag : 0));
    REQUIRE(got.has_value() == last);
    if (!last) continue;
    ++whole;
    CHECK(got->header.tag.number == one.tag);
    CHECK(got->header.flags == 0);
    CHECK(got->header.body_length == one.body.size());
    CHECK(std::ranges::equal(got->body(), one.body));
    all.give_back({}, std::move(*got));
  }
  CHECK(whole > 100);
}

TEST_CASE("a message that outgrows the kept memory stays unchanged") {
  mentat::base::random random(1);
  const auto body = bytes(std::size_t{3} << 20, random);
  assembly all;
  constexpr int pieces = 50;  // 150 MiB
  for (int i = 0; i < pieces - 1; ++i) REQUIRE_FALSE(all.add(a, piece(body, true)));
  const auto got = all.add(a, piece(body, false));
  REQUIRE(got);
  REQUIRE(got->size == pieces * body.size());
  for (int i = 0; i < pieces; ++i)
    CHECK(std::ranges::equal(got->body().subspan(i * body.size(), body.size()), body));
}

TEST_CASE("a message longer than fixed.message has no body, and the next one is whole again") {
  assembly all;
  const mentat_message part = [] {
    constexpr std::size_t size = std::size_t{256} << 20;
    mentat_message large(std::make_shared_for_overwrite<std::byte[]>(size), size);
    large.header.flags = flag::more;
    return large;
  }();
  for (int i = 0; i < 5; ++i) REQUIRE_FALSE(all.add(a, part));
  const auto got = all.add(a, piece({}, false));
  REQUIRE(got);
  CHECK(got->too_long);
  CHECK(got->size <= mentat_message::max_body);
  const std::vector<std::byte> next(10);
  CHECK_FALSE(all.add(a, piece(next, true)));
  const auto whole = all.add(a, piece(next, false));
  REQUIRE(whole);
  CHECK_FALSE(whole->too_long);
  CHECK(whole->size == 20);
}

TEST_CASE("memory is kept for the next message, for a second") {
  assembly all;
  const std::vector<std::byte> some(1000);
  const auto receive = [&] {
    CHECK_FALSE(all.add(a, piece(some, true)));
    auto whole = all.add(a, piece(some, false));
    REQUIRE(whole);
    return std::move(*whole);
  };
  const mentat::base::instant start{5};
  assembly::message first = receive();
  std::byte* const memory = first.memory.data();
  all.give_back(start, std::move(first));
  all.tidy(start);
  assembly::message second = receive();
  CHECK(second.memory.data() == memory);
  all.give_back(start, std::move(second));
  all.tidy(start + mentat::base::second);
  unsigned char unused = 0;
  CHECK(mincore(memory, 4096, &unused) != 0);  // it is unmapped
}

TEST_CASE("of a peer that has ended nothing is left") {
  assembly all;
  const std::vector<std::byte> some(10);
  CHECK_FALSE(all.add(a, piece(some, true)));
  all.forget(a);
  CHECK_FALSE(all.has_incomplete(a));
  const auto whole = all.add(a, piece(some, false));
  REQUIRE(whole);
  CHECK(whole->size == 10);
}
