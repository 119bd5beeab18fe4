#include "daemons/sim/world.h"

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <utility>

#include "daemons/loader/settings_of_manager.h"
#include "daemons/sim/agenda.h"
#include "daemons/sim/names.h"
#include "daemons/sim/process.h"
#include "mmps/base/check.h"
#include "mmps/wire/message_type.h"
#include "rts/core/errors.h"
#include "rts/executor/sanitizers.h"
#include "rts/executor/serial_executor.h"
#include "rts/session/observer/report.h"

namespace mentat::sim {
namespace {

using base::instant;
using mmps::mmps_name;
using node::role;
using kind = world_event::kind;

// Memory of processes that are to be killed is not a leak: no code could free it.
class leaks_allowed {
 public:
  explicit leaks_allowed(bool some_die) : allowed_(some_die && has_leak_sanitizer()) {
    if (allowed_) __lsan_disable();
  }
  leaks_allowed(const leaks_allowed&) = delete;
  leaks_allowed& operator=(const leaks_allowed&) = delete;
  ~leaks_allowed() {
    if (allowed_) __lsan_enable();
  }

 private:
  const bool allowed_;
};

constexpr std::uint32_t cluster = 7;
constexpr std::uint64_t max_runs = 50'000'000;              // of processes, in a world
constexpr base::duration until_ended = 120 * base::second;  // workers, after the program
constexpr base::duration until_known = 5 * base::second;    // to daemons, the last words of workers

bool is_daemon(const simulated_process& one) {
  return one.self().role == role::instantiation_manager ||
         one.self().role == role::token_matching_unit;
}

const char* type_of(mmps::message_type type) {
  static constexpr const char* names[] = {
      "?",       "hello",  "hello_ack",   "token",        "exec",     "finished", "ack",
      "ping",    "pong",   "instantiate", "instantiated", "down",     "cancel",   "query",
      "bye",     "output", "arcs",        "past",         "withdraw", "update",   "missing",
      "settled", "claims", "fetch",       "fetched",      "keep",     "durable"};
  static_assert(std::size(names) == mmps::last_message_type + 1);
  const auto number = static_cast<std::size_t>(type);
  return names[number <= mmps::last_message_type ? number : 0];
}

std::string text_of(const mmps::mentat_message& message) {
  return type_of(static_cast<mmps::message_type>(message.header.type)) + std::string(", ") +
         std::to_string(message.body().size()) + " bytes";
}

std::uint64_t mixed(std::uint64_t with, std::uint64_t what) {
  with ^= what + 0x9e3779b97f4a7c15u + (with << 6) + (with >> 2);
  return with * 0xff51afd7ed558ccdu;
}

}  // namespace

world::world(const world_options& chosen)
    : chosen_(chosen),
      chance_(chosen.seed),
      network_(chance_.next()),
      agenda_(std::make_unique<agenda>()) {
  network_.set_every_way(chosen.between_hosts);
  if (chosen_.observe)
    network_.observe([this](const mmps_name& from, const mmps_name& to,
                            const mmps::mentat_message& message, instant arrives) {
      chosen_.observe({kind::sends, network_.now(), from, text_of(message), to, arrives});
    });
}

world::~world() = default;

simulated_process* world::find(const mmps_name& name) {
  const auto found = processes_.find(name);
  return found == processes_.end() ? nullptr : found->second.get();
}

void world::note(kind what, const mmps_name& who, const std::string& text) {
  if (chosen_.observe) chosen_.observe({what, network_.now(), who, text});
  ++result_.events;
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(what), static_cast<std::uint64_t>(network_.now().ns),
        std::uint64_t{who.host}, std::uint64_t{who.slot}, std::uint64_t{who.generation}})
    result_.trace = mixed(result_.trace, part);
}

// --- the supervisor

node::settings world::settings_of_processes() const {
  node::settings all = chosen_.settings;
  all.mode = chosen_.hosts > 1 ? node::mode::cluster : node::mode::processes;
  all.workers = 1;
  all.processes = chosen_.workers + 1;
  all.placement = chosen_.placement;
  return all;
}

void world::start(std::uint32_t host, role what) {
  start(what == role::driver ? driver_name()
                             : mmps_name::of_process(host, incarnation, ++last_number_[host], 1),
        what);
}

