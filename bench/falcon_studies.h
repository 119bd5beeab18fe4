// The series of simulations of `mentat bench falcon`, each with the closed forms that bound it.
// Deterministic: fixed seeds. Cost: seconds to minutes, depending on `tasks`.
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
  double no_sharing = 0;  // closed form; infinite if a host alone is overloaded
  double perfect = 0;     // closed form, or a bound if there is none (docs/falcon.md)

  // The fraction of the distance between the two that is recovered; NaN if no_sharing is infinite
  // or both are equal.
  [[nodiscard]] double recovered_share() const;
};

using report = std::function<void(const finding&)>;

// No sharing, by load.
void study_no_sharing(const std::vector<double>& loads, std::uint64_t tasks, const report& to);
// Every policy by load, for one number of hosts.
void study_loads(std::uint32_t hosts, const std::vector<double>& loads, std::uint64_t tasks,
                 const report& to);
// Every policy by number of hosts, at load 0.8; at least 100 tasks a host.
void study_hosts(const std::vector<std::uint32_t>& hosts, std::uint64_t tasks, const report& to);
// The effect of transfer costs: for each cost and policy, a search with one seed finds the best
// parameters, and another seed measures them. 100 hosts, load 0.8.
void study_costs(std::uint64_t search_tasks, std::uint64_t tasks, const report& to);
// Service times with more than exponential variation, and hosts of half the speed. 100 hosts.
void study_disturbed(std::uint64_t tasks, const report& to);

}  // namespace mentat::bench
