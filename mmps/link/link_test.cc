#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/link/link.h"

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "mmps/wire/codec.h"
#include "mmps/wire/little_endian.h"

using namespace mentat::mmps;
using namespace mentat::base;

namespace {

constexpr instant start{second};

mentat_message numbered(std::uint32_t number, std::size_t size = 8) {
  mentat_message message(std::vector<std::byte>(size, static_cast<std::byte>(number)));
  message.header.type = static_cast<std::uint8_t>(message_type::token);
  message.header.class_id = number;
  return message;
}

bool is(const mentat_message& frame, message_type type) {
  return frame.header.type == static_cast<std::uint8_t>(type);
}

// A frame of the peer without a message.
mentat_message says(message_type type, std::uint64_t acknowledged, std::uint64_t received,
                    std::uint32_t credit = 4096) {
  std::array<std::byte, 8> body;
  put_little_endian(body.data(), received);
  mentat_message message{std::span<const std::byte>(body)};
  message.header.type = static_cast<std::uint8_t>(type);
  message.header.link_acknowledged = acknowledged;
  message.header.credit = credit;
  return message;
}

mentat_message arriving(std::uint64_t sequence, std::size_t size = 8) {
  mentat_message message = numbered(static_cast<std::uint32_t>(sequence), size);
  message.header.link_sequence = sequence;
  message.header.credit = 4096;
  return message;
}

std::vector<std::uint64_t> sequences(const std::vector<mentat_message>& messages) {
  std::vector<std::uint64_t> numbers;
  for (const mentat_message& message : messages) numbers.push_back(message.header.link_sequence);
  return numbers;
}

using numbers = std::vector<std::uint64_t>;

void send_some(link_end& sender, std::uint32_t count) {
  for (std::uint32_t i = 1; i <= count; ++i) REQUIRE(sender.send(start, numbered(i)) == i);
}

// The control frame that is due at the next deadline, alone.
mentat_message due(link_end& of) {
  of.tick(of.next_deadline());
  link_output output = of.take_output();
  REQUIRE(output.frames.size() == 1);
  return std::move(output.frames.front());
}

}  // namespace

TEST_CASE("messages go out at once, numbered from 1, and are kept until they are acknowledged") {
  link_end sender({}, 1);
  send_some(sender, 3);
  CHECK(sequences(sender.take_output().frames) == numbers{1, 2, 3});
  CHECK(sender.unacknowledged() == 3);
  sender.step(start, says(message_type::ack, 2, 2));
  CHECK(sender.acknowledged() == 2);
  CHECK(sender.unacknowledged() == 1);
  sender.step(start, says(message_type::ack, 3, 3));
  CHECK(sender.unacknowledged() == 0);
  CHECK(sender.next_deadline() == instant::never());
}

TEST_CASE("a message is delivered once and in order over every pipe") {
  link_end receiver({}, 1);
  for (const std::uint64_t sequence : {2, 4, 2, 1, 1, 5, 3, 4, 6})
    receiver.step(start, arriving(sequence));
  CHECK(sequences(receiver.take_output().delivered) == numbers{1, 2, 3, 4, 5, 6});
  CHECK(receiver.counters().early == 3);
  CHECK(receiver.counters().duplicates == 3);
}

TEST_CASE("an acknowledgement waits 1 ms for a message that can carry it") {
  link_end receiver({}, 1);
  receiver.step(start, arriving(1));
  CHECK(receiver.take_output().frames.empty());
  CHECK(receiver.next_deadline() == start + millisecond);
  const mentat_message ack = due(receiver);
  CHECK(is(ack, message_type::ack));
  CHECK(ack.header.link_acknowledged == 1);
  CHECK(receiver.next_deadline() == instant::never());

  receiver.step(start, arriving(2));
  REQUIRE(receiver.send(start, numbered(7)) == 1);
  const link_output output = receiver.take_output();
  REQUIRE(output.frames.size() == 1);
  CHECK(output.frames[0].header.link_acknowledged == 2);
  CHECK(receiver.next_deadline() > start + millisecond);  // only the message's timer is left
}

