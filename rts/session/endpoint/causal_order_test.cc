#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/endpoint/causal_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "mmps/base/random.h"

using mentat::mmps::mmps_name;
using mentat::node::causal_order;
using mentat::node::cause;

namespace {

mmps_name process(std::size_t number) {
  return mmps_name::of_process(1, 1, static_cast<std::uint32_t>(number), 1);
}
std::size_t number_of(const mmps_name& name) { return name.process_number(); }

// Processes with links that keep their order and are handled at random times. Each message carries
// the events that really happened before it, so that the order of handling can be judged.
class world {
 public:
  static constexpr std::size_t processes = 5;
  using history = std::vector<std::uint64_t>;  // messages that happened before, by identity

  world(std::uint64_t seed, bool tells) : chance_(seed), tells_(tells) {
    for (std::size_t i = 0; i < processes; ++i) all_.push_back(std::make_unique<one>(*this, i));
  }

  void act() {
    const std::size_t from = chance_.below(processes), to = chance_.below(processes);
    if (from == to) return;
    if (chance_.below(5) < 2)
      send(from, to);
    else
      handle(from, to);
  }
  void drain() {
    for (bool any = true; any;) {
      any = false;
      for (std::size_t from = 0; from < processes; ++from)
        for (std::size_t to = 0; to < processes; ++to) any |= handle(from, to);
    }
  }

  [[nodiscard]] std::size_t undelivered() const {
    std::size_t all = 0;
    for (const auto& sender : all_)
      for (const auto& link : sender->links) all += link.waiting.size();
    return all;
  }
  [[nodiscard]] std::size_t known() const {
    std::size_t most = 0;
    for (const auto& each : all_) most = std::max(most, each->order.known());
    return most;
  }
  std::uint64_t too_early = 0, told = 0, sent = 0;

 private:
  struct message {
    std::vector<cause> causes;   // of a message that tells
    std::uint64_t identity = 0;  // 0: it tells
    history before;
  };
  struct link {
    std::deque<message> waiting;
    std::uint64_t sent = 0, handled = 0, known_as_handled = 0;
    std::vector<cause> awaited;  // before the first
  };
  struct one final : causal_order::links {
    one(world& of, std::size_t number)
        : in(of), self(number), links(processes), order(process(number), *this) {}
    [[nodiscard]] std::uint64_t sent_to(const mmps_name& to) const override {
      return links[number_of(to)].sent;
    }
    [[nodiscard]] std::uint64_t handled_by(const mmps_name& to) const override {
      return links[number_of(to)].known_as_handled;
    }
    world& in;
    std::size_t self;
    std::vector<link> links;  // to others
    causal_order order;
    std::set<std::uint64_t> past, handled;
  };

  void send(std::size_t from, std::size_t to) {
    one& sender = *all_[from];
    link& way = sender.links[to];
    if (tells_ && !sender.order.is_current(process(to)))
      sender.order.prepare(process(to), [&](std::span<const cause> causes) {
        ++way.sent, ++told;
        way.waiting.push_back({{causes.begin(), causes.end()}, 0, {}});
      });
    ++way.sent, ++sent;
    const std::uint64_t identity = ++identities_;
    receiver_of_.push_back(to);
    way.waiting.push_back({{}, identity, {sender.past.begin(), sender.past.end()}});
    sender.past.insert(identity);
    if (!sender.order.is_current(process(to))) sender.order.note_sent(process(to));
  }

  bool handle(std::size_t from, std::size_t to) {
    link& way = all_[from]->links[to];
    one& receiver = *all_[to];
    if (way.waiting.empty()) return false;
    std::erase_if(way.awaited, [&](const cause& awaited) {
      return all_[number_of(awaited.from)]->links[to].handled >= awaited.number;
    });
    if (!way.awaited.empty()) return false;
    const message next = std::move(way.waiting.front());
    way.waiting.pop_front();
    if (next.identity == 0) {
      way.awaited = receiver.order.learn(next.causes);
    } else {
      for (const std::uint64_t before : next.before)
        if (receiver_of_[before - 1] == to && !receiver.handled.contains(before)) ++too_early;
      receiver.handled.insert(next.identity);
      receiver.past.insert(next.before.begin(), next.before.end());
      receiver.past.insert(next.identity);
    }
    ++way.handled;
    if (chance_.below(3) != 0) way.known_as_handled = way.handled;
    return true;
  }

  mentat::base::random chance_;
  const bool tells_;
  std::vector<std::unique_ptr<one>> all_;
  std::uint64_t identities_ = 0;
  std::vector<std::size_t> receiver_of_;
};

}  // namespace

TEST_CASE("at random, no message is handled before its causes, and none is stuck") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    world some(seed, true);
    for (int i = 0; i < 600; ++i) some.act();
    some.drain();
    REQUIRE(some.undelivered() == 0);
    REQUIRE(some.too_early == 0);
    REQUIRE(some.known() <= world::processes * world::processes);
  }
}

