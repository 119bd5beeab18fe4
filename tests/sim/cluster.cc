#include "tests/sim/cluster.h"

#include <algorithm>
#include <utility>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/message_type.h"

namespace mentat::sim {
namespace {

using base::duration;
using base::instant;
using mmps::mentat_message;
using mmps::mmps_name;

constexpr std::uint32_t manager_number = 1, matching_number = 2, driver_number = 3;
constexpr std::uint32_t first_worker = 10;
constexpr std::uint32_t session = 7;
constexpr duration settle = 20 * base::second;  // until what is still on its way has arrived
constexpr duration forget = 70 * base::second;  // longer than anything is remembered
constexpr duration root_bound = 30 * base::second;

std::vector<std::byte> future_to(const mmps_name& caller, const computation_tag& tag) {
  mmps::future_writer writer;
  mmps::future_arc arc;
  arc.destination = caller;
  arc.tag = tag;
  arc.argument = mmps::to_waiting_caller;
  writer.add(arc);
  return {writer.bytes().begin(), writer.bytes().end()};
}

}  // namespace

cluster::cluster(std::uint64_t seed, const fault_mix& mix, mutant broken, std::size_t trace_lines)
    : seed_(seed),
      mix_(mix),
      broken_(broken),
      chance_(mixed(seed, 1)),
      trace_(trace_lines),
      net_(mixed(seed, 2)),
      key_{mixed(seed, 3), mixed(seed, 4)} {
  net_.set_every_way(mix_.way);
}

// ---- setting up

cluster::process& cluster::open(std::uint32_t host, std::uint32_t number, std::string called) {
  const mmps_name name = mmps_name::of_process(host, 1, number, ++hosts_[host].lives[number]);
  by_name_.emplace(name, processes_.size());
  processes_.push_back(std::make_unique<process>(process{name,
                                                         std::move(called),
                                                         host,
                                                         endpoint(net_, name, chance_.next()),
                                                         true,
                                                         nullptr,
                                                         nullptr,
                                                         nullptr,
                                                         nullptr,
                                                         instant::never(),
                                                         {},
                                                         {},
                                                         0,
                                                         {}}));
  return *processes_.back();
}

void cluster::make_hosts() {
  std::vector<mmps_name> managers;
  std::vector<tmu::member> members;
  for (std::uint32_t at = 1; at <= mix_.hosts; ++at) {
    const std::string prefix = "h" + std::to_string(at) + ".";
    host& made = hosts_[at];
    made.manager = &open(at, manager_number, prefix + "im");
    made.matching = &open(at, matching_number, prefix + "tmu");
    managers.push_back(made.manager->name);
    members.push_back({made.matching->name});
  }
  const auto all = std::make_shared<im::member_list>(managers);
  for (auto& [at, made] : hosts_) {
    made.members = members;
    im::settings settings;
    settings.self = made.manager->name;
    settings.cores = mix_.cores;
    settings.seed = chance_.next();
    settings.falcon.where = mix_.where;
    settings.limits.processes = mix_.processes;
    made.manager->manager = std::make_unique<im::instantiation_manager>(settings);
    made.manager->manager->set_members(now_, all);
    made.matching->matching = std::make_unique<tmu::token_matching_unit>(
        tmu::identity{made.matching->name, made.manager->name, "host" + std::to_string(at),
                      chance_.next()},
        tmu::limits{}, nullptr);
  }
  driver_ = &open(1, driver_number, "driver");
  driver_->driver =
      std::make_unique<mentat::driver>(driver_identity{driver_->name, "host1"}, driver_limits{});
}

void cluster::start_worker(std::uint32_t at) {
  process* manager = hosts_[at].manager;
  if (in_thousand(mix_.failing_starts)) {
    ++probes_[probe::start_failed];
    trace_.note(now_, manager->called, "start failed");
    manager->manager->start_failed(now_, "simulated");
    return drain(*manager);
  }
  std::uint32_t number = first_worker;
  for (;; ++number) {
    const std::uint32_t life = hosts_[at].lives[number];
    if (life == 0 || !find(mmps_name::of_process(at, 1, number, life))->alive) break;
  }
  process& made = open(at, number,
                       "h" + std::to_string(at) + ".w" + std::to_string(number) + "/" +
                           std::to_string(hosts_[at].lives[number] + 1));
  made.worker = std::make_unique<executing_process>(
      executing_identity{made.name, manager->name, "host" + std::to_string(at)},
      executing_limits{});
  trace_.note(now_, made.called, "started");
  if (broken_ != mutant::no_news_for_newcomers)
    for (const auto& [dead, cause] : hosts_[at].dead) tell_of_death(made, dead, cause);
  manager->manager->process_started(now_, made.name, mix_.cores);
  drain(*manager);
}

void cluster::begin_program() {
  objects_.resize(mix_.objects);
  direct_places_.resize(mix_.objects);
  roots_to_begin_ = mix_.roots + mix_.direct + (mix_.hopeless ? 1 : 0);
  for (std::uint32_t i = 0; i < mix_.objects; ++i) {
    objects_[i].is_buffer = i < mix_.buffers;
    const std::uint64_t of_class = objects_[i].is_buffer ? buffer_class : object_class;
    mentat_message request;
    request.header.type = static_cast<std::uint8_t>(mmps::message_type::instantiate);
    request.header.flags = mmps::flag::persistent;
    request.header.destination = hosts_[1].manager->name;
    request.header.tag = child_tag(key_, {seed_, 0}, i);
    request.header.class_id = static_cast<std::uint32_t>(of_class);
    request.header.interface_hash = static_cast<std::uint32_t>(of_class >> 32);
    objects_wanted_.emplace(request.header.tag, i);
    if (!driver_->driver->create(now_, std::move(request))) fail("the driver takes no root");
  }
  if (mix_.objects == 0) begin_roots();
  drain(*driver_);
}

void cluster::begin_roots() {
  for (std::uint32_t i = 0; i < mix_.roots; ++i)
    later(between(0, 30 * base::millisecond), [this, i] { begin_graph(i); });
  duration delay = 0;
  for (std::uint32_t i = 0; i < mix_.direct; ++i) {
    delay += between(0, 10 * base::millisecond);
    later(delay, [this, i] { begin_direct_call(i); });
  }
  if (mix_.hopeless) later(between(0, 30 * base::millisecond), [this] { begin_hopeless_call(); });
}

void cluster::begin_root(const computation_tag& result, root&& begun, mentat_message&& call,
                         std::uint32_t number) {
  begun.begun = now_;
  --roots_to_begin_;
  if (!begun.hopeless) ++roots_open_;
  roots_.emplace(result, std::move(begun));
  call.header.graph = std::uint64_t{session} << 32 | number;
  std::vector<mentat_message> calls;
  calls.push_back(std::move(call));
  if (!driver_->driver->begin(now_, result, std::move(calls))) fail("the driver takes no root");
  drain(*driver_);
}

void cluster::begin_graph(std::uint32_t index) {
  const node top{mix_.depth, mixed(seed_, 1000 + index)};
  if (index == 0 && mix_.throws) bad_.throwing.insert(some_leaf(top, chance_.next()));
  if (index == 0 && mix_.poison) bad_.poisonous.insert(some_leaf(top, chance_.next()));
  const called object = objects_.empty() ? called{} : objects_[index % objects_.size()];
  const computation_tag tag = child_tag(key_, {seed_, 1}, index);
  const computation_tag result = child_tag(key_, {seed_, 2}, index);
  root begun{evaluate(top, object, bad_), {}, "graph " + std::to_string(index), object};
  begin_root(result, std::move(begun),
             first_split(top, object, tag, future_to(driver_->name, result)), index + 1);
}

void cluster::begin_direct_call(std::uint32_t index) {
  const std::size_t which = index % objects_.size();
  const called& object = objects_[which];
  if (!object.object.bound()) {
    --roots_to_begin_;
    return;
  }
  const std::uint64_t caller = mixed(seed_, 2000 + which);
  const object_call call{mixed(caller, index), caller, direct_places_[which]++};
  const computation_tag tag = child_tag(key_, {seed_, 3}, index);
  const computation_tag result = child_tag(key_, {seed_, 4}, index);
  root begun{{}, {}, "direct call " + std::to_string(index), object};
  begun.right.value = value_in(answer_of(call));
  begun.right.calls_object = true;
  std::uint16_t function = 0;
  if (object.is_buffer)
    function = static_cast<std::uint16_t>(call.place % 2 == 0 ? buffer_function::put
                                                              : buffer_function::get);
  begin_root(result, std::move(begun),
             call_of_object(call, object, function, tag, future_to(driver_->name, result)),
             1000 + index);
}

void cluster::begin_hopeless_call() {
  const called& object = objects_[0];
  if (!object.object.bound()) {
    --roots_to_begin_;
    return;
  }
  const std::uint64_t caller = mixed(seed_, 3000);
  const computation_tag result = child_tag(key_, {seed_, 6}, 0);
  root begun{{}, {}, "hopeless call", object, true};
  begun.right.calls_object = true;
  begin_root(result, std::move(begun),
             call_of_object({mixed(caller, 0), caller, 0}, object,
                            static_cast<std::uint16_t>(buffer_function::never),
                            child_tag(key_, {seed_, 5}, 0), future_to(driver_->name, result)),
             2000);
}

// ---- time

duration cluster::between(duration least, duration most) {
  return least + static_cast<duration>(chance_.below(static_cast<std::uint64_t>(most - least) + 1));
}

void cluster::later(duration delay, std::function<void()> happens) {
  events_.push({now_ + delay, ++last_event_, std::move(happens)});
}

void cluster::note_deadline(process& of) {
  instant next = of.links.next_deadline();
  if (of.manager) next = std::min(next, of.manager->next_deadline());
  if (of.matching) next = std::min(next, of.matching->next_deadline());
  if (of.worker) next = std::min(next, of.worker->next_deadline());
  if (next == of.deadline) return;
  of.deadline = next;
  if (next != instant::never()) timers_.push({next, by_name_.at(of.name)});
}

void cluster::run_until(instant end, bool until_done) {
  while (failure_.empty() && !(until_done && roots_open_ == 0 && roots_to_begin_ == 0)) {
    while (!timers_.empty()) {  // without those that have been set again
      const process& due = *processes_[timers_.top().process];
      if (due.alive && due.deadline == timers_.top().at) break;
      timers_.pop();
    }
    const instant timed = timers_.empty() ? instant::never() : timers_.top().at;
    const instant happens = events_.empty() ? instant::never() : events_.top().at;
    const instant arrives = net_.next_arrival();
    const instant next = std::min({timed, happens, arrives});
    if (next > end) {
      net_.advance(end);
      now_ = end;
      return;
    }
    now_ = std::max(now_, next);
    if (arrives <= next) {
      if (const auto at = net_.advance(now_)) receive(*find(*at));
    } else if (happens <= next) {
      net_.advance(now_);
      const std::function<void()> event =
          std::move(const_cast<cluster::event&>(events_.top()).happens);
      events_.pop();
      event();
    } else {
      net_.advance(now_);
      process& due = *processes_[timers_.top().process];
      timers_.pop();
      due.deadline = instant::never();
      due.links.tick(now_);
      if (due.manager) due.manager->tick(now_);
      if (due.matching) due.matching->tick(now_);
      if (due.worker) due.worker->tick(now_);
      drain(due);
    }
  }
}

void cluster::run() {
  make_hosts();
  plan_faults();
  begin_program();
  run_until({root_bound + 10 * base::second}, true);
  check_bounds();
  end_session();
  run_until(now_ + settle, false);
  check_quiet();
  for (auto& [at, made] : hosts_) {
    if (!failure_.empty() || !made.matching->alive) continue;
    mentat_message bye;
    bye.header.type = static_cast<std::uint8_t>(mmps::message_type::bye);
    bye.header.source = driver_->name;
    bye.header.graph = std::uint64_t{session} << 32;
    give(*made.matching, driver_->name, std::move(bye));
  }
  run_until(now_ + forget, false);
  check_forgotten();
  count_probes();
}

}  // namespace mentat::sim
