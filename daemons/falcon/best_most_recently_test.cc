#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/falcon/best_most_recently.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

namespace mentat::falcon {
namespace {

struct world {
  std::vector<host_id> hosts{1, 2, 3, 4, 5};
  load_view view{8};
  base::random chance{3};
  best_most_recently policy{{2000}, 100};

  host_id choose(std::int64_t now, std::vector<host_id> avoid = {1}) {
    return policy.choose({now}, view, eligible_hosts(hosts, avoid), chance).value();
  }
};

}  // namespace

TEST_CASE("the lowest load wins, then the latest news, then the lowest number") {
  world w;
  w.view.note({.host = 3, .value = {500}, .when = {10}});
  w.view.note({.host = 4, .value = {400}, .when = {5}});
  CHECK(w.choose(20) == 4);
  w.view.note({.host = 3, .value = {400}, .when = {11}});
  CHECK(w.choose(20) == 3);
  w.view.note({.host = 4, .value = {400}, .when = {11}});
  CHECK(w.choose(20) == 3);
  w.view.note({.host = 2, .value = {400}, .when = {11}});
  CHECK(w.choose(20) == 2);
}

TEST_CASE("old news, hosts at their threshold and hosts to avoid do not count") {
  world w;
  w.hosts = {1, 2, 3, 4};
  w.view.note({.host = 1, .value = {0}, .when = {100}});     // avoided
  w.view.note({.host = 2, .value = {0}, .when = {0}});       // old
  w.view.note({.host = 3, .value = {2000}, .when = {100}});  // busy
  w.view.note({.host = 4, .value = {1999}, .when = {100}});
  CHECK(w.choose(100) == 2);
  CHECK(w.choose(101) == 4);
}

TEST_CASE("without news of room any host is chosen, but none that is known to be busy") {
  world w;
  w.view.note({.host = 2, .value = {2000}, .when = {10}});
  w.view.note({.host = 3, .value = {5000}, .when = {10}});
  std::set<host_id> chosen;
  for (int i = 0; i < 200; ++i) chosen.insert(w.choose(20));
  CHECK(chosen == std::set<host_id>{4, 5});
}

TEST_CASE("if all are known to be busy, any is chosen; without eligible hosts, none is") {
  world w;
  for (const host_id host : {2u, 3u, 4u, 5u})
    w.view.note({.host = host, .value = {3000}, .when = {10}});
  std::set<host_id> chosen;
  for (int i = 0; i < 200; ++i) chosen.insert(w.choose(20));
  CHECK(chosen == std::set<host_id>{2, 3, 4, 5});
  CHECK_FALSE(w.policy.choose({20}, w.view, eligible_hosts(w.hosts, w.hosts), w.chance));
}

TEST_CASE("one piece of news does not draw every request: transfers count") {
  world w;
  w.view.note({.host = 2, .value = {0}, .when = {10}});
  w.view.note({.host = 3, .value = {0}, .when = {9}});
  CHECK(w.choose(20) == 2);
  w.view.note_transfer(2);
  CHECK(w.choose(20) == 3);
}

}  // namespace mentat::falcon
