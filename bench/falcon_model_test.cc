#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/falcon_model.h"

#include <doctest/doctest.h>

namespace mentat::bench {

using doctest::Approx;

TEST_CASE("one server is M/M/1, two are known, ten thousand are stable") {
  for (const double load : {0.1, 0.5, 0.8, 0.95}) {
    CHECK(mmk_response(load, 1) == Approx(mm1_response(load)));
    CHECK(mmk_response(load, 2) == Approx(1 / (1 - load * load)));
    CHECK(mg1_response(load, 1) == Approx(mm1_response(load)));
    double before = mm1_response(load);
    for (std::uint32_t servers = 2; servers <= 10'000; servers = servers * 3 / 2 + 1) {
      const double response = mmk_response(load, servers);
      CHECK(response >= 1);
      CHECK(response <= before);
      before = response;
    }
  }
  CHECK(mmk_response(0.8, 10) == Approx(1.2046).epsilon(0.001));  // Erlang C(10, 8) = 0.4092
  CHECK(mmk_response(0.1, 10'000) == Approx(1));
}

TEST_CASE("deterministic service halves the wait, and variation lengthens it") {
  CHECK(mg1_response(0.8, 0) == Approx(3));
  CHECK(mg1_response(0.8, 10) == Approx(23));
}

TEST_CASE(
    "the threshold policy without a transfer is M/M/1; at threshold 1 the share of full hosts is "
    "the load") {
  for (const double load : {0.2, 0.5, 0.8, 0.95}) {
    CHECK(threshold_response(load, 1, 0) == Approx(mm1_response(load)));
    CHECK(threshold_response(load, 4, 0) == Approx(mm1_response(load)));
    CHECK(threshold_response(load, 1000, 3) == Approx(mm1_response(load)));
  }
  // By hand: p = 0.8, arrivals below 0.8 (1 + p + p^2 + p^3), above 0.8 p^3.
  CHECK(threshold_response(0.8, 1, 3) == Approx(1 / (1 - 0.4096)));
  CHECK(threshold_response(0.8, 1, 3) < threshold_response(0.8, 1, 2));
}

TEST_CASE("nothing is recovered by no sharing, everything by perfect sharing") {
  CHECK(recovered(5, 5, 1) == Approx(0));
  CHECK(recovered(1, 5, 1) == Approx(1));
  CHECK(recovered(2, 5, 1) == Approx(0.75));
}

}  // namespace mentat::bench
