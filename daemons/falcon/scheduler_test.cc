#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/falcon/scheduler.h"

#include <doctest/doctest.h>

#include <vector>

namespace mentat::falcon {
namespace {

struct world {
  std::vector<host_id> hosts{1, 2, 3};
  load_view view{8};
  base::random chance{1};
  settings chosen{.transfer = {.threshold = {2000}, .limit = 2}, .where = location::round_robin};
  scheduler falcon{1, chosen};

  decision decide(request asked) {
    const host_id self = 1;
    return falcon.decide({}, asked, view, eligible_hosts(hosts, {&self, 1}), chance);
  }
};

}  // namespace

TEST_CASE("below the threshold a request stays, under every load of other hosts [TOCS96 3.2.6]") {
  world w;
  w.view.own = {1999};
  CHECK_FALSE(w.decide({}).transfer_to);
  CHECK(w.decide({}).why == reason::local);
  CHECK(w.decide({.served_here = true}).why == reason::reuse);
}

TEST_CASE("at the threshold it goes, until the transfer limit is reached [TOCS96 3.2.6]") {
  world w;
  w.view.own = {2000};
  CHECK(w.decide({.hops = 0}).transfer_to == 2);
  CHECK(w.decide({.hops = 1}).transfer_to == 3);
  CHECK(w.decide({.hops = 1}).why == reason::transfer);
  CHECK_FALSE(w.decide({.hops = 2}).transfer_to);
  CHECK(w.decide({.hops = 2}).why == reason::forced);
  CHECK_FALSE(w.decide({.hops = 255}).transfer_to);
}

TEST_CASE("a host that is alone accepts everything") {
  world w;
  w.hosts = {1};
  w.view.own = {50'000};
  CHECK_FALSE(w.decide({}).transfer_to);
  CHECK(w.decide({}).why == reason::forced);
}

TEST_CASE("a request that is to leave goes also from an idle host, if it may") {
  world w;
  CHECK(w.decide({.leave = true}).transfer_to == 2);
  CHECK_FALSE(w.decide({.hops = 2, .leave = true}).transfer_to);
}

TEST_CASE("the words of the configuration name the policies") {
  for (const location each :
       {location::random, location::round_robin, location::best_most_recently})
    CHECK(location_named(name_of(each)) == each);
  CHECK_FALSE(location_named("best"));
}

TEST_CASE("a load is in thousandths of a unit per core, and never wraps") {
  CHECK(load::of(3, 2) == load{1500});
  CHECK(load::of(0, 7) == load{0});
  CHECK(load::of(~std::uint64_t{0}, 1) == load{~std::uint32_t{0}});
  CHECK(load::of(1u << 31, 1) == load{~std::uint32_t{0}});
}

}  // namespace mentat::falcon
