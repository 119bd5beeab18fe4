// Every application over real pages gives the sequential answer, with both managers and both
// placements; and the basic operations take some time.
#define DOCTEST_CONFIG_IMPLEMENT
#include "bench/papers/svm/programs.h"

#include <doctest/doctest.h>

#include <cstdio>

#include "bench/papers/svm/operations.h"

namespace mentat::bench::svm {

TEST_CASE("every application gives the sequential answer over real pages") {
  for (const papers::input& each : papers::inputs()) {
    if (each.set != "smoke") continue;
    const auto of = papers::problem::of(each);
    REQUIRE(of.has_value());
    const papers::outcome right = of->solve();
    for (const auto how : {management::central, management::distributed})
      for (const bool good : {true, false})
        for (const process processes : {1u, 2u, 3u, 5u}) {
          CAPTURE(each.name);
          CAPTURE(processes);
          const measured one = run({how, good, processes}, *of, right);
          CHECK(one.result.ended);
          CHECK(one.right);
          CHECK((processes == 1 || one.result.messages > 0));
        }
  }
}

TEST_CASE("the basic operations are timed") {
  CHECK(page_at_manager(5) > 0);
  for (const auto how : {management::central, management::distributed}) {
    CHECK(page_elsewhere(how, 5) > 0);
    CHECK(write_with_copies(how, 5, 2) > 0);
  }
  CHECK(lock_and_unlock(5) > 0);
}

}  // namespace mentat::bench::svm

int main(int argc, char** argv) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static_cast<void>(argc);
  static_cast<void>(argv);
  std::puts("SKIPPED: a sanitizer owns page faults and the layout of memory");
  return 0;
#else
  return doctest::Context(argc, argv).run();
#endif
}
