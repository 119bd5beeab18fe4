// Cases of the conformance suite of transports (conformance.h): messages arrive unchanged, once and
// in order.
#pragma once

#include <cstring>
#include <thread>

#include "mmps/base/random.h"
#include "mmps/transport/conformance_world.h"

TEST_CASE_TEMPLATE_DEFINE("a message arrives with its header and its sender; so does the answer",
                          World, conformance_exchange) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  mentat_message question = numbered(5, 100);
  message_header header = question.header;
  header.flags = 1;
  header.cluster = 3;
  header.interface_hash = 4;
  header.source = {9, 9, 9, 9};  // not the sender: forwarded
  header.link_sequence = 77;
  header.link_acknowledged = 66;
  header.class_id = 12;
  header.function = 13;
  header.argument = 1;
  header.argument_count = 2;
  header.credit = 14;
  question.header = header;
  must_send(*both.a, name_b, std::move(question));
  const auto questions = receive_some(*both.b, 1);
  REQUIRE(questions.size() == 1);
  CHECK(questions[0].from == name_a);
  message_header same = questions[0].message.header;
  same.header_crc = header.header_crc;
  CHECK(std::memcmp(&same, &header, sizeof header) == 0);
  CHECK(is_numbered(questions[0].message, 5));

  must_send(*both.b, name_a, numbered(6));
  const auto answers = receive_some(*both.a, 1);
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].from == name_b);
  CHECK(is_numbered(answers[0].message, 6));
}

TEST_CASE_TEMPLATE_DEFINE("messages of any sizes arrive unchanged and in order", World,
                          conformance_order) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  constexpr std::uint64_t seed = 20243;
  MESSAGE("seed ", seed);
  mentat::base::random chance(seed);
  pair<World> both;
  std::uint64_t sent = 0, got = 0;
  for (int round = 0; round < 100; ++round) {
    const std::uint64_t burst = 1 + chance.below(40);
    std::vector<std::size_t> sizes;
    for (std::uint64_t i = 0; i < burst; ++i) {
      sizes.push_back(chance.below(10) == 0 ? chance.below(200'000) : chance.below(500));
      must_send(*both.a, name_b, numbered(++sent, sizes.back()));
    }
    const auto messages = receive_some(*both.b, burst);
    REQUIRE(messages.size() == burst);
    for (std::uint64_t i = 0; i < burst; ++i) {
      REQUIRE(is_numbered(messages[i].message, ++got));
      REQUIRE(messages[i].message.body().size() == sizes[i]);
    }
  }
}

TEST_CASE_TEMPLATE_DEFINE("a body may be empty, and it may be 64 MiB", World, conformance_sizes) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  for (const std::size_t size : {std::size_t{0}, std::size_t{64} << 20, std::size_t{0}}) {
    must_send(*both.a, name_b, numbered(3, size));
    const auto messages = receive_some(*both.b, 1);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].message.body().size() == size);
    CHECK(is_numbered(messages[0].message, 3));
  }
}

TEST_CASE_TEMPLATE_DEFINE("one process receives from several, and tells them apart", World,
                          conformance_several) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  const auto third = both.world.open(name_c);
  connect(*third, *both.b);
  for (std::uint64_t i = 1; i <= 100; ++i) {
    must_send(*both.a, name_b, numbered(i));
    must_send(*third, name_b, numbered(1000 + i));
  }
  std::uint64_t from_a = 0, from_c = 1000;
  for (const arrived& one : receive_some(*both.b, 200))
    REQUIRE(is_numbered(one.message, one.from == name_a ? ++from_a : ++from_c));
  CHECK(from_a == 100);
  CHECK(from_c == 1100);
}

TEST_CASE_TEMPLATE_DEFINE("a process may send to itself", World, conformance_self) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  World world;
  const auto a = world.open(name_a);
  connect(*a, *a);
  must_send(*a, name_a, numbered(1));
  const auto messages = receive_some(*a, 1);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].from == name_a);
}

