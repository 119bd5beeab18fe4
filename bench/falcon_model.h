// Closed forms that validate the simulation of FALCON. Times in mean service times; `load` is the
// utilisation of a server, in (0, 1). Pure functions, thread-safe. REQUIRES: arguments within these
// ranges.
#pragma once

#include <cstdint>

namespace mentat::bench {

// Mean response of a single server with exponential service: no sharing.
double mm1_response(double load);
// The same for any service time with that squared coefficient of variation (Pollaczek-Khinchine).
double mg1_response(double load, double squared_variation);
// Mean response of `servers` servers with one queue: perfect sharing without cost. Erlang C, from
// the recursion of Erlang B, which is stable for any number of servers.
double mmk_response(double load, std::uint32_t servers);
// The threshold policy with the location policy "random" and `limit` transfers without cost, on
// infinitely many hosts [Eager, Lazowska, Zahorjan 1986]: each host is a birth-death process whose
// arrivals depend on whether it is below the threshold. Bisection finds the share of hosts at or
// above it. threshold >= 1, in units.
double threshold_response(double load, std::uint32_t threshold, std::uint32_t limit);
// The fraction of the distance between no sharing and perfect sharing that is recovered.
double recovered(double response, double no_sharing, double perfect_sharing);

}  // namespace mentat::bench