TEST_CASE("an acknowledgement goes out alone if the message that carried it is withheld") {
  link_end receiver({}, 1);
  receiver.step(start, arriving(1));
  REQUIRE(receiver.send(start, numbered(7)) == 1);
  REQUIRE(receiver.take_output().frames.size() == 1);
  receiver.note_withheld(start);
  CHECK(receiver.next_deadline() == start + millisecond);
  const mentat_message ack = due(receiver);
  CHECK(is(ack, message_type::ack));
  CHECK(ack.header.link_acknowledged == 1);
}

TEST_CASE("after 64 messages, or a quarter of the window, an acknowledgement goes out at once") {
  link_end receiver({}, 1);
  for (std::uint64_t i = 1; i < 64; ++i) receiver.step(start, arriving(i));
  CHECK(receiver.take_output().frames.empty());
  receiver.step(start, arriving(64));
  CHECK(receiver.take_output().frames.size() == 1);
  receiver.step(start, arriving(65, std::size_t{4} << 20));
  CHECK(receiver.take_output().frames.size() == 1);
}

TEST_CASE(
    "an unacknowledged message is sent again after 20 ms, then after up to 400 ms, with jitter") {
  link_end sender({}, 1);
  send_some(sender, 2);
  static_cast<void>(sender.take_output());
  CHECK(sender.next_deadline() == start + 20 * millisecond);
  duration expected = 20 * millisecond;
  bool jitter = false;
  for (int i = 0; i < 12; ++i) {
    const instant now = sender.next_deadline();
    sender.tick(now);
    CHECK(sequences(sender.take_output().frames) == numbers{1, 2});
    expected = std::min(2 * expected, 400 * millisecond);
    const duration wait = sender.next_deadline() - now;
    CHECK(wait >= expected * 3 / 4);
    CHECK(wait <= expected * 5 / 4);
    jitter = jitter || wait != expected;
  }
  CHECK(jitter);
  sender.step(start, says(message_type::ack, 1, 1));
  CHECK(sender.next_deadline() == start + 20 * millisecond);
}

TEST_CASE("retransmission goes on in batches as the peer acknowledges, each message once") {
  link_end sender({}, 1);
  send_some(sender, 200);
  static_cast<void>(sender.take_output());
  sender.tick(sender.next_deadline());
  CHECK(sender.take_output().frames.size() == 64);
  sender.step(start, says(message_type::ack, 10, 10));
  CHECK(sequences(sender.take_output().frames) == numbers{65, 66, 67, 68, 69, 70, 71, 72, 73, 74});
  sender.step(start, says(message_type::ack, 190, 190));
  CHECK(sequences(sender.take_output().frames).front() == 191);
  CHECK(sender.take_output().frames.empty());
}

TEST_CASE("a message that has arrived, and is not acknowledged yet, is not sent again") {
  link_end sender({}, 1);
  send_some(sender, 3);
  static_cast<void>(sender.take_output());
  sender.step(start, says(message_type::ack, 0, 3));
  CHECK(sender.acknowledged() == 0);
  CHECK(sender.unacknowledged() == 3);
  CHECK(is(due(sender), message_type::ping));
  CHECK(sender.counters().sent_again == 0);
  sender.step(start, says(message_type::ack, 2, 3));
  CHECK(sender.acknowledged() == 2);
  CHECK(sender.unacknowledged() == 1);
}

TEST_CASE("a message whose acknowledgement was lost is sent again, and acknowledged again") {
  link_end sender({}, 1);
  link_end receiver({}, 1);
  send_some(sender, 1);
  receiver.step(start, std::move(sender.take_output().frames.front()));
  static_cast<void>(receiver.take_output());
  static_cast<void>(due(receiver));  // lost
  CHECK(receiver.next_deadline() == instant::never());
  mentat_message again = due(sender);
  REQUIRE(again.header.link_sequence == 1);
  receiver.step(start, std::move(again));
  CHECK(receiver.counters().duplicates == 1);
  sender.step(start, due(receiver));
  CHECK(sender.unacknowledged() == 0);
  CHECK(sender.next_deadline() == instant::never());
}

TEST_CASE("no more is on the way than the window's messages and bytes") {
  link_limits limits;
  limits.window_messages = 4;
  limits.window_bytes = 10 * (header_size + 8);
  link_end sender(limits, 1);
  send_some(sender, 6);
  CHECK(sender.take_output().frames.size() == 4);
  sender.step(start, says(message_type::ack, 3, 3));
  CHECK(sequences(sender.take_output().frames) == numbers{5, 6});

  REQUIRE(sender.send(start, numbered(7, limits.window_bytes)) == 7);
  REQUIRE(sender.send(start, numbered(8)) == 8);
  CHECK(sender.take_output().frames.empty());
  sender.step(start, says(message_type::ack, 6, 6));
  CHECK(sequences(sender.take_output().frames) == numbers{7});  // larger than the window: alone
  sender.step(start, says(message_type::ack, 7, 7));
  CHECK(sequences(sender.take_output().frames) == numbers{8});
}

