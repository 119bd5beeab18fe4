#include "daemons/sim/scenario.h"

#include "mmps/base/random.h"

namespace mentat::sim {

scenario scenario_of(std::uint64_t seed, std::uint32_t hosts, const std::string& faults) {
  base::random chance(seed * 0x9e3779b97f4a7c15u + hosts);
  scenario all;
  world_options& chosen = all.options;
  chosen.seed = seed;
  chosen.hosts = hosts;
  chosen.workers = static_cast<std::uint32_t>(1 + chance.below(3));
  chosen.adversarial = chance.below(2) == 0;
  const bool elsewhere = hosts * chosen.workers > 1 && chance.below(3) == 0;
  if (elsewhere) chosen.placement = node::exchange_placement::elsewhere;
  if (faults == "messages") {
    chosen.between_hosts.latency_most =
        static_cast<base::duration>(1 + chance.below(50)) * base::millisecond;
    chosen.between_hosts.loss = static_cast<std::uint32_t>(chance.below(200'000));
    chosen.between_hosts.duplication = static_cast<std::uint32_t>(chance.below(200'000));
    chosen.between_hosts.reordering = chance.below(2) == 0;
  } else if (faults == "cuts") {
    chosen.cut_after = 1 + chance.below(600);
    chosen.cut_lasts = static_cast<base::duration>(1 + chance.below(5'000)) * base::millisecond;
  } else if (faults == "deaths") {
    chosen.death_after = 1 + chance.below(1'000);
    const auto which = chance.below(4);
    chosen.dies = which < 2    ? node::role::worker
                  : which == 2 ? node::role::instantiation_manager
                               : node::role::token_matching_unit;
  }
  all.text = std::to_string(chosen.workers) + " workers" +
             (chosen.adversarial ? ", adversarial" : "") + (elsewhere ? ", elsewhere" : "") +
             ", faults " + faults;
  return all;
}

std::string verdict(const world_outcome& result, const std::string& expected) {
  if (!result.trouble.empty()) return result.trouble;
  if (!result.threw)
    return result.answer == expected
               ? ""
               : "answered \"" + result.answer + "\", not \"" + expected + "\"";
  if (result.died.empty()) return "failed without a cause: " + result.answer;
  // Who came after that has not heard of the one that had the object.
  const bool is_unknown = result.answer.find("nobody knows of its process") != std::string::npos;
  if (!is_unknown && result.answer.find(cause_of_death) == std::string::npos)
    return "failed, and does not say that process " + result.died + " died: " + result.answer;
  return "";
}

}  // namespace mentat::sim
