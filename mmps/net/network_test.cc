// Networks in one thread on the virtual network: between live processes no message is lost or
// doubled, with any faults of the ways between them.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/net/network.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/net/numbered_messages.h"
#include "mmps/net/simulated_networks.h"
#include "mmps/sim/network.h"
#include "mmps/wire/message_type.h"

using namespace mentat::mmps;
using mentat::base::instant;
using mentat::base::millisecond;
using mentat::base::second;
using net::counted;
using net::give_block;
using net::network;
using net::node;
using net::send;
using net::try_send;
using net::world;

namespace {

const mmps_name a_name = mmps_name::of_process(1, 1, 2, 1);
const mmps_name b_name = mmps_name::of_process(2, 1, 3, 1);
// A ping-pong of `count` messages over ways that behave as `each`; returns the time and the trace.
struct exchanged {
  instant at;
  std::uint64_t trace;
  friend bool operator==(const exchanged&, const exchanged&) = default;
};

exchanged exchange(std::uint64_t seed, const sim::way& each, std::uint64_t count) {
  world all(seed);
  all.ways.set_every_way(each);
  node& mine = all.add(a_name, {.seed = seed});
  node& other = all.add(b_name, {.seed = seed + 1});
  all.introduce(mine, a_name, other, b_name);
  counted got;
  std::uint64_t out = 0;
  mine.handle = std::ref(got);
  other.handle = [&](const message_header& header, std::span<const std::byte> body) {
    message_header back = header;
    back.source = {};
    back.destination = header.source;
    REQUIRE(other->send(back, body) == network::sent::yes);
  };
  for (std::uint64_t i = 1; i <= count; ++i)
    REQUIRE(send(*mine, b_name, i, i % 50 == 0 ? 30'000 : 20, [&out] { ++out; }));
  REQUIRE(all.run_until([&] { return got.last == count && out == count; }, 1000 * second));
  CHECK(got.right);
  CHECK(all.run_until([&] { return mine->all_arrived() && other->all_arrived(); }));
  all.run_for(20 * second);
  CHECK(mine->next_deadline() == instant::never());  // all is quiet
  CHECK(other->next_deadline() == instant::never());
  return {all.ways.now(), all.trace};
}

}  // namespace

TEST_CASE("each message comes back once, in order, and is completed, on any bad network") {
  const sim::way bad{.loss = 100'000, .duplication = 100'000, .reordering = true};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    exchange(seed, {}, 300);
    exchange(seed, bad, 300);
  }
}

TEST_CASE("a seed gives the same run again") {
  const sim::way bad{.loss = 50'000, .duplication = 50'000, .reordering = true};
  const exchanged first = exchange(7, bad, 500);
  CHECK(exchange(7, bad, 500) == first);
  CHECK_FALSE(exchange(8, bad, 500) == first);
}

TEST_CASE("a message sent while a path is cut arrives when the path heals") {
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  counted got;
  other.handle = std::ref(got);
  all.run_for(second);
  for (const bool there : {true, false}) {
    all.ways.set_way(there ? a_name : b_name, there ? b_name : a_name, {.cut = true});
    const std::uint64_t before = got.last;
    for (std::uint64_t i = 1; i <= 10; ++i) REQUIRE(send(*mine, b_name, before + i));
    all.run_for(30 * second);
    CHECK(got.last == (there ? before : before + 10));  // the answers may be lost
    CHECK_FALSE(mine->all_arrived());
    all.ways.set_every_way({});
    CHECK(all.run_until([&] { return mine->all_arrived(); }, 20 * second));
    CHECK(got.last == before + 10);
  }
  CHECK(got.right);
}

TEST_CASE("large bodies travel in pieces, also where pieces are lost") {
  world all(3);
  all.ways.set_every_way({.loss = 20'000, .duplication = 20'000, .reordering = true});
  node &mine = all.add(a_name), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  mentat::base::random random(3);
  constexpr std::uint64_t count = 20;
  std::uint64_t out = 0;
  std::vector<std::size_t> sizes{0};
  counted got;
  bool complete = true;
  other.handle = [&](const message_header& header, std::span<const std::byte> body) {
    got(header, body);
    complete = complete && body.size() == sizes[got.last] && header.body_length == body.size() &&
               (header.flags & (flag::more | flag::body_crc)) == 0 && header.body_crc == 0;
  };
  for (std::uint64_t i = 1; i <= count; ++i) {
    sizes.push_back(random.below(i % 3 == 0 ? 4'000'000 : 3000));
    REQUIRE(send(*mine, b_name, i, sizes[i], [&out] { ++out; }));
  }
  CHECK(all.run_until([&] { return got.last == count && out == count; }, 1000 * second));
  CHECK(got.right);
  CHECK(complete);
}

TEST_CASE("blocks that are given again and again arrive whole, also where pieces are lost") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    INFO("seed " << seed);
    world all(seed);
    all.ways.set_every_way({.loss = 50'000, .duplication = 50'000, .reordering = true});
    node &mine = all.add(a_name), &other = all.add(b_name);
    mentat::base::random random(seed);
    std::vector<std::shared_ptr<std::byte[]>> blocks(5);
    std::vector<std::pair<std::byte, std::size_t>> wanted{{}};
    const auto give = [&] {
      auto& block = blocks[random.below(blocks.size())];
      const std::size_t size = 100'000 + random.below(3) * 1'000'000;
      if (!block || random.below(4) == 0) {
        block = std::make_shared<std::byte[]>(2'100'000);
        std::memset(block.get(), static_cast<int>(random.below(256)), 2'100'000);
      }
      wanted.emplace_back(block[0], size);
      REQUIRE(give_block(*mine, b_name, wanted.size() - 1, block, size));
    };
    for (int i = 0; i < 5; ++i) give();  // before the receiver is known
    all.introduce(mine, a_name, other, b_name);
    std::uint64_t last = 0;
    bool right = true;
    other.handle = [&](const message_header& header, std::span<const std::byte> body) {
      const auto& [value, size] = wanted.at(header.tag.number);
      right = right && header.tag.number == ++last && body.size() == 8 + size &&
              header.flags == 0 &&
              std::ranges::count(body.subspan(8), value) == static_cast<std::ptrdiff_t>(size);
    };
    for (int i = 0; i < 40; ++i) {
      give();
      all.run_for(random.below(20) * millisecond);
    }
    CHECK(all.run_until([&] { return last == wanted.size() - 1; }, 1000 * second));
    CHECK(right);
  }
}

