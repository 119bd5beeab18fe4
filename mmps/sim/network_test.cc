#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/sim/network.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "mmps/transport/conformance.h"

using namespace mentat::mmps;
using namespace mentat::base;
using conformance::name_a;
using conformance::name_b;
using conformance::numbered;

namespace {

struct sim_world {
  static constexpr bool threads = false;
  sim::network net{20244};
  std::unique_ptr<transport> open(const mmps_name& self) { return net.open(self); }
};

// The arrival times and numbers of 1000 messages, sent 10 us apart.
std::vector<std::pair<std::int64_t, std::uint64_t>> arrivals(std::uint64_t seed,
                                                             const sim::way& way) {
  sim::network net(seed);
  net.set_every_way(way);
  const auto a = net.open(name_a), b = net.open(name_b);
  conformance::connect(*a, *b);
  std::vector<std::pair<std::int64_t, std::uint64_t>> all;
  const auto run = [&](instant until) {
    while (net.next_arrival() <= until) {
      static_cast<void>(net.advance(until));
      b->receive(10, [&](const mmps_name&, mentat_message&& message) {
        all.emplace_back(net.now().ns, message.header.tag.number);
      });
    }
    net.advance(until);
  };
  for (std::uint64_t i = 0; i < 1000; ++i) {
    mentat_message message = numbered(i);
    REQUIRE(a->try_send(name_b, message) == sent::yes);
    run(net.now() + 10 * microsecond);
  }
  run(net.now() + 10 * second);
  return all;
}

bool in_order(const std::vector<std::pair<std::int64_t, std::uint64_t>>& all) {
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].second < all[i - 1].second) return false;
  return true;
}

}  // namespace

MENTAT_TRANSPORT_CONFORMS(sim_world);

TEST_CASE("one seed gives one run, another gives another") {
  const sim::way way{.loss = 100'000, .duplication = 100'000, .reordering = true};
  CHECK(arrivals(1, way) == arrivals(1, way));
  CHECK(arrivals(1, way) != arrivals(2, way));
}

TEST_CASE("a path follows its settings") {
  CHECK(arrivals(1, {}).size() == 1000);
  CHECK(in_order(arrivals(1, {})));
  CHECK_FALSE(in_order(arrivals(1, {.reordering = true})));
  CHECK(arrivals(1, {.reordering = true}).size() == 1000);
  const std::size_t some = arrivals(1, {.loss = 300'000}).size();
  CHECK(some > 600);
  CHECK(some < 800);
  const std::size_t more = arrivals(1, {.duplication = 300'000}).size();
  CHECK(more > 1200);
  CHECK(more < 1400);
  CHECK(arrivals(1, {.cut = true}).empty());
  const auto timed = arrivals(1, {.latency_least = second, .latency_most = second});
  CHECK(timed.front().first == second);
}

TEST_CASE("a message for an incarnation that has closed reaches no other") {
  sim::network net(1);
  const auto a = net.open(name_a);
  auto b = net.open(name_b);
  conformance::connect(*a, *b);
  mentat_message message = numbered(1);
  REQUIRE(a->try_send(name_b, message) == sent::yes);
  b.reset();
  b = net.open(name_b);
  CHECK(net.advance(net.now() + second) == std::nullopt);
  CHECK(b->receive(10, [](const mmps_name&, mentat_message&&) {}) == 0);
}

TEST_CASE("two thousand processes run without trouble") {
  sim::network net(1);
  std::vector<std::unique_ptr<transport>> all;
  for (std::uint32_t i = 0; i < 2000; ++i)
    all.push_back(net.open(mmps_name::of_process(i, 1, 1, 1)));
  for (std::size_t i = 0; i < all.size(); ++i)
    conformance::connect(*all[i], *all[(i + 1) % all.size()]);
  mentat_message message = numbered(1);
  REQUIRE(all[0]->try_send(all[1]->self(), message) == sent::yes);
  std::uint64_t hops = 0;
  while (const auto at = net.advance(instant{100 * second})) {
    transport& here = *all[at->host];
    here.receive(1, [&](const mmps_name&, mentat_message&& token) {
      ++hops;
      REQUIRE(here.try_send(all[(at->host + 1) % all.size()]->self(), token) == sent::yes);
    });
  }
  CHECK(hops > 100'000);
}
