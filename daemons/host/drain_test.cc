#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/drain.h"

#include <doctest/doctest.h>

namespace mentat::host {
namespace {

constexpr base::instant start{};
constexpr base::duration second = base::second;

}  // namespace

TEST_CASE("a host that nobody drains stays") {
  const drain one;
  CHECK(one.is() == drain::state::up);
  CHECK_FALSE(one.is_over(start, true));
  CHECK(one.next_deadline() == base::instant::never());
}

TEST_CASE("a drained host leaves when nothing runs there, or when its time is over") {
  drain one;
  CHECK(one.begin(start, 10 * second, "maintenance"));
  CHECK(one.is() == drain::state::draining);
  CHECK(one.next_deadline() == start + 10 * second);
  CHECK_FALSE(one.is_over(start + 9 * second, false));
  CHECK(one.is_over(start + 1 * second, true));
  CHECK(one.is_over(start + 10 * second, false));
}

TEST_CASE("of several wishes the shortest time counts, and the first reason") {
  drain one;
  CHECK(one.begin(start, 10 * second, "maintenance"));
  CHECK_FALSE(one.begin(start, 60 * second, "later"));
  CHECK(one.next_deadline() == start + 10 * second);
  CHECK(one.begin(start + 1 * second, 2 * second, "its lease has ended"));
  CHECK(one.next_deadline() == start + 3 * second);
  CHECK(one.why() == "maintenance");
}

TEST_CASE("a host that has left is drained no more") {
  drain one;
  CHECK(one.begin(start, second, "maintenance"));
  one.note_left();
  CHECK(one.is() == drain::state::left);
  CHECK_FALSE(one.is_over(start + 2 * second, true));
  CHECK_FALSE(one.begin(start, 0, "again"));
  CHECK(one.next_deadline() == base::instant::never());
}

TEST_CASE("a loss names the host and the reason") {
  CHECK(cause_of_drain("n3", "Slurm time limit") == "host n3 was drained: Slurm time limit");
  CHECK(cause_of_drain("n3", "by SIGTERM") == "host n3 was drained by SIGTERM");
}

}  // namespace mentat::host
