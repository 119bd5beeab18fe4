#include "daemons/sim/scenario.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "mmps/base/random.h"

namespace mentat::sim {
namespace {

constexpr std::uint64_t million = 1'000'000;
constexpr std::uint64_t max_unnoticed_ms = 5'000;  // of a host without power

bool happens(base::random& chance, double how_often) {
  if (how_often <= 0 || how_often >= 1) return how_often >= 1;  // takes nothing from the seed
  return static_cast<double>(chance.below(million)) < how_often * million;
}

void spoil_messages(mmps::sim::way& between, const fault_rates& faults, base::random& chance) {
  const auto most = [&](double part) {
    return std::max(std::uint64_t{1}, static_cast<std::uint64_t>(part * million));
  };
  between.latency_most =
      static_cast<base::duration>(1 + chance.below(faults.latency_ms)) * base::millisecond;
  if (faults.loss > 0) between.loss = static_cast<std::uint32_t>(chance.below(most(faults.loss)));
  if (faults.duplication > 0)
    between.duplication = static_cast<std::uint32_t>(chance.below(most(faults.duplication)));
  between.reordering = chance.below(2) == 0;
}

void lower_a_limit(scenario& all, base::random& chance) {
  limits& lowered = all.options.settings.limits;
  struct candidate {
    const char* name;
    std::uint32_t least, most;
    std::function<void(std::uint32_t)> set;
  };
  const candidate candidates[] = {
      {"limits.fibers", 2, 5, [&](std::uint32_t n) { lowered.fibers = n; }},
      {"limits.objects", 1, 4, [&](std::uint32_t n) { lowered.objects = n; }},
      {"limits.graph_depth", 1, 6, [&](std::uint32_t n) { lowered.graph_depth = n; }},
      {"limits.space_tuples", 2, 8, [&](std::uint32_t n) { lowered.space_tuples = n; }}};
  const candidate& one = candidates[chance.below(std::size(candidates))];
  const std::uint32_t limit =
      one.least + static_cast<std::uint32_t>(chance.below(one.most - one.least + 1));
  one.set(limit);
  all.options.low_limits = true;
  all.text += std::string(", ") + one.name + " = " + std::to_string(limit);
}

// Faults of whole hosts and their clocks.
void draw_hosts(scenario& all, const fault_rates& faults, base::random& chance) {
  world_options& chosen = all.options;
  if (chosen.death_after != 0 && happens(chance, faults.mid_turn)) {
    chosen.dies_sending = true;
    all.text += ", within a turn";
  }
  if (chosen.hosts > 1 && happens(chance, faults.hosts)) {
    chosen.power_loss_after = 1 + chance.below(faults.after);
    chosen.power_loss_unnoticed =
        static_cast<base::duration>(1 + chance.below(max_unnoticed_ms)) * base::millisecond;
    all.text += ", a host loses its power before event " + std::to_string(chosen.power_loss_after);
  }
  if (happens(chance, faults.clocks)) {
    chosen.clock_drift = static_cast<std::int64_t>(faults.drift * million);
    chosen.clock_jump_after = 1 + chance.below(faults.after);
    chosen.clock_jump =
        static_cast<base::duration>(1 + chance.below(faults.jump_ms)) * base::millisecond;
    all.text += ", clocks drift and jump";
  }
  if (chosen.hosts > 1 && happens(chance, faults.slow)) {
    chosen.slow_pause =
        static_cast<base::duration>(1 + chance.below(faults.pause_ms)) * base::millisecond;
    all.text += ", slow hosts";
  }
}

// In every fourth seed there is so little time that some work is lost.
void draw_drain(scenario& all, const fault_rates& faults, base::random& chance) {
  constexpr std::uint64_t hardly_any_ms = 5;
  constexpr std::uint64_t latest = 300;  // later, many programs are over before the host is empty
  all.options.drain_after = 1 + chance.below(std::min(faults.after, latest));
  const std::uint64_t within = chance.below(4) == 0 ? hardly_any_ms : faults.drain_ms;
  all.options.drain_within = static_cast<base::duration>(within) * base::millisecond;
  all.text += ", a host is drained before event " + std::to_string(all.options.drain_after) +
              " within " + std::to_string(within) + " ms";
}

}  // namespace

scenario scenario_of(std::uint64_t seed, std::uint32_t hosts, const fault_rates& faults,
                     std::uint32_t workers) {
  base::random chance(seed * 0x9e3779b97f4a7c15u + hosts);
  scenario all;
  world_options& chosen = all.options;
  chosen.seed = seed;
  chosen.hosts = hosts;
  const auto drawn = static_cast<std::uint32_t>(1 + chance.below(3));
  chosen.workers = workers != 0 ? workers : drawn;
  chosen.adversarial = chance.below(2) == 0;
  const bool elsewhere = hosts * chosen.workers > 1 && chance.below(3) == 0;
  if (elsewhere) chosen.placement = node::exchange_placement::elsewhere;
  all.text = std::to_string(hosts) + (hosts == 1 ? " host, " : " hosts, ") +
             std::to_string(chosen.workers) + (chosen.workers == 1 ? " worker" : " workers") +
             (hosts == 1 ? "" : " on each") + (chosen.adversarial ? ", adversarial" : "") +
             (elsewhere ? ", calls go elsewhere" : "");
  if (happens(chance, faults.messages)) {
    spoil_messages(chosen.between_hosts, faults, chance);
    all.text += ", messages lost, repeated, late";
  }
  if (happens(chance, faults.cuts)) {
    chosen.cut_after = 1 + chance.below(600);
    chosen.cut_lasts =
        static_cast<base::duration>(1 + chance.below(faults.cut_ms)) * base::millisecond;
    all.text += ", a cut before event " + std::to_string(chosen.cut_after);
  }
  if (happens(chance, faults.deaths)) {
    chosen.death_after = 1 + chance.below(faults.after);
    chosen.dies = faults.dies[chance.below(faults.dies.size())];
    all.text +=
        ", " + one_of(chosen.dies) + " dies before event " + std::to_string(chosen.death_after);
  }
  if (happens(chance, faults.disks)) {
    chosen.settings.tmu_memory = std::size_t{64} << 10;
    chosen.little_memory = true;
    all.text += ", work units on disk";
    if (happens(chance, faults.disk_faults)) {
      chosen.disks.flipped = static_cast<std::uint32_t>(chance.below(million / 10));
      chosen.disks.torn = static_cast<std::uint32_t>(chance.below(million / 10));
      if (chance.below(2) == 0) chosen.disks.size = chance.below(1 << 20);
      all.text += " with faults";
    }
  }
  draw_hosts(all, faults, chance);
  if (happens(chance, faults.limits)) lower_a_limit(all, chance);
  if (hosts > 1 && happens(chance, faults.drains)) draw_drain(all, faults, chance);
  return all;
}

scenario scenario_of(std::uint64_t seed, std::uint32_t hosts, const std::string& faults) {
  return scenario_of(seed, hosts, read_faults(faults).value());
}

std::string verdict(const world_outcome& result, const std::string& expected) {
  if (!result.trouble.empty()) return result.trouble;
  if (!result.threw)
    return result.answer == expected
               ? ""
               : "answered \"" + result.answer + "\", not \"" + expected + "\"";
  if (result.died.empty() && result.had_little_memory) return "";
  if (result.had_low_limits && result.answer.find("limits.") != std::string::npos) return "";
  if (result.was_replaced && !result.had_little_memory)
    return "failed although another process has taken the place of the one that died: " +
           result.answer;
  if (result.died.empty()) return "failed without a cause: " + result.answer;
  // A process that began after the death does not know its cause.
  const auto says = [&](const char* text) { return result.answer.find(text) != std::string::npos; };
  const bool is_unknown =
      says("its process was never announced") || says(" has ended, and this one never heard of it");
  if (!is_unknown && !says(cause_of_death) && !says(cause_of_drain))
    return "failed, and does not say that " + result.died + ": " + result.answer;
  return "";
}

}  // namespace mentat::sim