TEST_CASE_TEMPLATE_DEFINE(
    "a receiver that does not receive makes its senders stop, and nothing is lost", World,
    conformance_pressure) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  std::uint64_t accepted = 0;
  mentat_message message = numbered(1, 1000);
  // The queue must stay full for a while: the system's own buffers fill more slowly than this loop.
  while (both.a->send(name_b, message, 100 * mentat::base::millisecond) == sent::yes) {
    REQUIRE(++accepted < 2'000'000);
    message = numbered(accepted + 1, 1000);
  }
  MESSAGE(accepted, " messages of 1000 bytes until it is full");
  CHECK(accepted > 100);
  CHECK(is_numbered(message, accepted + 1));
  CHECK(both.a->try_send(name_b, message) == sent::full);
  std::uint64_t got = 0;
  bool right = true;
  for (const arrived& one : receive_some(*both.b, accepted))
    right = right && is_numbered(one.message, ++got);
  CHECK(right);
  CHECK(got == accepted);
  CHECK(both.a->send(name_b, message, 60 * mentat::base::second) == sent::yes);
  CHECK(receive_some(*both.b, 1).size() == 1);
}

TEST_CASE_TEMPLATE_DEFINE("a million small messages arrive, each once and in order", World,
                          conformance_million) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  constexpr std::uint64_t count = 1'000'000;
  pair<World> both;
  std::uint64_t sent_so_far = 0, got = 0;
  bool right = true;
  int waits = 0;
  while (got < count && waits < patience) {
    for (int burst = 0; burst < 500 && sent_so_far < count; ++burst) {
      mentat_message message;
      message.header.type = 3;
      message.header.tag.number = sent_so_far + 1;
      if (both.a->try_send(name_b, message) != sent::yes) break;
      ++sent_so_far;
    }
    const std::size_t now = both.b->receive(1000, [&](const mmps_name&, mentat_message&& message) {
      right = right && is_numbered(message, ++got);
    });
    if (now == 0 && !both.b->wait(10 * mentat::base::millisecond)) ++waits;
  }
  CHECK(right);
  CHECK(got == count);
}

TEST_CASE_TEMPLATE_DEFINE("a handler may send", World, conformance_handler) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  pair<World> both;
  for (std::uint64_t i = 1; i <= 50; ++i) must_send(*both.a, name_b, numbered(i));
  std::size_t answered = 0;
  for (int waits = 0; answered < 50 && waits < patience; ++waits) {
    answered += both.b->receive(100, [&](const mmps_name& from, mentat_message&& message) {
      must_send(*both.b, from, std::move(message));
    });
    both.b->wait(10 * mentat::base::millisecond);
  }
  CHECK(receive_some(*both.a, 50).size() == 50);
}

TEST_CASE_TEMPLATE_DEFINE("several threads send to one process: the messages of each stay in order",
                          World, conformance_threads) {
  using namespace mentat::mmps;
  using namespace mentat::mmps::conformance;
  if constexpr (World::threads) {
    constexpr std::uint64_t each = 20'000;
    constexpr std::uint32_t senders = 4;
    pair<World> both;
    std::vector<std::thread> threads;
    std::vector<char> failed(senders, 0);
    for (std::uint32_t sender = 0; sender < senders; ++sender)
      threads.emplace_back([&, sender] {
        for (std::uint64_t i = 1; i <= each; ++i) {
          mentat_message message = numbered(i);
          message.header.cluster = sender;
          if (both.a->send(name_b, message, 60 * mentat::base::second) != sent::yes)
            failed[sender] = 1;
        }
      });
    std::vector<std::uint64_t> got(senders, 0);
    bool right = true;
    int waits = 0;
    for (std::uint64_t total = 0; total < each * senders && waits < patience;) {
      const std::size_t now =
          both.b->receive(1000, [&](const mmps_name&, mentat_message&& message) {
            right = right && message.header.cluster < senders &&
                    is_numbered(message, ++got[message.header.cluster]);
          });
      total += now;
      if (now == 0 && !both.b->wait(10 * mentat::base::millisecond)) ++waits;
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(right);
    CHECK(got == std::vector<std::uint64_t>(senders, each));
    CHECK(failed == std::vector<char>(senders, 0));
  }
}
