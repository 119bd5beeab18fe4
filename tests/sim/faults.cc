// The faults of a simulated cluster, and how those who live hear of the dead.
#include <utility>
#include <vector>

#include "mmps/wire/message_type.h"
#include "tests/sim/cluster.h"

namespace mentat::sim {

using mmps::mentat_message;
using mmps::mmps_name;

void cluster::plan_faults() {
  for (std::uint32_t i = 0; i < mix_.kills; ++i)
    later(between(base::millisecond, 150 * base::millisecond), [this] { kill_some_worker(); });
  for (std::uint32_t i = 0; i < mix_.lost_units; ++i)
    later(between(base::millisecond, 150 * base::millisecond), [this] { lose_some_unit(); });
}

bool cluster::may_kill(const process& one) const {
  return one.alive && one.worker && (mix_.objects_may_die || one.worker->objects() == 0);
}

// A place in the life of a process at which it may be killed. Whether it was.
bool cluster::pass_site(process& at, std::uint32_t chance, probe which) {
  if (kills_at_sites_ >= mix_.most_kills || !in_thousand(chance) || !may_kill(at)) return false;
  ++kills_at_sites_;
  ++probes_[which];
  kill(at, probe_names[static_cast<std::size_t>(which)]);
  return true;
}

void cluster::kill(process& one, std::string_view cause) {
  trace_.note(now_, one.called, "ends");
  check_keepers(one);
  one.alive = false;
  one.links.end();
  one.running.clear();
  one.accepted_by.clear();
  ++deaths_;
  if (one.worker && one.worker->objects() > 0) {
    object_died_ = true;
    ++probes_[probe::killed_with_object];
    if (one.worker->selecting() > 0) ++probes_[probe::killed_while_selecting];
  }
  for (const auto& [at, made] : hosts_) {
    const base::duration most = at == one.host ? 5 * base::millisecond : mix_.slowest_news;
    later(between(200 * base::microsecond, most),
          [this, at = at, dead = one.name, text = std::string(cause)] { hear(at, dead, text); });
  }
}

void cluster::kill_some_worker() {
  std::vector<process*> candidates;
  for (const auto& each : processes_)
    if (may_kill(*each)) candidates.push_back(each.get());
  if (candidates.empty()) return;
  ++probes_[probe::killed_at_any_time];
  kill(*candidates[chance_.below(candidates.size())], "killed at a random time");
}

void cluster::lose_some_unit() {
  std::vector<process*> candidates;
  for (const auto& each : processes_)
    if (each->matching && each->alive) candidates.push_back(each.get());
  if (candidates.size() < 2) return;
  ++probes_[probe::unit_lost];
  kill(*candidates[chance_.below(candidates.size())], "a token-matching unit ended");
}

void cluster::hear(std::uint32_t at, const mmps_name& dead, const std::string& cause) {
  host& hearing = hosts_[at];
  hearing.dead.emplace(dead, cause);
  bool kept_tokens = false;
  for (tmu::member& each : hearing.members) {
    if (each.name != dead) continue;
    each.alive = false;
    kept_tokens = true;
  }
  const std::size_t known = processes_.size();
  for (std::size_t i = 0; i < known && failure_.empty(); ++i) {
    process& one = *processes_[i];
    if (one.host != at || !one.alive) continue;
    tell_of_death(one, dead, cause);
    if (kept_tokens && one.driver) one.driver->note_custody_lost(now_, cause);
    drain(one);
  }
}

void cluster::tell_of_death(process& one, const mmps_name& dead, const std::string& cause) {
  const bool deaf = (broken_ == mutant::no_reissue_on_death && one.matching) ||
                    (broken_ == mutant::no_error_for_lost_objects && (one.worker || one.driver));
  if (!deaf) {
    mentat_message down{std::as_bytes(std::span(cause))};
    down.header.type = static_cast<std::uint8_t>(mmps::message_type::down);
    down.header.source = dead;
    give(one, one.name, std::move(down));
  }
  one.links.peer_ended(dead);
}

}  // namespace mentat::sim
