// Two links over a way that loses, repeats and reorders, in both directions, for thousands of
// seeds.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/link/link.h"
#include "mmps/sim/network.h"

using namespace mentat::mmps;
using namespace mentat::base;

namespace {

// The events of one seed: a storm of retransmissions is a failure.
constexpr std::uint64_t max_events = 200'000;

struct side {
  side(sim::network& net, const mmps_name& self, const link_limits& limits, std::uint64_t seed)
      : wire(net.open(self)), end(limits, seed) {}

  std::unique_ptr<transport> wire;
  link_end end;
  std::uint32_t to_send = 0;
  std::uint32_t sent = 0;
  std::uint32_t got = 0;  // delivered in order, so far
  bool wrong = false;
};

mentat_message numbered(std::uint32_t number, std::size_t size) {
  mentat_message message(std::vector<std::byte>(size, static_cast<std::byte>(number)));
  message.header.type = static_cast<std::uint8_t>(message_type::token);
  message.header.class_id = number;
  return message;
}

// Passes the link's output to the network and to the owner.
void put_out(side& from, const mmps_name& peer) {
  link_output output = from.end.take_output();
  for (mentat_message& frame : output.frames) static_cast<void>(from.wire->try_send(peer, frame));
  for (const mentat_message& message : output.delivered) {
    ++from.got;
    const auto body = message.body();
    const auto fill = static_cast<std::byte>(from.got);
    from.wrong = from.wrong || message.header.class_id != from.got ||
                 message.header.link_sequence != from.got ||
                 std::any_of(body.begin(), body.end(), [&](std::byte b) { return b != fill; });
  }
}

class run {
 public:
  explicit run(std::uint64_t seed) : chance_(seed), net_(chance_.next()) {
    sim::way way;
    way.latency_most = static_cast<duration>(100 + chance_.below(20'000)) * microsecond;
    way.loss = static_cast<std::uint32_t>(chance_.below(300'000));
    way.duplication = static_cast<std::uint32_t>(chance_.below(200'000));
    way.reordering = chance_.below(2) == 0;
    net_.set_every_way(way);
    link_limits limits;
    if (chance_.below(2) == 0) limits.window_messages = 1 + chance_.below(20);
    if (chance_.below(2) == 0) limits.window_bytes = 500 + chance_.below(20'000);
    for (int i = 0; i < 2; ++i) {
      side_[i] = std::make_unique<side>(net_, name_[i], limits, chance_.next());
      side_[i]->to_send = static_cast<std::uint32_t>(chance_.below(250));
    }
    for (int i = 0; i < 2; ++i)
      connected_ = connected_ && side_[i]->wire->connect(name_[1 - i], "sim:").empty();
  }

  // Returns an empty text if all went well.
  const char* go() {
    if (!connected_) return "no connection";
    for (std::uint64_t events = 0; events < max_events; ++events) {
      owners_act();
      const instant next = std::min(
          {net_.next_arrival(), side_[0]->end.next_deadline(), side_[1]->end.next_deadline()});
      if (next == instant::never() && owners_are_done()) return verdict();
      // An owner with work left does it within a millisecond.
      const instant until = owners_are_done() ? next : std::min(next, net_.now() + millisecond);
      net_.advance(until);
      for (int i = 0; i < 2; ++i) machine_acts(i);
    }
    return "it does not come to rest";
  }

  void count(link_counters& total) const {
    for (const auto& self : side_) {
      total.sent_again += self->end.counters().sent_again;
      total.duplicates += self->end.counters().duplicates;
      total.early += self->end.counters().early;
    }
  }

 private:
  void machine_acts(int i) {
    side& self = *side_[i];
    self.wire->receive(100, [&](const mmps_name&, mentat_message&& frame) {
      self.end.step(net_.now(), std::move(frame));
    });
    if (self.end.next_deadline() <= net_.now()) self.end.tick(net_.now());
    put_out(self, name_[1 - i]);
    self.wrong = self.wrong || self.end.acknowledged() > side_[1 - i]->got;
  }

  void owners_act() {
    for (int i = 0; i < 2; ++i) {
      side& self = *side_[i];
      const instant now = net_.now();
      for (std::uint64_t burst = chance_.below(12); burst > 0 && self.sent < self.to_send;
           --burst) {
        const std::size_t size = chance_.below(20) == 0 ? 30'000 : chance_.below(200);
        if (self.end.send(now, numbered(self.sent + 1, size)) == 0) break;
        ++self.sent;
      }
      if (!owners_are_done()) {
        if (chance_.below(20) == 0) self.end.set_credit(now, chance_.below(3) * 5'000);
        if (chance_.below(50) == 0) self.end.pipe_up(now);
        if (chance_.below(50) == 0) change_the_way(i);
      } else {
        self.end.set_credit(now, 1 << 20);
        net_.set_way(name_[i], name_[1 - i], {});
      }
      put_out(self, name_[1 - i]);
    }
  }

  void change_the_way(int from) {
    sim::way way;
    way.loss = static_cast<std::uint32_t>(chance_.below(500'000));
    way.reordering = true;
    way.cut = chance_.below(3) == 0;
    net_.set_way(name_[from], name_[1 - from], way);
  }

  bool owners_are_done() const {
    return std::all_of(std::begin(side_), std::end(side_),
                       [](const auto& self) { return self->sent == self->to_send; });
  }

  const char* verdict() const {
    for (int i = 0; i < 2; ++i) {
      if (side_[i]->wrong)
        return "a message arrived out of its place, or was acknowledged too early";
      if (side_[i]->got != side_[1 - i]->to_send) return "not every message arrived, or some twice";
      if (side_[i]->end.unacknowledged() != 0) return "a message was not acknowledged";
    }
    return "";
  }

  const mmps_name name_[2] = {mmps_name::of_process(1, 1, 1, 1), mmps_name::of_process(2, 1, 1, 1)};
  mentat::base::random chance_;
  sim::network net_;
  std::unique_ptr<side> side_[2];
  bool connected_ = true;
};

}  // namespace

TEST_CASE(
    "over a pipe that loses, repeats and reorders, all messages arrive once and in order and "
    "are acknowledged, and then there is rest") {
  constexpr std::uint64_t first = 1, count = 5000;
  MESSAGE("seeds ", first, " to ", first + count - 1);
  link_counters total;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    CAPTURE(seed);
    run one(seed);
    const std::string_view fault = one.go();
    CHECK(fault == "");
    if (!fault.empty()) break;
    one.count(total);
  }
  // The rare paths were reached.
  CHECK(total.sent_again > count);
  CHECK(total.duplicates > count);
  CHECK(total.early > count);
}
