#include "bench/falcon_model.h"

#include <cmath>

namespace mentat::bench {
namespace {

struct birth_death {
  double full = 0;   // probability of `threshold` units or more
  double units = 0;  // mean number
};

// Arrivals at rate `below` while there are fewer units than `threshold`, else at rate `above` < 1;
// service at rate 1.
birth_death solve(double below, double above, std::uint32_t threshold) {
  double weight = 1, sum = 0, units = 0;
  for (std::uint32_t n = 0; n < threshold; ++n, weight *= below) {
    sum += weight;
    units += n * weight;
  }
  const double tail = weight / (1 - above);
  const double mean_in_tail = threshold + above / (1 - above);
  return {tail / (sum + tail), (units + tail * mean_in_tail) / (sum + tail)};
}

}  // namespace

double mm1_response(double load) { return 1 / (1 - load); }

double mg1_response(double load, double squared_variation) {
  return 1 + load * (1 + squared_variation) / (2 * (1 - load));
}

double mmk_response(double load, std::uint32_t servers) {
  const double offered = load * servers;
  double inverse_b = 1;  // 1 / Erlang B; becomes infinite where B is zero in double precision
  for (std::uint32_t k = 1; k <= servers; ++k) inverse_b = 1 + inverse_b * k / offered;
  const double b = 1 / inverse_b;
  const double waits = b / (1 - load * (1 - b));
  return 1 + waits / (servers * (1 - load));
}

double threshold_response(double load, std::uint32_t threshold, std::uint32_t limit) {
  double low = 0, high = 1;
  birth_death hosts;
  for (int step = 0; step < 200; ++step) {
    const double full = (low + high) / 2;
    const double forced = std::pow(full, limit);  // `limit` transfers met only full hosts
    double asked = 0;  // requests to a host for each task that arrives at one
    for (std::uint32_t hop = 0; hop <= limit; ++hop) asked += std::pow(full, hop);
    hosts = solve(load * asked, load * forced, threshold);
    (hosts.full > full ? low : high) = full;
  }
  return hosts.units / load;
}

double recovered(double response, double no_sharing, double perfect_sharing) {
  return (no_sharing - response) / (no_sharing - perfect_sharing);
}

}  // namespace mentat::bench
