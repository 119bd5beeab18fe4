// Closed forms against which the simulation of FALCON is held. Times in mean service times, `load`
// is the utilisation of a server, in (0, 1). Pure functions, thread-safe; arguments outside these
// ranges are programming errors.
#pragma once

#include <cstdint>

namespace mentat::bench {

// Mean response of one server for itself, exponential service: no sharing.
double mm1_response(double load);
// The same for any service time with that squared coefficient of variation (Pollaczek, Khinchine).
double mg1_response(double load, double squared_variation);
// Mean response of `servers` servers with one queue: sharing that costs nothing and knows
// everything. Erlang C, from the recursion of Erlang B, which is stable for any number of servers.
double mmk_response(double load, std::uint32_t servers);
// The threshold policy with the location policy "random" and `limit` transfers that cost nothing,
// on infinitely many hosts [Eager, Lazowska, Zahorjan 1986]: each host is a birth-death process
// whose arrivals depend on whether it is below the threshold, and the share of hosts that are not
// is found by bisection. threshold >= 1, in units.
double threshold_response(double load, std::uint32_t threshold, std::uint32_t limit);
// Which part of the distance between no sharing and perfect sharing is recovered.
double recovered(double response, double no_sharing, double perfect_sharing);

}  // namespace mentat::bench