const std::shared_ptr<mmps::net::shared_pieces>& world::pieces_of(std::uint32_t host) {
  auto& there = pieces_[host];
  if (!there && chosen_.hosts > 1) there = mmps::net::shared_pieces::make();
  return there;
}

void world::start(const mmps_name& name, role what) {
  const std::uint32_t host = name.host;
  node::member self;
  self.self = name;
  self.role = what;
  self.network.cluster = cluster;
  self.network.pieces = pieces_of(host);
  if (host != host_of_driver) self.driver = driver_name();
  environment in{network_.open(name), &clock_of(host), chance_.next(), chosen_.bug,
                 [this, host](const auto& one) {
                   simulated_process* const there = one.host == host ? find(one) : nullptr;
                   return there ? &there->reached().bell() : nullptr;
                 }};
  std::unique_ptr<simulated_process> made =
      what == role::instantiation_manager ? make_manager(std::move(self), std::move(in))
      : what == role::token_matching_unit ? make_unit(std::move(self), std::move(in))
                                          : make_member(std::move(self), std::move(in));
  if (what == role::driver) driver_ = made.get();
  set_ways(*made);
  simulated_process& fresh = *made;
  processes_[name] = std::move(made);
  agenda_->refresh(fresh, network_.now());
  if (chosen_.observe) chosen_.observe({kind::begins, network_.now(), name, name_of(what)});
  announce(fresh);
}

std::unique_ptr<simulated_process> world::make_manager(node::member self, environment in) {
  const mmps_name name = self.self;
  im::settings managed =
      loader::settings_of_manager(settings_of_processes(), name, chosen_.workers);
  for (std::uint32_t one = 1; one <= chosen_.hosts; ++one)
    managed.hosts.push_back(
        {host_called(one), node::instantiation_manager_of({one, incarnation, 0, 0})});
  managed.seed = chance_.next();
  managed.bug = chosen_.bug;
  return std::make_unique<simulated_manager>(
      std::move(self), std::move(in), managed,
      [this, name](role wanted) { start_wanted(name, wanted); });
}

std::unique_ptr<simulated_process> world::make_unit(node::member self, environment in) {
  const mmps_name name = self.self;
  const tmu::identity who{name, node::instantiation_manager_of(name), host_called(name.host),
                          chance_.next(), name.life() > 1};
  tmu::limits limits;
  limits.bug = chosen_.bug;
  limits.memory = chosen_.settings.tmu_memory;
  limits.reserve = std::min(limits.reserve, limits.memory / 8);
  return std::make_unique<simulated_unit>(std::move(self), std::move(in), who, limits,
                                          chosen_.disks);
}

