// For tests: networks in one thread on the virtual network.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mmps/net/network.h"
#include "mmps/sim/network.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {

// A process's network in a world, with its handler of messages; null: none.
class node {
 public:
  node(sim::network& world, const mmps_name& self, network_options chosen)
      : network_(world.open(self), with(std::move(chosen), world, self)) {}
  network& operator*() { return network_; }
  network* operator->() { return &network_; }

  network::handler handle;
  std::uint64_t arrivals = 0;  // reported by `arrived`
  std::vector<std::string> warnings;

  void turn(base::instant now) {
    while (network_.turn(now) == now && turns_now_++ < max_turns) {
    }
    REQUIRE(turns_now_ < max_turns);
    turns_now_ = 0;
    while (handle && network_.receive(handle)) {
    }
  }

 private:
  static constexpr int max_turns = 100'000;
  network_options with(network_options chosen, sim::network& world, const mmps_name& self) {
    chosen.self = self;
    chosen.clock = &world;
    chosen.has_thread = false;
    chosen.warn = [this](const std::string& text) { warnings.push_back(text); };
    chosen.arrived = [this] {
      ++arrivals;
      return false;
    };
    return chosen;
  }
  int turns_now_ = 0;
  network network_;
};

class world {
 public:
  explicit world(std::uint64_t seed = 1) : ways(seed) {}

  node& add(const mmps_name& self, network_options chosen = {}) {
    nodes_.push_back(std::make_unique<node>(ways, self, std::move(chosen)));
    return *nodes_.back();
  }
  void end(node& ended) {
    std::erase_if(nodes_, [&](const auto& one) { return one.get() == &ended; });
  }
  static void introduce(node& one, const mmps_name& as, node& other, const mmps_name& other_as) {
    one->connect(other_as, other->address());
    other->connect(as, one->address());
  }
  // False: not within that time. Asks all deadlines, because sending and receiving change them.
  bool run_until(const std::function<bool()>& done, base::duration within = 60 * base::second) {
    const base::instant end = ways.now() + within;
    for (;;) {
      for (const auto& one : nodes_) one->turn(ways.now());
      if (done()) return true;
      base::instant next = ways.next_arrival();
      for (const auto& one : nodes_) next = std::min(next, (*one)->next_deadline());
      if (next > end) {
        ways.advance(end);
        for (const auto& one : nodes_) one->turn(end);
        return done();
      }
      const auto at = ways.advance(next);
      trace = (trace * 31 + (at ? at->host : 0)) * 31 + static_cast<std::uint64_t>(next.ns);
    }
  }
  void run_for(base::duration time) {
    CHECK_FALSE(run_until([] { return false; }, time));
  }

  sim::network ways;
  std::uint64_t trace = 0;

 private:
  std::vector<std::unique_ptr<node>> nodes_;
};

}  // namespace mentat::mmps::net
