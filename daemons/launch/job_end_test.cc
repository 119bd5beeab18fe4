#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/job_end.h"

#include <doctest/doctest.h>

namespace mentat::launch {
namespace {

using base::instant;
using base::second;
using step = job_end::step;

TEST_CASE("a job without an end drains and stops nothing") {
  job_end end;
  CHECK(end.next_deadline() == instant::never());
  CHECK(end.take(instant{} + 1'000'000 * second) == step::none);
}

TEST_CASE("hosts are drained before the end, and the program is ended before it, each once") {
  job_end end;
  const instant begin{};
  end.set(begin + 3600 * second, 3600 * second, 60 * second);
  CHECK(end.next_deadline() == begin + 3540 * second);
  CHECK(end.take(begin + 3539 * second) == step::none);
  CHECK_FALSE(end.drains());
  CHECK(end.take(begin + 3540 * second) == step::drain);
  CHECK(end.drains());
  CHECK(end.take(begin + 3541 * second) == step::none);
  CHECK(end.left(begin + 3541 * second) == 56 * second);
  CHECK(end.next_deadline() == begin + 3597 * second);
  CHECK(end.take(begin + 3598 * second) == step::stop);
  CHECK(end.take(begin + 3599 * second) == step::none);
  CHECK(end.next_deadline() == instant::never());
}

TEST_CASE("a short job drains for a tenth of its length") {
  job_end end;
  end.set(instant{} + 60 * second, 60 * second, 60 * second);
  CHECK(end.next_deadline() == instant{} + 54 * second);
  CHECK(end.take(instant{} + 55 * second) == step::drain);
  CHECK(end.next_deadline() == instant{} + 57 * second);
}

TEST_CASE("a launch that looks late stops at once") {
  job_end end;
  end.set(instant{} + 60 * second, 60 * second, 60 * second);
  CHECK(end.take(instant{} + 58 * second) == step::stop);
  CHECK(end.drains());
}

TEST_CASE("a preempted job drains at once, and ends sooner") {
  job_end end;
  const instant now = instant{} + 100 * second;
  end.set(instant{} + 3600 * second, 3600 * second, 60 * second);
  end.begin_now(now, now + 15 * second);
  CHECK(end.take(now) == step::drain);
  CHECK(end.next_deadline() == now + 12 * second);
  end.set(instant{} + 7200 * second, 7200 * second, 60 * second);  // a later end changes nothing
  CHECK(end.take(now + 12 * second) == step::stop);
}

TEST_CASE("a preemption without grace stops at once") {
  job_end end;
  const instant now = instant{} + 100 * second;
  end.begin_now(now, now);
  CHECK(end.take(now) == step::stop);
}

}  // namespace
}  // namespace mentat::launch