TEST_CASE("each acknowledgement makes room for as many bytes as it names") {
  link_limits limits;
  limits.window_bytes = 3 * (header_size + 8);
  link_end sender(limits, 1);
  send_some(sender, 9);
  CHECK(sequences(sender.take_output().frames) == numbers{1, 2, 3});
  sender.step(start, says(message_type::ack, 3, 3));
  CHECK(sequences(sender.take_output().frames) == numbers{4, 5, 6});
  sender.step(start, says(message_type::ack, 6, 6));
  CHECK(sequences(sender.take_output().frames) == numbers{7, 8, 9});
}

TEST_CASE("a delivered early message takes no room from later early messages") {
  link_limits limits;
  limits.window_bytes = 1000;
  link_end receiver(limits, 1);
  for (std::uint64_t sequence = 1; sequence < 20; sequence += 2) {
    receiver.step(start, arriving(sequence + 1, 600));
    receiver.step(start, arriving(sequence, 600));
  }
  CHECK(receiver.counters().beyond_window == 0);
  CHECK(receiver.take_output().delivered.size() == 20);
}

TEST_CASE("a peer without credit is sent nothing but the question whether it has some") {
  link_end sender({}, 1);
  sender.step(start, says(message_type::ack, 0, 0, 0));
  REQUIRE(sender.send(start, numbered(1)) == 1);
  CHECK(sender.take_output().frames.empty());
  CHECK(is(due(sender), message_type::ping));
  sender.step(start, says(message_type::pong, 0, 0, 1));
  CHECK(sequences(sender.take_output().frames) == numbers{1});
}

TEST_CASE("credit goes out with every frame; more of it is announced, none asks for nothing") {
  link_end receiver({}, 1);
  receiver.set_credit(start, 0);
  CHECK(receiver.next_deadline() == instant::never());
  receiver.step(start, says(message_type::ping, 0, 0));
  CHECK(receiver.take_output().frames.at(0).header.credit == 0);
  receiver.set_credit(start, 1);
  CHECK(due(receiver).header.credit == 1);  // of 4 KiB: a little credit is more than none
  receiver.set_credit(start, std::size_t{1} << 40);
  CHECK(due(receiver).header.credit == (16 << 20) / 4096);
}

TEST_CASE("credit that comes with an old acknowledgement is old") {
  link_end sender({}, 1);
  send_some(sender, 2);
  sender.step(start, says(message_type::ack, 2, 2, 4096));
  sender.step(start, says(message_type::ack, 1, 1, 0));
  static_cast<void>(sender.take_output());
  REQUIRE(sender.send(start, numbered(3)) == 3);
  CHECK(sender.take_output().frames.size() == 1);
}

TEST_CASE("the queue has a limit; a refused message is untouched") {
  link_limits limits;
  limits.queue_messages = 2;
  link_end sender(limits, 1);
  send_some(sender, 2);
  mentat_message third = numbered(3, 100);
  CHECK(sender.send(start, std::move(third)) == 0);
  CHECK(third.body().size() == 100);

  limits = {};
  limits.queue_bytes = 3 * header_size;
  link_end other(limits, 1);
  CHECK(other.send(start, numbered(1, 4 * header_size)) == 1);  // a large one goes alone
  CHECK(other.send(start, numbered(2, 0)) == 0);
}

TEST_CASE("on a new pipe the link asks for the last arrival, and sends the rest again at once") {
  link_end sender({}, 1);
  link_end receiver({}, 2);
  send_some(sender, 100);
  link_output lost = sender.take_output();
  for (int i = 0; i < 30; ++i) receiver.step(start, std::move(lost.frames[i]));
  static_cast<void>(receiver.take_output());

  sender.pipe_up(start);
  link_output greeting = sender.take_output();
  REQUIRE(greeting.frames.size() == 1);
  CHECK(is(greeting.frames[0], message_type::hello));
  receiver.step(start, std::move(greeting.frames[0]));
  link_output answer = receiver.take_output();
  REQUIRE(answer.frames.size() == 1);
  CHECK(is(answer.frames[0], message_type::hello_ack));
  const mentat_message repeated = answer.frames[0].again();
  sender.step(start, std::move(answer.frames[0]));
  CHECK(sender.take_output().frames.size() == 70);
  sender.step(start, repeated.again());
  CHECK(sender.take_output().frames.empty());
}