TEST_CASE("links that only keep their own order break it") {
  std::uint64_t too_early = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    world some(seed, false);
    for (int i = 0; i < 600; ++i) some.act();
    too_early += some.too_early;
  }
  CHECK(too_early > 0);
}

namespace {

struct counted final : causal_order::links {
  [[nodiscard]] std::uint64_t sent_to(const mmps_name& to) const override {
    return sent[number_of(to)];
  }
  [[nodiscard]] std::uint64_t handled_by(const mmps_name& to) const override {
    return handled[number_of(to)];
  }
  std::uint64_t sent[4] = {}, handled[4] = {};
};

std::vector<cause> told_to(causal_order& order, std::size_t to) {
  std::vector<cause> all;
  order.prepare(process(to),
                [&](std::span<const cause> causes) { all.assign(causes.begin(), causes.end()); });
  return all;
}

}  // namespace

TEST_CASE("a process that sends to one other process only has no causes to tell") {
  counted links;
  causal_order order(process(0), links);
  CHECK(told_to(order, 1).empty());
  ++links.sent[1];
  order.note_sent(process(1));
  CHECK(order.is_current(process(1)));
  CHECK(told_to(order, 1).empty());
}

TEST_CASE("another process is told once of messages on their way, and not of handled ones") {
  counted links;
  causal_order order(process(0), links);
  links.sent[1] = 3;
  order.note_sent(process(1));
  CHECK_FALSE(order.is_current(process(2)));
  const auto told = told_to(order, 2);
  REQUIRE(told.size() == 1);
  CHECK(told[0].from == process(0));
  CHECK(told[0].to == process(1));
  CHECK(told[0].number == 3);
  CHECK(told_to(order, 2).empty());
  links.sent[1] = 4;
  order.note_sent(process(1));
  CHECK(told_to(order, 2).size() == 1);
  links.sent[1] = 5;
  order.note_sent(process(1));
  links.handled[1] = 5;
  CHECK(told_to(order, 2).empty());
}

TEST_CASE(
    "learned causes are passed on, but not to their sender, until their receiver has handled "
    "them") {
  counted links;
  causal_order order(process(0), links);
  const cause learned{process(1), process(2), 7}, mine{process(1), process(0), 2};
  const std::vector<cause> told{learned, mine};
  const auto awaited = order.learn(told);
  REQUIRE(awaited.size() == 1);
  CHECK(awaited[0].number == 2);
  CHECK(told_to(order, 1).empty());
  CHECK(told_to(order, 3).size() == 1);
  CHECK(told_to(order, 2).size() == 1);
  links.sent[2] = 1;  // the message after the news
  order.note_sent(process(2));
  links.handled[2] = 1;
  static_cast<void>(told_to(order, 3));
  CHECK(order.known() == 0);
}

TEST_CASE("nothing is kept for a process that has ended") {
  counted links;
  causal_order order(process(0), links);
  const std::vector<cause> told{{process(1), process(2), 7}};
  static_cast<void>(order.learn(told));
  order.forget(process(2));
  CHECK(order.known() == 0);
  CHECK(order.has_ended(process(2)));
  CHECK_FALSE(order.has_ended(mmps_name::of_process(1, 1, 2, 2)));
  static_cast<void>(order.learn(told));
  CHECK(order.known() == 0);
}

TEST_CASE("a position is told once to each process that may not know it, and passed on") {
  counted links;
  causal_order order(process(0), links);
  CHECK(order.position() == 0);
  CHECK(told_to(order, 1).empty());
  CHECK(order.is_current(process(1)));
  const std::vector<mmps_name> home{process(3)};
  order.note_position(5, home);
  CHECK(order.position() == 5);
  CHECK_FALSE(order.is_current(process(1)));
  const auto told = told_to(order, 1);
  REQUIRE(told.size() == 1);
  CHECK_FALSE(told[0].from.bound());
  CHECK_FALSE(told[0].to.bound());
  CHECK(told[0].number == 5);
  CHECK(told_to(order, 1).empty());
  CHECK(told_to(order, 3).empty());

  order.note_position(4, home);  // an older one
  CHECK(order.position() == 5);
  CHECK(told_to(order, 1).empty());
  CHECK(order.learn(std::vector<cause>{{{}, {}, 9}}).empty());
  CHECK(order.position() == 9);
  CHECK_FALSE(order.is_current(process(1)));
  CHECK(told_to(order, 1).size() == 1);
  CHECK(told_to(order, 2).size() == 1);
}

TEST_CASE("who sends to one process that knows the position tells nothing") {
  counted links;
  causal_order order(process(0), links);
  CHECK(told_to(order, 3).empty());
  const std::vector<mmps_name> home{process(3)};
  order.note_position(5, home);
  CHECK(order.is_current(process(3)));
}