// Functions take no time in a simulation; so that calls spread as if they did, their processes
// say what the seed wants.
static std::function<std::uint32_t()> made_up_run_times(std::uint64_t seed,
                                                        const mmps_name& process) {
  constexpr std::array<std::uint32_t, 4> possible{0, 100, 5'000, 5'000'000};  // ns
  return [chance = base::random(seed ^ process.slot), possible]() mutable {
    return possible[chance.below(possible.size())];
  };
}

// The driver, a worker, or the process of an object.
std::unique_ptr<simulated_process> world::make_member(node::member self, environment in) {
  auto options = node::session_process::options_of(settings_of_processes(), self);
  options.others.sends_output = false;
  options.others.bug = options.runs.bug = chosen_.bug;
  options.others.clock = options.runs.clock = &clock_of(self.self.host);
  constexpr std::uint64_t seeds_per_straight = 3;  // in the others the token-matching unit has all
  options.others.sends_units &= chosen_.seed % seeds_per_straight == 0;
  options.others.run_time =
      chosen_.run_time ? std::function<std::uint32_t()>([time = *chosen_.run_time] { return time; })
                       : made_up_run_times(chosen_.seed, self.self);
  // Some callers know it later.
  options.others.callers_know_within =
      static_cast<base::duration>(chosen_.seed % 5) * base::millisecond;
  options.runs.adversarial = chosen_.adversarial;
  options.runs.seed = chance_.next();
  options.runs.spin = std::chrono::nanoseconds(0);
  options.runs.host = host_called(self.self.host);
  std::function<void()> program;
  if (self.role == role::driver)
    program = [this] {
      try {
        result_.answer = program_();
      } catch (...) {
        result_.threw = true;
        result_.answer = explained(std::current_exception());
      }
    };
  return std::make_unique<session_member>(std::move(self), std::move(in), options, here_,
                                          std::move(program));
}

void world::set_ways(const simulated_process& fresh) {
  for (const auto& [name, other] : processes_) {
    if (name.host != fresh.name().host) continue;
    network_.set_way(name, fresh.name(), chosen_.within_host);
    network_.set_way(fresh.name(), name, chosen_.within_host);
  }
}

// Tells all processes of the new one, and the new one of all.
void world::announce(const simulated_process& fresh) {
  const auto introduce = [&](const simulated_process& to, const simulated_process& about) {
    tell(to, {to.name(), about.name(), news::kind::up, about.self().role, about.cores(),
              const_cast<simulated_process&>(about).reached().address()});
  };
  for (simulated_process* other : living()) {
    if (other == &fresh) continue;
    introduce(*other, fresh);
    introduce(fresh, *other);
  }
  if (drained_) tell_drain(fresh);
}

// Tells news in the order of events. Messages that an ended process has sent within its host arrive
// before, as in shared memory.
void world::tell(const simulated_process& to, news what) {
  const bool is_here = what.about.host == to.name().host;
  instant at = network_.now();
  if (what.what == news::kind::down && is_here) at = at + 4 * chosen_.within_host.latency_most;
  if (!is_here)
    at = at + static_cast<base::duration>(
                  chance_.below(static_cast<std::uint64_t>(5 * base::millisecond)));
  instant& last = last_news_[to.name()];
  last = at = std::max(at, last);
  news_.try_emplace({at, ++told_}, std::move(what));
}

void world::start_wanted(const mmps_name& manager, role wanted) {
  const auto all = living();
  const auto there = std::ranges::count_if(all, [&](const simulated_process* one) {
    return one->name().host == manager.host && one->self().role == wanted;
  });
  const std::uint32_t most =
      wanted == role::object ? chosen_.settings.object_processes : chosen_.workers;
  if (there < static_cast<std::ptrdiff_t>(most)) return start(manager.host, wanted);
  static_cast<simulated_manager&>(*find(manager))
      .note_refused(wanted, std::to_string(most) + " such processes are on this host already");
}

// Ends a process and tells all others.
void world::end(simulated_process& one, const std::string& cause) {
  silence(one, cause);
  announce_end(one, cause);
}

void world::silence(simulated_process& one, const std::string& cause) {
  one.close();
  agenda_->forget(one.name());
  note(kind::ends, one.name(), cause);
  ended_.push_back(std::move(processes_.extract(one.name()).mapped()));
}

void world::announce_end(const simulated_process& one, const std::string& cause) {
  std::erase_if(news_, [&](const auto& each) { return each.second.to == one.name(); });
  const auto suspects = const_cast<simulated_process&>(one).reached().bell().suspects();
  for (simulated_process* other : living())
    tell(*other,
         {other->name(), one.name(), news::kind::down, one.self().role, 0, cause, suspects});
}

void world::kill(simulated_process& one, const std::string& cause) {
  if (one.self().role == role::token_matching_unit) {  // another one takes its place
    silence(one, cause);
    start(node::token_matching_unit_of(one.name(), one.name().life() + 1),
          role::token_matching_unit);
    return announce_end(one, cause);
  }
  const bool breaks = one.self().role == role::instantiation_manager;
  const std::uint32_t host = one.name().host;
  end(one, cause);
  if (breaks && host == host_of_driver) is_broken_ = true;
  if (breaks && host != host_of_driver) lose_branch(host, cause);
}

// A branch ends with either of its daemons.
void world::lose_branch(std::uint32_t host, const std::string& cause) {
  for (simulated_process* one : living())
    if (one->name().host == host) end(*one, cause);
}

std::vector<simulated_process*> world::living() {
  std::vector<simulated_process*> all;
  for (const auto& [name, one] : processes_) all.push_back(one.get());
  return all;
}

// --- time

// A process of that host may have rung the doorbells of the others.
void world::refresh(std::uint32_t host) {
  for (auto at = processes_.lower_bound({host, 0, 0, 0});
       at != processes_.end() && at->first.host == host; ++at)
    agenda_->refresh(*at->second, network_.now());
}

// True: a process has ended.
bool world::end_those_that_want_to() {
  for (const mmps_name& name : agenda_->ending()) {
    simulated_process& one = *find(name);
    if (one.gives_up()) {
      kill(one, "could not reach a process of its host");
      return true;
    }
    if (!is_drained(name) && !std::exchange(was_quiet_, true)) note_quiet();
    if (&one != driver_ && one.reached().all_arrived()) {
      note_kept(one);
      end(one, "it has ended");
      return true;
    }
  }
  return false;
}

bool world::run_those_that_can() {
  for (;;) {
    inject();
    if (end_those_that_want_to()) return true;
    const std::set<mmps_name>& ready = agenda_->ready();
    if (ready.empty()) return true;
    if (result_.events > max_runs) return false;
    const auto chosen = static_cast<std::ptrdiff_t>(chance_.below(ready.size()));
    simulated_process& one = *find(*std::next(ready.begin(), chosen));
    note(kind::runs, one.name());
    one.run(network_.now());
    let_rest(one);
    refresh(one.name().host);
    if (driver_->has_finished() && !result_.ended) return true;
  }
}

// False: no event can occur any more.
bool world::pass_time() {
  instant next = std::min(network_.next_arrival(), agenda_->next_deadline());
  if (!news_.empty()) next = std::min(next, news_.begin()->first.first);
  if (heals_) next = std::min(next, *heals_);
  if (power_loss_noticed_) next = std::min(next, *power_loss_noticed_);
  next = std::min(next, drained_until_);
  if (next == instant::never()) return false;
  if (const auto at = network_.advance(std::max(next, network_.now()))) {
    note(kind::hears, *at);
    if (simulated_process* const one = find(*at)) {
      if (one->rests_until() > network_.now())
        one->want_turn();
      else
        one->take_in(network_.now());
      refresh(at->host);
    }
  }
  for (const mmps_name& name : agenda_->due(network_.now())) {
    simulated_process& one = *find(name);
    if (one.next_turn() <= network_.now()) one.take_in(network_.now());
    refresh(name.host);
  }
  while (!news_.empty() && news_.begin()->first.first <= network_.now()) {
    const auto first = news_.extract(news_.begin());
    const news& what = first.mapped();
    simulated_process* const to = find(what.to);
    if (to == nullptr) continue;
    const bool is_up = what.what == news::kind::up;
    const char* const word = is_up ? "up: " : what.what == news::kind::down ? "down: " : "drains: ";
    note(kind::is_told, what.to, word + text_of(what.about));
    if (is_up && to == driver_ && !driver_->has_finished() && what.role == role::worker)
      workers_of_driver_.insert(what.about);
    if (is_up)
      to->note_up(what.about, what.role, what.cores, what.text);
    else if (what.what == news::kind::drains)
      to->note_drains(what.about, what.text);
    else
      to->note_down(what.about, what.role, what.text, what.suspects);
    refresh(what.to.host);
  }
  return true;
}

world_outcome world::run(const std::function<std::string()>& program) {
  const leaks_allowed while_running(chosen_.death_after != 0 || chosen_.power_loss_after != 0 ||
                                    chosen_.drain_after != 0);
  program_ = program;
  result_.had_little_memory = chosen_.little_memory;
  result_.had_low_limits = chosen_.low_limits;
  start(host_of_driver, role::instantiation_manager);
  start(host_of_driver, role::token_matching_unit);
  for (std::uint32_t host = 2; host <= chosen_.hosts; ++host) {
    start(host, role::instantiation_manager);
    start(host, role::token_matching_unit);
  }
  for (std::uint32_t host = 1; host <= chosen_.hosts; ++host)
    for (std::uint32_t i = 0; i < chosen_.workers; ++i) start(host, role::worker);
  start(host_of_driver, role::driver);
  instant last{chosen_.longest};
  std::string kept;
  const auto go_on_while = [&](const auto& wanted, const std::string& what) {
    while (result_.trouble.empty() && wanted()) {
      if (!run_those_that_can()) {
        result_.trouble = what + ": the processes run on without end";
      } else if (!wanted()) {
        return;
      } else if (!pass_time()) {
        result_.trouble = what + ": nobody has anything to do any more";
      } else if (network_.now() > last) {
        std::string now_kept = all_kept();
        if (now_kept == kept) result_.trouble = what + ": nothing changes any more";
        kept = std::move(now_kept);
        last = last + chosen_.longest;
      }
    }
  };
  go_on_while([&] { return !driver_->has_finished(); }, "the program does not end");
  result_.ended = driver_->has_finished();
  last = network_.now() + until_ended;
  // The driver tells its known workers to end. The supervisor ends the others, which began later,
  // and after a death those that do not end.
  const auto some_work = [&] {
    return std::ranges::any_of(workers_of_driver_,
                               [&](const mmps_name& name) { return find(name); });
  };
  while (result_.ended && !result_.died.empty() && some_work() && network_.now() < last)
    if (!run_those_that_can() || !pass_time()) break;
  if (!result_.died.empty())
    result_.left_behind = std::ranges::count_if(
        workers_of_driver_, [&](const mmps_name& name) { return find(name) != nullptr; });
  if (result_.ended && result_.died.empty()) go_on_while(some_work, "worker processes do not end");
  if (checks_daemons_later_ && result_.trouble.empty()) {
    last = network_.now() + until_known;
    while (network_.now() < last)
      if (!run_those_that_can() || !pass_time()) break;
    if (!some_began_too_late()) note_daemons();
  }
  result_.end = network_.now();
  for (const auto& [name, one] : processes_) count_disk_of(*one);
  for (const auto& one : ended_) count_disk_of(*one);
  check_the_end();
  return std::move(result_);
}

void world::count_disk_of(const simulated_process& one) {
  if (one.self().role != role::token_matching_unit) return;
  const virtual_disk& disk = static_cast<const simulated_unit&>(one).disk();
  result_.disk_faults += disk.faults_injected();
  result_.spilled += disk.written();
}

// Describes the unfinished calls and the number of executed ones.
std::string world::all_kept() {
  std::string all;
  for (simulated_process* one : living()) {
    all += one->kept() + ";";
    if (const auto* member = dynamic_cast<session_member*>(one))
      all += std::to_string(member->executed()) + ";";
  }
  return all;
}

// The session has been found quiet: no work is left, and no message is in transit. The driver and
// the workers are checked when they have ended.
void world::note_quiet() {
  checks_daemons_later_ = std::ranges::any_of(living(), [](simulated_process* one) {
    return !is_daemon(*one) && (!one->kept().empty() || !one->reached().all_arrived());
  });
  if (!checks_daemons_later_) note_daemons();
}

void world::note_daemons() {
  for (const simulated_process* one : living())
    if (is_daemon(*one)) note_kept(*one);
}

// When a process dies while the session ends, its unfinished units go to processes that begin when
// the driver tells no more processes to end. The supervisor ends them, and with them the daemons.
bool world::began_too_late(const simulated_process& one) const {
  return !result_.died.empty() && !is_daemon(one) && &one != driver_ &&
         !workers_of_driver_.contains(one.name());
}

bool world::some_began_too_late() {
  return std::ranges::any_of(living(), [&](const auto* one) { return began_too_late(*one); });
}

void world::note_kept(const simulated_process& one) {
  if (const std::string kept = one.kept(); !kept.empty() && !is_broken_)
    kept_ += "process " + text_of(one.name()) + " keeps " + kept + "; ";
  if (const std::uint64_t count = one.malformed(); count != 0)
    kept_ += "process " + text_of(one.name()) + " has received " + std::to_string(count) +
             " malformed messages; ";
}

void world::check_the_end() {
  result_.was_replaced = !result_.died.empty() && chosen_.dies == role::token_matching_unit &&
                         chosen_.power_loss_after == 0 && chosen_.drain_after == 0;
  if (result_.trouble.empty()) {
    for (const simulated_process* one : living())
      if (!is_daemon(*one) && !began_too_late(*one)) note_kept(*one);
    result_.trouble = kept_;
    return;
  }
  for (simulated_process* one : living()) {
    const std::string kept = one->kept();
    if (!kept.empty()) result_.trouble += "\nprocess " + text_of(one->name()) + " keeps " + kept;
    const std::string report = one->describe();
    if (!report.empty() && report != node::nothing_to_report)
      result_.trouble += "\nprocess " + text_of(one->name()) + ":\n" + report;
  }
}

std::string serial_answer(const std::function<std::string()>& program) {
  std::string answer;
  serial_executor runs(limits{}, "serial", [](const std::string&) {});
  runs.run([&] { answer = program(); });
  return answer;
}

}  // namespace mentat::sim
