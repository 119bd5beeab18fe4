// What `mentat bench falcon` measures: series of simulations, each with the closed forms between
// which it must lie. Deterministic: fixed seeds. Cost: seconds to minutes, see `tasks`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/falcon_simulation.h"

namespace mentat::bench {

struct finding {
  std::string study, policy;  // the policy's name in the configuration, or "no_sharing"
  falcon_parameters with;
  falcon_measured measured;
  double no_sharing = 0;  // closed form; infinite if hosts for themselves cannot keep up
  double perfect = 0;     // closed form, or a bound if there is none (docs/falcon.md)

  // Which part of the distance between the two is recovered; NaN if no_sharing is infinite or both
  // are the same.
  [[nodiscard]] double recovered_share() const;
};

using report = std::function<void(const finding&)>;

// Hosts for themselves, by load.
void study_no_sharing(const std::vector<double>& loads, std::uint64_t tasks, const report& to);
// Every policy by load, at one number of hosts.
void study_loads(std::uint32_t hosts, const std::vector<double>& loads, std::uint64_t tasks,
                 const report& to);
// Every policy by the number of hosts, at load 0.8; at least 100 tasks a host.
void study_hosts(const std::vector<std::uint32_t>& hosts, std::uint64_t tasks, const report& to);
// What a transfer costs: for each cost and policy the best parameters of a search with one seed,
// measured with another. 100 hosts, load 0.8.
void study_costs(std::uint64_t search_tasks, std::uint64_t tasks, const report& to);
// Service times that vary more than exponential ones, and hosts of half the speed. 100 hosts.
void study_disturbed(std::uint64_t tasks, const report& to);

}  // namespace mentat::bench
