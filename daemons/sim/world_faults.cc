// The faults that a world injects into its processes, hosts and network.
#include <algorithm>
#include <utility>

#include "daemons/sim/agenda.h"
#include "daemons/sim/names.h"
#include "daemons/sim/process.h"
#include "daemons/sim/world.h"

namespace mentat::sim {

using base::instant;
using mmps::mmps_name;
using node::role;
using kind = world_event::kind;

namespace {

constexpr std::uint64_t max_sent_while_dying = 4;  // messages
constexpr std::uint64_t max_ahead = 3'600;         // seconds, of a clock

}  // namespace

void world::inject() {
  inject_death();
  inject_later_death();
  inject_cut();
  inject_power_loss();
  inject_clock_jump();
  inject_drain();
}

void world::inject_death() {
  if (dying_ && network_.is_silent(*dying_)) {
    if (simulated_process* const one = find(*dying_)) die(*one);
    dying_.reset();
  }
  const bool is_wanted = deaths_ == 0 ? result_.died.empty() : deaths_ < chosen_.deaths;
  if (chosen_.death_after == 0 || !is_wanted || result_.events < last_death_ + chosen_.death_after)
    return;
  if (dying_ && find(*dying_) != nullptr) return;
  std::vector<simulated_process*> all = living();
  std::erase_if(all, [&](const auto* one) { return one->self().role != chosen_.dies; });
  if (all.empty()) return;
  simulated_process& one = *all[chance_.below(all.size())];
  if (chosen_.dies_sending) {
    dying_ = one.name();
    network_.silence_after(one.name(), chance_.below(max_sent_while_dying));
    return;
  }
  die(one);
}

void world::inject_later_death() {
  if (chosen_.matching_dies_later == 0 || deaths_ == 0 || matching_has_died_ ||
      network_.now() < last_died_ + chosen_.matching_dies_later)
    return;
  matching_has_died_ = true;
  const mmps_name first_unit = node::token_matching_unit_of(driver_name());
  for (simulated_process* const one : living())
    if (one->self().role == role::token_matching_unit && one->name().host == first_unit.host)
      return kill(*one, cause_of_death);
}

void world::die(simulated_process& one) {
  result_.died = "process " + text_of(one.name()) + " died";
  ++deaths_;
  last_death_ = result_.events;
  last_died_ = network_.now();
  kill(one, cause_of_death);
}

void world::inject_cut() {
  if (chosen_.cut_after != 0 && !heals_ && chosen_.hosts > 1 &&
      result_.events >= chosen_.cut_after) {
    const auto from = static_cast<std::uint32_t>(1 + chance_.below(chosen_.hosts));
    const auto to =
        static_cast<std::uint32_t>(1 + (from + chance_.below(chosen_.hosts - 1)) % chosen_.hosts);
    heals_ = network_.now() + chosen_.cut_lasts;
    const std::string hosts = host_called(from) + " to " + host_called(to);
    if (chosen_.observe) chosen_.observe({kind::is_cut, network_.now(), driver_name(), hosts});
    mmps::sim::way cut = chosen_.between_hosts;
    cut.cut = true;
    for (const auto& [a, one] : processes_)
      for (const auto& [b, other] : processes_)
        if (a.host == from && b.host == to) network_.set_way(a, b, cut);
  }
  if (heals_ && *heals_ <= network_.now() && *heals_ != instant::never()) {
    heals_ = instant::never();
    if (chosen_.observe) chosen_.observe({kind::is_healed, network_.now(), driver_name()});
    for (const auto& [a, one] : processes_)
      for (const auto& [b, other] : processes_)
        if (a.host != b.host) network_.set_way(a, b, chosen_.between_hosts);
  }
}

void world::inject_power_loss() {
  if (chosen_.power_loss_after != 0 && chosen_.hosts > 1 && !power_loss_noticed_ &&
      result_.events >= chosen_.power_loss_after)
    lose_power(static_cast<std::uint32_t>(2 + chance_.below(chosen_.hosts - 1)));
  if (!power_loss_noticed_ || *power_loss_noticed_ > network_.now()) return;
  power_loss_noticed_ = instant::never();
  for (std::unique_ptr<simulated_process>& one : std::exchange(without_power_, {})) {
    one->close();
    note(kind::ends, one->name(), cause_of_death);
    announce_end(*one, cause_of_death);
    ended_.push_back(std::move(one));
  }
}

// Its processes stop in their present state, and their connections stay open.
void world::lose_power(std::uint32_t host) {
  power_loss_noticed_ = network_.now() + chosen_.power_loss_unnoticed;
  if (chosen_.observe)
    chosen_.observe({kind::loses_power, network_.now(), driver_name(), host_called(host)});
  for (simulated_process* one : living()) {
    if (one->name().host != host) continue;
    agenda_->forget(one->name());
    without_power_.push_back(std::move(processes_.extract(one->name()).mapped()));
  }
  if (!without_power_.empty()) result_.died = "host " + std::to_string(host) + " lost its power";
}

void world::inject_clock_jump() {
  if (chosen_.clock_jump_after == 0 || result_.events < chosen_.clock_jump_after) return;
  if (std::exchange(clock_has_jumped_, true)) return;
  const auto host = static_cast<std::uint32_t>(1 + chance_.below(chosen_.hosts));
  clock_of(host).jump(chosen_.clock_jump);
  if (chosen_.observe)
    chosen_.observe({kind::clock_jumps, network_.now(), driver_name(), host_called(host)});
  refresh(host);
}

// As the daemon and the branch's supervisor of the host do.
void world::inject_drain() {
  if (chosen_.drain_after != 0 && chosen_.hosts > 1 && !drained_ && !result_.ended &&
      result_.events >= chosen_.drain_after) {
    drained_ = static_cast<std::uint32_t>(2 + chance_.below(chosen_.hosts - 1));
    drained_until_ = network_.now() + chosen_.drain_within;
    if (chosen_.observe)
      chosen_.observe({kind::drains, network_.now(), driver_name(), host_called(*drained_)});
    for (const simulated_process* one : living()) tell_drain(*one);
  }
  if (drained_until_ == instant::never()) return;
  const auto all = living();
  const auto computes = [&](const simulated_process* one) {
    return is_drained(one->name()) &&
           (one->self().role == role::worker || one->self().role == role::object);
  };
  const bool is_empty = std::ranges::none_of(all, computes);
  if (!is_empty && network_.now() < drained_until_) return;
  if (is_empty && !driver_->has_finished())
    result_.drained_in = network_.now() + chosen_.drain_within - drained_until_;
  if (!is_empty) result_.died = "host " + std::to_string(*drained_) + " " + cause_of_drain;
  drained_until_ = instant::never();
  lose_branch(*drained_, cause_of_drain);
}

void world::tell_drain(const simulated_process& to) {
  tell(to, {to.name(), node::instantiation_manager_of({*drained_, incarnation, 0, 0}),
            news::kind::drains, role::instantiation_manager, 0, cause_of_drain});
}

// On a slow host.
void world::let_rest(simulated_process& one) {
  if (chosen_.slow_pause == 0 || one.name().host % 2 != 0) return;
  const auto pause =
      static_cast<base::duration>(chance_.below(static_cast<std::uint64_t>(chosen_.slow_pause)));
  one.rest_until(network_.now() + pause);
}

host_clock& world::clock_of(std::uint32_t host) {
  const auto [at, is_new] = clocks_.try_emplace(host, network_);
  if (!is_new || chosen_.clock_drift == 0) return at->second;
  const auto most = static_cast<std::uint64_t>(chosen_.clock_drift);
  const auto ahead = static_cast<base::duration>(chance_.below(max_ahead)) * base::second;
  at->second.set(ahead,
                 static_cast<std::int64_t>(chance_.below(2 * most + 1)) - chosen_.clock_drift);
  return at->second;
}

}  // namespace mentat::sim