TEST_CASE("the flags of pieces in a header that is sent mean nothing") {
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  std::uint64_t last = 0;
  other.handle = [&](const message_header& header, std::span<const std::byte>) {
    last = header.tag.number;
  };
  message_header header;
  header.type = 3;
  header.destination = b_name;
  header.tag.number = 1;
  header.flags = flag::repeated | flag::named;
  REQUIRE(mine->send(header, std::vector<std::byte>(16)) == network::sent::yes);
  CHECK(all.run_until([&] { return last == 1; }));
  CHECK(other.warnings.empty());
}

TEST_CASE("nothing is handled of a large message whose sender ended within it") {
  const mmps_name next_name = mmps_name::of_process(2, 1, 3, 2);
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  // More than the window: its end is not sent before its beginning is handled.
  CHECK(send(*other, a_name, 1, 60'000'000));
  all.run_for(second);
  REQUIRE(mine->has_mail());
  CHECK(mine.arrivals != 0);
  all.end(other);
  bool handled = false;
  mine.handle = [&](const message_header&, std::span<const std::byte>) { handled = true; };
  all.run_for(second);
  CHECK_FALSE(handled);
  mine->forget(b_name);
  node& next = all.add(next_name);
  all.introduce(mine, a_name, next, next_name);
  CHECK(send(*next, a_name, 1));
  CHECK(all.run_until([&] { return handled; }));
}

TEST_CASE("a message that waits for others is not mail until those were handled") {
  const mmps_name third_name = mmps_name::of_process(2, 1, 4, 1);
  std::uint64_t handled_elsewhere = 0;
  net::network_options chosen;
  chosen.has_handled = [&](const mmps_name&, std::uint64_t messages) {
    return handled_elsewhere >= messages;
  };
  world all;
  node &mine = all.add(a_name, std::move(chosen)), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  std::uint64_t last = 0;
  mine.handle = [&](const message_header& header, std::span<const std::byte>) {
    last = header.tag.number;
    if (last == 1) mine->wait_for(b_name, third_name, 1);
  };
  CHECK(send(*other, a_name, 1));
  CHECK(send(*other, a_name, 2));
  all.run_for(second);
  CHECK(last == 1);
  CHECK(mine->holds_back());
  CHECK_FALSE(mine->has_mail());
  handled_elsewhere = 1;
  mine->note_handled_elsewhere();
  CHECK(mine->has_mail());
  all.run_for(second);
  CHECK(last == 2);
  CHECK_FALSE(mine->holds_back());
  CHECK_FALSE(mine->has_mail());
}

