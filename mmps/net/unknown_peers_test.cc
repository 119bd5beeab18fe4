#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/net/unknown_peers.h"

#include <doctest/doctest.h>

#include "mmps/base/random.h"

namespace mentat::mmps::net {
namespace {

constexpr base::instant start{1000};

mmps_name process(std::uint32_t number) { return mmps_name::of_process(2, 1, number, 1); }

unknown_peers::outbound_message numbered(std::uint64_t number, std::size_t size = 0) {
  unknown_peers::outbound_message made{
      mentat_message(std::make_shared<std::byte[]>(size + 1), size), {}, {}};
  made.message.header.tag.number = number;
  return made;
}

}  // namespace

TEST_CASE("messages for one process come out once, in order, without those of others") {
  constexpr std::uint64_t seed = 4711;
  MESSAGE("seed ", seed);
  base::random chance(seed);
  unknown_peers all;
  std::array<std::uint64_t, 5> sent{};
  for (int i = 0; i < 1000; ++i) {
    const auto to = static_cast<std::uint32_t>(chance.below(sent.size()));
    REQUIRE(all.put(start, process(to), numbered(++sent[to])));
  }
  for (std::uint32_t to = 0; to < sent.size(); ++to) {
    std::uint64_t last = 0;
    for (const auto& one : all.take(process(to))) REQUIRE(one.message.header.tag.number == ++last);
    CHECK(last == sent[to]);
    CHECK(all.take(process(to)).empty());
  }
  CHECK(all.empty());
}

TEST_CASE("messages that have waited too long come out, younger ones stay") {
  unknown_peers all;
  CHECK(all.next_deadline() == base::instant::never());
  REQUIRE(all.put(start, process(1), numbered(1)));
  REQUIRE(all.put(start + 5 * base::second, process(2), numbered(2)));
  REQUIRE(all.put(start + 9 * base::second, process(1), numbered(3)));  // not a new wait
  CHECK(all.next_deadline() == start + unknown_peers::longest_wait);
  CHECK(all.take_overdue(start + 9 * base::second).empty());
  CHECK(all.take_overdue(all.next_deadline()).size() == 2);
  CHECK(all.next_deadline() == start + 15 * base::second);
  CHECK(all.take(process(2)).size() == 1);
}

TEST_CASE("messages and bytes are limited; removed messages make room") {
  unknown_peers all;
  for (std::uint32_t i = 0; i < unknown_peers::max_messages; ++i)
    REQUIRE(all.put(start, process(i), numbered(i)));
  unknown_peers::outbound_message more = numbered(7, 3);
  CHECK_FALSE(all.put(start, process(5), std::move(more)));
  CHECK(more.message.body().size() == 3);
  CHECK(all.take(process(0)).size() == 1);
  CHECK(all.put(start, process(5), std::move(more)));

  unknown_peers large;
  CHECK(large.put(start, process(1), numbered(1)));
  CHECK(large.put(start, process(1), numbered(2, 2 * unknown_peers::max_bytes)));  // whole
  CHECK_FALSE(large.put(start, process(2), numbered(2)));
  CHECK(large.take_overdue(base::instant::never()).size() == 2);
  CHECK(large.put(start, process(2), numbered(2)));
}

}  // namespace mentat::mmps::net
