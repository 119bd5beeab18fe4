#include "daemons/sim/process.h"

#include "mmps/base/check.h"
#include "rts/executor/this_worker.h"

namespace mentat::sim {
namespace {

using base::instant;
using mmps::mmps_name;

constexpr std::size_t stack_of_process = std::size_t{256} << 10;  // but for its executor's fibers
constexpr unsigned max_turns = 100'000;                           // without any time between them

}  // namespace

// --- every process

node::endpoint_options simulated_process::options_of_endpoint() {
  node::endpoint_options chosen;
  chosen.transport = std::move(in_.transport);
  chosen.clock = in_.clock;
  chosen.seed = in_.seed;
  chosen.bug = in_.bug;
  chosen.page_of = in_.page_of;
  chosen.end = [this] { gives_up_ = true; };
  return chosen;
}

void simulated_process::take_in(instant now) {
  const instant shown = in_.clock->local(now);
  for (unsigned turns = 0;; ++turns) {
    MENTAT_CHECK(turns < max_turns, "a network always wants another turn");
    next_turn_ = reached().turn(shown);
    if (next_turn_ > shown) return;
  }
}

// --- the driver and workers

session_member::session_member(node::member self, environment in,
                               node::session_process::options chosen, fiber& world,
                               std::function<void()> program)
    : simulated_process(std::move(self), std::move(in)),
      world_(world),
      program_(std::move(program)),
      main_(std::make_unique<fiber>(stack_of_process, &session_member::entry, this)),
      standing_(main_.get()) {
  node::endpoint_options reached = options_of_endpoint();
  reached.end = [this] { give_up(); };
  reached.sleep = [this](std::uint32_t expected, base::duration longest) {
    sleep(expected, longest);
  };
  process_ = std::make_unique<node::session_process>(self_, std::move(reached), chosen);
}

void session_member::entry(void* of) {
  auto* self = static_cast<session_member*>(of);
  if (self->program_)
    self->process_->run(self->program_);
  else
    self->process_->run_until_end();
  self->finished_ = true;
  self->main_->switch_to(self->world_);
}

// Runs on the fiber of the executor's loop, which continues when the process runs again.
void session_member::sleep(std::uint32_t expected, base::duration longest) {
  worker& self = this_worker();
  standing_ = self.current;
  expected_ = expected;
  until_ = longest > 0 ? in_.clock->now() + longest : instant::never();
  self.current->switch_to(world_);
  set_this_worker(&self);
}

// Does not return: the process ends in its present state.
void session_member::give_up() {
  gives_up_ = true;
  this_worker().current->switch_to(world_);
}

bool session_member::can_run(instant now) const {
  if (finished_ || gives_up_) return false;
  return standing_ == main_.get() || until_ <= in_.clock->local(now) ||
         process_->reached().bell().words[0].load() != expected_;
}

void session_member::run(instant now) {
  world_.switch_to(*standing_);
  set_this_worker(nullptr);
  take_in(now);
}

instant session_member::next_run() const {
  return finished_ || gives_up_ ? instant::never() : until_;
}

void session_member::note_up(const mmps_name& process, node::role what, std::uint32_t,
                             const std::string& address) {
  process_->note_up(process, 0, what, address);
}

void session_member::note_down(const mmps_name& process, node::role what, const std::string& cause,
                               node::suspects_of_end suspects) {
  process_->note_down(process, what, cause, std::move(suspects));
}

void session_member::note_drains(const mmps_name& manager, const std::string&) {
  process_->note_drains(manager);
}

std::string session_member::describe() { return process_->others().report({}); }

std::string session_member::kept() const { return process_->others().kept(); }

std::uint64_t session_member::malformed() const { return process_->others().malformed(); }

std::uint64_t session_member::executed() const {
  std::uint64_t all = 0;
  process_->runs().visit_counts([&](const class_info&, std::uint64_t calls) { all += calls; });
  return all;
}

// --- daemons

simulated_daemon::simulated_daemon(node::member self, environment in)
    : simulated_process(std::move(self), std::move(in)), reached_(self_, options_of_endpoint()) {}

void simulated_daemon::note_up(const mmps_name& process, node::role what, std::uint32_t cores,
                               const std::string& address) {
  machine().note_up({process, what, cores, address});
  wanted_ = {};
}

void simulated_daemon::note_down(const mmps_name& process, node::role, const std::string& cause,
                                 node::suspects_of_end suspects) {
  machine().note_down(process, cause, std::move(suspects));
  wanted_ = {};
}

void simulated_daemon::note_drains(const mmps_name& manager, const std::string& why) {
  machine().note_drains(manager, why);
  wanted_ = {};
}

bool simulated_daemon::can_run(instant now) const {
  return !gives_up_ && (wanted_ <= in_.clock->local(now) || reached_.has_mail() ||
                        const_cast<node::endpoint&>(reached_).bell().words[0].load() != word_);
}

// Like its process: a ring has no effect while the daemon does not listen.
void simulated_daemon::run(instant now) {
  mmps::shm::doorbell& page = reached_.bell();
  page.stop_listening(0);
  const instant shown = in_.clock->local(now);
  for (unsigned turns = 0;; ++turns) {
    MENTAT_CHECK(turns < max_turns, "a daemon always wants another turn");
    wanted_ = machine().turn(shown);
    take_in(now);
    if (wanted_ > shown && !reached_.has_mail()) break;
  }
  word_ = page.words[0].load();
  page.listen(0);
}

std::string simulated_manager::kept() const {
  const im::description all = daemon_.manager().describe();
  std::uint64_t places = 0;
  for (const im::process_description& one : all.processes) places += one.places;
  std::string kept;
  if (const std::size_t waiting = daemon_.manager().waiting(); waiting != 0)
    kept += std::to_string(waiting) + " requests ";
  if (all.being_made != 0) kept += std::to_string(all.being_made) + " objects to be made ";
  if (places != 0) kept += std::to_string(places) + " places ";
  return kept;
}

std::string simulated_unit::kept() const {
  const std::size_t units = daemon_.unit().database().units();
  return units == 0 ? "" : std::to_string(units) + " work units to deliver";
}

}  // namespace mentat::sim