TEST_CASE("forget completes the messages that an ended process has not acknowledged") {
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  all.run_for(second);
  all.end(other);
  int out = 0;
  CHECK(send(*mine, b_name, 1, 20, [&out] { ++out; }));
  all.run_for(30 * second);
  CHECK(out == 0);
  CHECK(mine->has_to_send());
  mine->forget(b_name);
  CHECK_FALSE(mine->has_to_send());
  CHECK(out == 1);
  CHECK(try_send(*mine, b_name, 2) == network::sent::gone);
  CHECK(mine->next_deadline() == instant::never());
}

TEST_CASE("calls of objects are awaited until they have arrived, other messages are not") {
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name);
  const auto call = [&](const mmps_name& process) {
    message_header header;
    header.type = static_cast<std::uint8_t>(message_type::exec);
    header.destination = process;
    ++header.destination.slot;  // an object there
    REQUIRE(mine->send(header, {}) == network::sent::yes);
  };
  int out = 0;
  const auto make = [&out] { return std::function<void()>([&out] { ++out; }); };
  const network::callback_maker maker(make);

  REQUIRE(send(*mine, b_name, 1));
  CHECK_FALSE(mine->await_calls(a_name, &maker));
  call(b_name);  // which is not known yet
  CHECK(mine->await_calls(a_name, &maker));
  CHECK_FALSE(mine->await_calls(b_name, &maker));  // its link keeps the order
  all.introduce(mine, a_name, other, b_name);
  CHECK(out == 0);
  CHECK(mine->await_calls(a_name, &maker));
  REQUIRE(send(*mine, b_name, 2, 20, [&out] { CHECK(out == 2); }));
  CHECK(all.run_until([&] { return mine->all_arrived(); }));
  CHECK(out == 2);
  CHECK_FALSE(mine->await_calls(a_name, nullptr));

  all.end(other);
  call(b_name);
  mine->keep_open();
  CHECK(mine->await_calls(a_name, &maker));
  mine->forget(b_name);
  CHECK(out == 3);
  CHECK_FALSE(mine->await_calls(a_name, nullptr));
  CHECK_FALSE(mine->all_arrived());  // more will be sent
  mine->let_close();
  CHECK(mine->all_arrived());
}

TEST_CASE("messages to a process that is not announced yet arrive, in order") {
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name);
  for (std::uint64_t i = 1; i <= 100; ++i) REQUIRE(send(*mine, b_name, i));
  CHECK(mine->has_to_send());
  mine->connect(b_name, other->address());
  REQUIRE(send(*mine, b_name, 101));
  all.run_for(second);
  other->connect(a_name, mine->address());
  counted got;
  other.handle = std::ref(got);
  CHECK(all.run_until([&] { return got.last == 101; }));
  CHECK(got.right);
}

TEST_CASE("messages to a process that never comes are completed after their time") {
  world all;
  node& mine = all.add(a_name);
  int out = 0;
  constexpr int most = net::unknown_peers::max_messages;
  for (int i = 0; i < most; ++i) {
    const auto nobody = mmps_name::of_process(3, 1, static_cast<std::uint32_t>(10 + i), 1);
    REQUIRE(send(*mine, nobody, static_cast<std::uint64_t>(i), 20, [&out] { ++out; }));
  }
  CHECK(try_send(*mine, b_name, 1) == network::sent::full);
  CHECK(mine.warnings.size() == 1);
  CHECK(mine->next_deadline() == instant{net::unknown_peers::longest_wait});
  all.run_for(net::unknown_peers::longest_wait - 1);
  CHECK_FALSE(mine->has_mail());
  CHECK(mine->take_undelivered().empty());
  CHECK(out == 0);
  all.run_for(1);
  CHECK(mine->has_mail());
  CHECK(mine.arrivals == 1);
  CHECK(out == most);
  std::vector<bool> told(most);
  for (const message_header& one : mine->take_undelivered()) told.at(one.tag.number) = true;
  CHECK(std::ranges::count(told, true) == most);
  CHECK_FALSE(mine->has_to_send());
  CHECK(send(*mine, b_name, 1));  // there is room again
}

