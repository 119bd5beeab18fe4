#include "bench/falcon_simulation.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <queue>
#include <vector>

#include "daemons/im/bytes.h"
#include "daemons/im/instantiation_manager.h"
#include "mmps/base/check.h"
#include "mmps/base/random.h"
#include "mmps/wire/message_type.h"

namespace mentat::bench {
namespace {

using base::instant;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

constexpr double service_ns = 100e6;
constexpr std::size_t batches = 10;

struct task {
  instant arrived;
  double work = 0;  // ns at full speed
  std::uint64_t number = 0;
  std::uint32_t origin = 0;
};

struct host {
  explicit host(const im::settings& chosen) : manager(chosen) {}

  im::instantiation_manager manager;
  // Slots of tasks that have a place here; the first one is being executed.
  std::deque<std::uint64_t> queue;
  double speed = 1;
  base::duration overhead = 0;  // for messages; still to be added to the current task
  instant idle_from;            // if the queue is empty: until then the processor handles messages
};

struct completion {
  instant at;
  std::uint64_t order;  // breaks ties at one instant by the order of planning
  std::uint32_t host;

  bool operator>(const completion& other) const {
    return at != other.at ? at > other.at : order > other.order;
  }
};

mmps_name manager_of(std::uint32_t host) { return mmps_name::of_process(host + 1, 1, 1, 1); }
mmps_name tmu_of(std::uint32_t host) { return mmps_name::of_process(host + 1, 1, 2, 1); }
mmps_name process_of(std::uint32_t host) { return mmps_name::of_process(host + 1, 1, 3, 1); }

class simulation {
 public:
  explicit simulation(const falcon_parameters& chosen)
      : chosen_(chosen),
        chance_(chosen.seed),
        first_measured_(chosen.tasks / 5),
        end_measured_(chosen.tasks - chosen.tasks / 20),
        sums_(batches),
        counts_(batches) {
    make_hosts();
  }

  falcon_measured run() {
    const double between = service_ns / (chosen_.load * capacity_);
    double next_arrival = exponential(between);
    while (arrived_ < chosen_.tasks || !completions_.empty()) {
      const bool arrival =
          arrived_ < chosen_.tasks &&
          (completions_.empty() || next_arrival <= static_cast<double>(completions_.top().at.ns));
      if (arrival) {
        now_ = {static_cast<std::int64_t>(next_arrival)};
        arrive(static_cast<std::uint32_t>(chance_.below(hosts_.size())));
        next_arrival += exponential(between);
      } else {
        complete();
      }
      deliver();
    }
    return result();
  }

 private:
  void make_hosts() {
    std::vector<mmps_name> managers;
    for (std::uint32_t i = 0; i < chosen_.hosts; ++i) managers.push_back(manager_of(i));
    const auto members = std::make_shared<im::member_list>(managers);
    hosts_.reserve(chosen_.hosts);
    for (std::uint32_t i = 0; i < chosen_.hosts; ++i) {
      im::settings s;
      s.self = manager_of(i);
      s.seed = chance_.next();
      s.falcon.transfer = {{chosen_.threshold * 1000},
                           chosen_.sharing ? chosen_.limit : std::uint8_t{0}};
      s.falcon.where = chosen_.where;
      s.falcon.fresh = static_cast<base::duration>(chosen_.fresh * service_ns);
      s.news_interval = static_cast<base::duration>(chosen_.news_interval * service_ns);
      s.news_to = chosen_.news_to;
      s.limits.processes = 1;
      s.limits.waiting = 100'000'000;
      s.limits.places = 100'000'000;
      host& made = hosts_.emplace_back(s);
      if (chosen_.slow_hosts && i % 4 == 3) made.speed = 0.5;
      capacity_ += made.speed;
      made.manager.process_started(now_, process_of(i), 1);
      if (chosen_.sharing) made.manager.set_members(now_, members);
      collect(made);
    }
  }

  double uniform() { return (static_cast<double>(chance_.next() >> 11) + 0.5) * 0x1p-53; }
  double exponential(double mean) { return -std::log(uniform()) * mean; }
  double work() {
    const double variation = chosen_.squared_variation;
    if (variation <= 1) return exponential(service_ns);
    const double share = (1 + std::sqrt((variation - 1) / (variation + 1))) / 2;
    return exponential(service_ns / (2 * (uniform() < share ? share : 1 - share)));
  }

  void arrive(std::uint32_t at) {
    std::uint64_t slot = tasks_.size();
    if (free_.empty()) {
      tasks_.emplace_back();
    } else {
      slot = free_.back();
      free_.pop_back();
    }
    tasks_[slot] = {now_, work(), arrived_++, at};
    mentat_message asked;
    asked.header.type = static_cast<std::uint8_t>(message_type::instantiate);
    asked.header.source = tmu_of(at);
    asked.header.destination = manager_of(at);
    asked.header.tag = {slot, tasks_[slot].number};
    on_their_way_.push_back(std::move(asked));
  }

  // Delivers all messages in flight, and announcements that waited for their interval. The latter
  // may be delayed until the next event, which is soon.
  void deliver() {
    for (;;) {
      if (!on_their_way_.empty()) {
        mentat_message message = std::move(on_their_way_.front());
        on_their_way_.pop_front();
        receive(std::move(message));
      } else if (!deadlines_.empty() && deadlines_.top().at <= now_) {
        host& there = hosts_[deadlines_.top().host];
        deadlines_.pop();
        if (there.manager.next_deadline() > now_) continue;
        there.manager.tick(now_);
        collect(there);
      } else {
        return;
      }
    }
  }

