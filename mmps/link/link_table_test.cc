#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/link/link_table.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using namespace mentat::mmps;
using namespace mentat::base;
using queued = link_table::queued;

namespace {

constexpr instant start{second};
const mmps_name first_life = mmps_name::of_process(7, 1, 3, 1);
const mmps_name second_life = mmps_name::of_process(7, 1, 3, 2);
const mmps_name next_boot = mmps_name::of_process(7, 2, 3, 1);
const mmps_name other = mmps_name::of_process(7, 1, 4, 1);

mentat_message numbered(std::uint32_t number, std::uint64_t sequence = 0) {
  mentat_message message;
  message.header.type = static_cast<std::uint8_t>(message_type::token);
  message.header.class_id = number;
  message.header.link_sequence = sequence;
  return message;
}

}  // namespace

TEST_CASE("each peer has a link of its own") {
  link_table table({}, 1);
  std::uint64_t sequence = 0;
  CHECK(table.send(start, first_life, numbered(1), &sequence) == queued::yes);
  CHECK(sequence == 1);
  CHECK(table.send(start, first_life, numbered(2), &sequence) == queued::yes);
  CHECK(sequence == 2);
  CHECK(table.send(start, other, numbered(3), &sequence) == queued::yes);
  CHECK(sequence == 1);
  const link_table_output output = table.take_output();
  REQUIRE(output.frames.size() == 3);
  CHECK(output.frames[0].peer == first_life);
  CHECK(output.frames[2].peer == other);
  table.step(start, other, numbered(9, 1));
  const link_table_output arrived = table.take_output();
  REQUIRE(arrived.delivered.size() == 1);
  CHECK(arrived.delivered[0].peer == other);
}

TEST_CASE("the owner is told which messages a peer has taken into custody") {
  link_table table({}, 1);
  REQUIRE(table.send(start, first_life, numbered(1)) == queued::yes);
  REQUIRE(table.send(start, first_life, numbered(2)) == queued::yes);
  mentat_message answer = numbered(5, 1);
  answer.header.link_acknowledged = 2;
  table.step(start, first_life, std::move(answer));
  const link_table_output output = table.take_output();
  REQUIRE(output.acknowledged.size() == 1);
  CHECK(output.acknowledged[0].peer == first_life);
  CHECK(output.acknowledged[0].acknowledged == 2);
}

TEST_CASE("a newer incarnation ends the old one: its unacknowledged messages come back") {
  for (const mmps_name& successor : {second_life, next_boot})
    for (const bool heard : {true, false}) {
      link_table table({}, 1);
      REQUIRE(table.send(start, first_life, numbered(1)) == queued::yes);
      REQUIRE(table.send(start, first_life, numbered(2)) == queued::yes);
      if (heard)
        table.step(start, successor, numbered(9, 1));
      else
        REQUIRE(table.send(start, successor, numbered(3)) == queued::yes);
      const link_table_output output = table.take_output();
      REQUIRE(output.undelivered.size() == 2);
      CHECK(output.undelivered[0].peer == first_life);
      CHECK(output.undelivered[0].message.header.class_id == 1);
      CHECK(output.undelivered[1].message.header.class_id == 2);
      CHECK(output.delivered.size() == (heard ? 1 : 0));

      mentat_message late = numbered(4);
      CHECK(table.send(start, first_life, std::move(late)) == queued::stale);
      CHECK(late.header.class_id == 4);
      table.step(start, first_life, numbered(8, 1));
      CHECK(table.dropped() == 1);
      CHECK(table.take_output().delivered.empty());

      std::uint64_t sequence = 0;
      REQUIRE(table.send(start, successor, numbered(5), &sequence) == queued::yes);
      CHECK(sequence == (heard ? 1 : 2));
    }
}

TEST_CASE("an incarnation that was closed stays closed") {
  link_table table({}, 1);
  REQUIRE(table.send(start, first_life, numbered(1)) == queued::yes);
  table.close(first_life);
  CHECK(table.take_output().undelivered.size() == 1);
  CHECK(table.next_deadline() == instant::never());
  CHECK(table.find(first_life) == nullptr);
  table.step(start, first_life, numbered(2, 1));
  table.pipe_up(start, first_life);
  CHECK(table.find(first_life) == nullptr);
  CHECK(table.take_output().frames.empty());
  CHECK(table.send(start, second_life, numbered(2)) == queued::yes);
}

// Found with the simulator: an instantiation manager that learned of a process's death before their
// first message answered it for ever.
TEST_CASE("an incarnation that was closed before the first word is not spoken with") {
  link_table table({}, 1);
  table.close(first_life);
  CHECK(table.send(start, first_life, numbered(1)) == queued::stale);
  table.step(start, first_life, numbered(9, 1));
  CHECK(table.take_output().delivered.empty());
  CHECK(table.next_deadline() == instant::never());
  CHECK(table.send(start, second_life, numbered(2)) == queued::yes);
  table.close(first_life);  // old news
  CHECK(table.send(start, second_life, numbered(3)) == queued::yes);
}

TEST_CASE("deadlines of all links are kept, the nearest first") {
  link_table table({}, 1);
  CHECK(table.next_deadline() == instant::never());
  REQUIRE(table.send(start, first_life, numbered(1)) == queued::yes);
  REQUIRE(table.send(start + millisecond, other, numbered(1)) == queued::yes);
  static_cast<void>(table.take_output());
  CHECK(table.next_deadline() == start + 20 * millisecond);
  table.tick(table.next_deadline());
  const link_table_output output = table.take_output();
  REQUIRE(output.frames.size() == 1);
  CHECK(output.frames[0].peer == first_life);
  CHECK(table.next_deadline() == start + 21 * millisecond);
}

TEST_CASE("the number of peers has a limit; those that have ended make room") {
  link_table_limits limits;
  limits.peers = 2;
  link_table table(limits, 1);
  REQUIRE(table.send(start, first_life, numbered(1)) == queued::yes);
  REQUIRE(table.send(start, other, numbered(1)) == queued::yes);
  const mmps_name third = mmps_name::of_process(7, 1, 5, 1);
  CHECK(table.send(start, third, numbered(1)) == queued::too_many_peers);
  table.step(start, third, numbered(1, 1));
  CHECK(table.dropped() == 1);
  table.close(other);
  CHECK(table.send(start, third, numbered(1)) == queued::yes);
}

TEST_CASE("frames that links drop are counted, also once a link has ended") {
  link_table_limits limits;
  limits.link.window_messages = 4;
  link_table table(limits, 1);
  table.step(start, first_life, numbered(1, 1));
  table.step(start, first_life, numbered(2, 100));
  CHECK(table.dropped() == 1);
  table.close(first_life);
  CHECK(table.dropped() == 1);
}

TEST_CASE("frames from a sender that is not a process are dropped") {
  link_table table({}, 1);
  table.step(start, mmps_name{}, numbered(1, 1));
  table.step(start, mmps_name{1, 1, 5, 1}, numbered(1, 1));
  CHECK(table.dropped() == 2);
  CHECK_FALSE(table.take_output().delivered.size());
}
