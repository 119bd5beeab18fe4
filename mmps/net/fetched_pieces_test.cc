#include "mmps/net/fetched_pieces.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstddef>

namespace mentat::mmps::net {
namespace {

using base::instant;

constexpr instant begin{1};
constexpr mmps_name sender = mmps_name::of_process(1, 1, 2, 1);
constexpr mmps_name other_sender = mmps_name::of_process(1, 1, 3, 1);
constexpr mmps_name holder = mmps_name::of_process(2, 1, 3, 1);
constexpr mmps_name other_holder = mmps_name::of_process(3, 1, 3, 1);

fetched_pieces::wanted_piece wanted(std::uint64_t sequence, const mmps_name& at = holder,
                                    const mmps_name& from = sender) {
  message_header header;
  header.link_sequence = sequence;
  return {from, header, {at, 100 + sequence, 20'000, 8}};
}

}  // namespace

TEST_CASE("a piece is asked for once, and taken once, from the process that was asked") {
  fetched_pieces all;
  const auto number = all.ask(begin, wanted(1));
  REQUIRE(number);
  CHECK_FALSE(all.ask(begin, wanted(1)));
  CHECK(all.ask(begin, wanted(2)).value() != *number);
  CHECK_FALSE(all.take(begin, other_holder, *number));
  CHECK_FALSE(all.take(begin, holder, 1000));
  const auto taken = all.take(begin, holder, *number);
  REQUIRE(taken);
  CHECK(taken->sender == sender);
  CHECK(taken->header.link_sequence == 1);
  CHECK(taken->piece.sequence == 101);
  CHECK_FALSE(all.take(begin, holder, *number));
  CHECK(all.ask(begin, wanted(1)));
}

TEST_CASE("pieces of a holder that ends are given up, those of a sender that ends are forgotten") {
  fetched_pieces all;
  CHECK(all.ask(begin, wanted(1)));
  CHECK(all.ask(begin, wanted(1, other_holder, other_sender)));
  CHECK(all.ask(begin, wanted(2, holder, other_sender)));
  all.forget_sender(other_sender);
  const auto missing = all.give_up(holder);
  REQUIRE(missing.size() == 1);
  CHECK(missing.front().header.link_sequence == 1);
  CHECK(all.give_up(other_holder).empty());
  CHECK(all.next_deadline() == instant::never());
}

TEST_CASE("a holder that answers nothing for a time is given up, one that answers is not") {
  fetched_pieces all;
  const auto number = all.ask(begin, wanted(1));
  CHECK(all.ask(begin, wanted(2)));
  CHECK(all.ask(begin, wanted(3, other_holder)));
  const instant later = begin + fetched_pieces::patience / 2;
  CHECK(all.take(later, holder, *number));
  const instant end = begin + fetched_pieces::patience;
  CHECK(all.next_deadline() == end);
  CHECK(all.take_overdue({end.ns - 1}).empty());
  const auto overdue = all.take_overdue(end);
  REQUIRE(overdue.size() == 1);
  CHECK(overdue.front().piece.receiver == other_holder);
  CHECK(all.next_deadline() == later + fetched_pieces::patience);
  CHECK(all.take_overdue(later + fetched_pieces::patience).size() == 1);
  CHECK(all.next_deadline() == instant::never());
}

}  // namespace mentat::mmps::net
