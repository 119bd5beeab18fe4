// Orca's two protocols and R-Linda's server under random schedules.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "bench/papers/then/order.h"
#include "bench/papers/then/r_linda_server.h"
#include "bench/papers/then/two_phase.h"
#include "mmps/base/random.h"

namespace mentat::bench::then {

TEST_CASE("members of an order handle overtaking messages in one order") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    base::random chance(seed);
    sequencer numbers;
    std::vector<std::pair<std::uint64_t, int>> sent;
    for (int n = 0; n < 50; ++n) sent.emplace_back(numbers.next(), n);
    in_order<int> member;
    std::vector<int> handled;
    while (!sent.empty()) {
      const auto at = static_cast<std::ptrdiff_t>(chance.below(sent.size()));
      const auto one = sent[static_cast<std::size_t>(at)];
      if (chance.below(5) != 0) sent.erase(sent.begin() + at);  // else it comes twice
      member.receive(one.first, one.second);
      member.drain([&](int message) { handled.push_back(message); });
    }
    REQUIRE(handled.size() == 50);
    for (int n = 0; n < 50; ++n) CHECK(handled[static_cast<std::size_t>(n)] == n);
  }
}

TEST_CASE("no reader of a two-phase object sees an older value than another did [DSM92 4]") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    base::random chance(seed);
    const auto copies = static_cast<std::uint32_t>(chance.below(6));
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t n = 0; n < copies; ++n) numbers.push_back(n);
    primary_copy primary(numbers);
    std::vector<secondary_copy> others(copies);
    copy_outbox to_copies, to_primary;
    std::uint64_t asked = 0, ended = 0, seen = 0;
    for (int step = 0; step < 2000 && ended < 20; ++step) {
      INFO("seed " << seed);
      const auto pick = [&](copy_outbox& from) {
        const auto at = static_cast<std::ptrdiff_t>(chance.below(from.size()));
        const copy_message one = from[static_cast<std::size_t>(at)];
        from.erase(from.begin() + at);
        return one;
      };
      switch (chance.below(4)) {
        case 0:
          if (asked < 20) primary.write(++asked, to_copies);
          break;
        case 1:
          if (!to_copies.empty()) {
            const copy_message one = pick(to_copies);
            others[one.copy].receive(one, to_primary);
          }
          break;
        case 2:
          if (!to_primary.empty() && primary.receive(pick(to_primary), to_copies)) ++ended;
          if (primary.begin(to_copies)) ++ended;
          break;
        default:
          if (copies == 0) break;
          const secondary_copy& read = others[chance.below(copies)];
          if (!read.is_readable()) break;
          REQUIRE(read.last() >= seen);
          seen = read.last();
      }
    }
    CHECK(ended == 20);
  }
}

TEST_CASE("R-Linda's server gives a tuple once, and finds the requested one [RLINDA 6]") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    base::random chance(seed);
    r_linda_server server;
    std::set<std::int64_t> taken;
    std::vector<std::uint64_t> asked;
    std::int64_t put = 0;
    const auto take = [&](const tuple& one) {
      INFO("seed " << seed);
      CHECK(taken.insert(one.fields[0]).second);
    };
    for (int step = 0; step < 200; ++step) {
      if (chance.below(2) == 0) {
        server.out({"job", {put++}});
      } else if (chance.below(2) == 0) {
        std::uint64_t id = 0;
        if (const auto found = server.in({"job", {std::nullopt}}, true, id))
          take(*found);
        else
          asked.push_back(id);
      } else if (!asked.empty()) {
        const auto at = static_cast<std::ptrdiff_t>(chance.below(asked.size()));
        const std::uint64_t id = asked[static_cast<std::size_t>(at)];
        if (!server.check_found(id)) continue;
        take(*server.get(id));
        asked.erase(asked.begin() + at);
      }
    }
    for (const std::uint64_t id : asked)
      if (server.check_found(id)) take(*server.get(id));
    const auto in_space = static_cast<std::int64_t>(server.size());
    CHECK(put == static_cast<std::int64_t>(taken.size()) + in_space);
  }
}

}  // namespace mentat::bench::then