TEST_CASE("a name that is not the sender's is dropped, a forwarder's messages are not") {
  const mmps_name manager = mmps_name::of_process(2, 1, 1, 1);
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name), &forwarder = all.add(manager);
  all.introduce(mine, a_name, other, b_name);
  all.introduce(mine, a_name, forwarder, manager);
  message_header header;
  header.type = 3;
  header.destination = a_name;
  header.source = manager;
  CHECK(other->give(header, {}) == network::sent::yes);
  header.source = b_name;
  header.tag.number = 1;
  CHECK(other->give(header, {}) == network::sent::yes);
  header.tag.number = 2;
  CHECK(forwarder->give(header, {}) == network::sent::yes);
  std::uint64_t tags = 0;
  int handled = 0;
  mine.handle = [&](const message_header& got, std::span<const std::byte>) {
    tags += got.tag.number;
    ++handled;
  };
  all.run_for(second);
  CHECK(tags == 3);
  CHECK(handled == 2);
  CHECK(mine.warnings.size() == 1);
}

TEST_CASE("a slow receiver is sent no more than fits, and later all the rest") {
  world all;
  node &mine = all.add(a_name), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  constexpr std::uint64_t last = 80;
  for (std::uint64_t i = 1; i <= last; ++i) REQUIRE(send(*mine, b_name, i, 1'000'000));
  all.run_for(60 * second);
  CHECK(mine->has_to_send());
  counted got;
  other.handle = std::ref(got);
  CHECK(all.run_until([&] { return got.last == last; }));
  CHECK(got.right);
  CHECK(all.run_until([&] { return !mine->has_to_send(); }));
}

TEST_CASE("without a thread no sender waits for room, and close() waits for no peer") {
  world all;
  node& mine =
      all.add(a_name, {.queue_bytes = std::size_t{4} << 20, .for_last_messages = 3600 * second});
  node& other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  std::uint64_t out = 0, sent = 0;
  network::sent result = network::sent::yes;
  while ((result = try_send(*mine, b_name, sent + 1, 50'000, [&out] { ++out; })) ==
         network::sent::yes)
    ++sent;
  CHECK(result == network::sent::full);
  CHECK(mine.warnings.empty());  // no sender has stalled
  CHECK(sent >= (std::size_t{4} << 20) / 50'000 - 1);
  mine->sleep(0, 0);
  mine->note_ending(b_name);
  CHECK(try_send(*mine, b_name, 1, 50'000) == network::sent::gone);
  const instant before = all.ways.now();
  mine->close();
  CHECK(all.ways.now() == before);
  CHECK(out == sent);
  CHECK(try_send(*mine, b_name, 1) == network::sent::gone);
}

TEST_CASE("messages that come many at a time are known as such, and so are those that come alone") {
  world all;
  all.ways.set_every_way({.latency_least = millisecond, .latency_most = millisecond});
  node &mine = all.add(a_name), &other = all.add(b_name);
  all.introduce(mine, a_name, other, b_name);
  counted got;
  std::uint64_t sent = 0;
  const auto take_all = [&] {
    while (other->receive(std::ref(got), true)) {
    }
    return got.last == sent;
  };
  REQUIRE(send(*mine, b_name, ++sent));
  REQUIRE(all.run_until(take_all));  // connected
  all.run_for(second);
  // All messages on the way arrive before the first poll.
  for (int i = 0; i < 100; ++i) REQUIRE(send(*mine, b_name, ++sent));
  const instant then = all.ways.now() + 2 * millisecond;
  while (all.ways.advance(then)) {
  }
  CHECK(other->turn(then) == then);  // there is more
  CHECK(other->turn(then) > then);
  CHECK(all.run_until(take_all));
  CHECK(other->comes_in_bulk());
  for (int i = 0; i < 100 && other->comes_in_bulk(); ++i) {
    REQUIRE(send(*mine, b_name, ++sent));
    REQUIRE(all.run_until(take_all));
    all.run_for(second);
  }
  CHECK_FALSE(other->comes_in_bulk());
  CHECK(got.right);
}