TEST_CASE("an unanswered greeting is repeated, also when there is nothing else to say") {
  link_end sender({}, 1);
  sender.pipe_up(start);
  static_cast<void>(sender.take_output());
  CHECK(is(due(sender), message_type::hello));
  sender.step(start, says(message_type::ack, 0, 0));  // no answer to it
  CHECK(is(due(sender), message_type::hello));
  sender.step(start, says(message_type::hello_ack, 0, 0));
  CHECK(sender.next_deadline() == instant::never());
}

TEST_CASE("when the peer's incarnation has ended, its unacknowledged messages come back in order") {
  link_end sender({}, 1);
  send_some(sender, 5);
  sender.step(start, says(message_type::ack, 2, 4));
  const std::vector<mentat_message> undelivered = sender.close();
  REQUIRE(undelivered.size() == 3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    CHECK(undelivered[i].header.class_id == i + 3);
    CHECK(undelivered[i].header.link_sequence == 0);
    CHECK(undelivered[i].body()[0] == static_cast<std::byte>(i + 3));
  }
  CHECK(sender.next_deadline() == instant::never());
}

// Found by the simulator: the load reports of instantiation managers were taken for frames of the
// link, dropped, and retransmitted for ever.
TEST_CASE("a frame of any type with a number is the owner's") {
  link_end receiver({}, 1);
  mentat_message news = arriving(1);
  news.header.type = static_cast<std::uint8_t>(message_type::pong);
  receiver.step(start, std::move(news));
  const link_output output = receiver.take_output();
  REQUIRE(output.delivered.size() == 1);
  CHECK(is(output.delivered.front(), message_type::pong));
  CHECK(receiver.counters().malformed == 0);
}

TEST_CASE("numbers that cannot be change nothing") {
  link_end sender({}, 1);
  send_some(sender, 5);
  static_cast<void>(sender.take_output());
  const instant deadline = sender.next_deadline();
  std::uint64_t malformed = 0;
  const auto refused = [&](mentat_message&& frame) {
    sender.step(start, std::move(frame));
    CHECK(sender.counters().malformed == ++malformed);
    CHECK(sender.unacknowledged() == 5);
    CHECK(sender.next_deadline() == deadline);
    CHECK_FALSE(sender.has_output());
  };
  refused(says(message_type::ack, 6, 6));
  refused(says(message_type::ack, ~0ull, ~0ull));
  refused(says(message_type::ack, 3, 2));
  refused(says(message_type::ack, 3, 6));
  refused(arriving(0));
  mentat_message empty_ack;
  empty_ack.header.type = static_cast<std::uint8_t>(message_type::ack);
  refused(std::move(empty_ack));
}

TEST_CASE("a peer that does not keep to our window fills no memory") {
  link_limits limits;
  limits.window_messages = 4;
  limits.window_bytes = 1000;
  link_end receiver(limits, 1);
  receiver.step(start, arriving(6));
  receiver.step(start, arriving(~0ull));
  CHECK(receiver.counters().beyond_window == 2);
  receiver.step(start, arriving(2, 600));
  receiver.step(start, arriving(3, 600));
  CHECK(receiver.counters().beyond_window == 3);
  CHECK(receiver.counters().early == 1);
  receiver.step(start, arriving(1, 2000));
  CHECK(sequences(receiver.take_output().delivered) == numbers{1, 2});
}

TEST_CASE("frames that are new and within the window are expected") {
  link_limits limits;
  limits.window_messages = 4;
  link_end receiver(limits, 1);
  receiver.step(start, arriving(1));
  receiver.step(start, arriving(3));
  const auto expected = [&](std::uint64_t sequence) { return receiver.expects(sequence); };
  CHECK(expected(2));
  CHECK(expected(4));
  CHECK(expected(5));
  for (const std::uint64_t other : {0ull, 1ull, 3ull, 6ull, ~0ull}) CHECK_FALSE(expected(other));
}