  void receive(mentat_message&& message) {
    const mmps_name to = message.header.destination;
    if (to.process_number() != 1) return begin(message);
    host& there = hosts_[to.host - 1];
    there.manager.step(now_, std::move(message));
    collect(there);
  }

  void collect(host& from) {
    im::output made = from.manager.take_output();
    for (mentat_message& each : made.messages) {
      if (each.header.type == static_cast<std::uint8_t>(message_type::pong)) {
        ++news_;
        charge(from, chosen_.news_cost);
      } else if (each.header.type == static_cast<std::uint8_t>(message_type::instantiate)) {
        ++transfers_;
        max_transfers_ = std::max<std::uint32_t>(max_transfers_, each.header.hops);
        charge(from, chosen_.transfer_cost);
      }
      on_their_way_.push_back(std::move(each));
    }
    const instant due = from.manager.next_deadline();
    if (due != instant::never())
      deadlines_.push({due, 0, static_cast<std::uint32_t>(&from - hosts_.data())});
  }

  // Adds work to the host's processor.
  void charge(host& from, double cost) {
    const auto takes = static_cast<base::duration>(cost * service_ns / from.speed);
    if (from.queue.empty())
      from.idle_from = std::max(now_, from.idle_from) + takes;
    else
      from.overhead += takes;
  }

  // Begins a task that got its place: `answer` names the process.
  void begin(const mentat_message& answer) {
    MENTAT_CHECK((answer.header.flags & mmps::flag::error) == 0, "the simulation passed a limit");
    // The manager of the host that accepted.
    const std::uint32_t at = answer.header.source.host - 1;
    hosts_[at].queue.push_back(answer.header.tag.number);
    if (hosts_[at].queue.size() == 1) execute(at);
  }

  void execute(std::uint32_t at) {
    const double takes = tasks_[hosts_[at].queue.front()].work / hosts_[at].speed;
    const instant begins = std::max(now_, hosts_[at].idle_from);
    completions_.push({begins + static_cast<base::duration>(takes), planned_++, at});
  }

  void complete() {
    const completion done = completions_.top();
    completions_.pop();
    now_ = done.at;
    host& there = hosts_[done.host];
    if (there.overhead > 0) {
      completions_.push({now_ + there.overhead, planned_++, done.host});
      there.overhead = 0;
      return;
    }
    const std::uint64_t slot = there.queue.front();
    there.queue.pop_front();
    count(tasks_[slot]);
    give_back(done.host, slot);
    free_.push_back(slot);
    if (!there.queue.empty()) execute(done.host);
  }

  // Sends the message of a task's token-matching unit after its execution.
  void give_back(std::uint32_t at, std::uint64_t slot) {
    std::vector<std::byte> process;
    im::append(process, process_of(at));
    mentat_message finished{std::span<const std::byte>(process)};
    finished.header.type = static_cast<std::uint8_t>(message_type::finished);
    finished.header.source = tmu_of(tasks_[slot].origin);
    finished.header.destination = manager_of(at);
    finished.header.tag = {slot, tasks_[slot].number};
    on_their_way_.push_back(std::move(finished));
  }

  void count(const task& done) {
    if (done.number < first_measured_ || done.number >= end_measured_) return;
    const std::size_t batch =
        (done.number - first_measured_) * batches / (end_measured_ - first_measured_);
    sums_[batch] += static_cast<double>(now_ - done.arrived) / service_ns;
    ++counts_[batch];
  }

  falcon_measured result() const {
    falcon_measured found;
    double squares = 0;
    for (std::size_t i = 0; i < batches; ++i) {
      found.response += sums_[i] / static_cast<double>(counts_[i]) / batches;
      found.tasks += counts_[i];
    }
    for (std::size_t i = 0; i < batches; ++i)
      squares += std::pow(sums_[i] / static_cast<double>(counts_[i]) - found.response, 2);
    constexpr double student = 2.262;  // 95 %, 9 degrees of freedom
    found.half_width = student * std::sqrt(squares / (batches * (batches - 1)));
    found.transfers = static_cast<double>(transfers_) / static_cast<double>(arrived_);
    found.news = static_cast<double>(news_) / static_cast<double>(arrived_);
    found.max_transfers = max_transfers_;
    return found;
  }

  template <class T>
  using earliest_first = std::priority_queue<T, std::vector<T>, std::greater<>>;

  falcon_parameters chosen_;
  base::random chance_;
  instant now_;
  double capacity_ = 0;
  std::vector<host> hosts_;
  std::vector<task> tasks_;
  std::vector<std::uint64_t> free_;
  std::deque<mentat_message> on_their_way_;
  earliest_first<completion> completions_, deadlines_;
  std::uint64_t arrived_ = 0, planned_ = 0, transfers_ = 0, news_ = 0;
  std::uint32_t max_transfers_ = 0;
  std::uint64_t first_measured_, end_measured_;
  std::vector<double> sums_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace

falcon_measured simulate(const falcon_parameters& chosen) { return simulation(chosen).run(); }

}  // namespace mentat::bench
