#include "tools/record/profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "tools/record/busy_time.h"
#include "tools/record/hand_over.h"
#include "tools/record/schedule.h"
#include "tools/record/strand_graph.h"

namespace mentat::command {
namespace {

// Strands that are scheduled for one page: some two seconds.
constexpr std::uint64_t most_scheduled = 6'000'000;
constexpr std::size_t most_halved = 8, most_late = 4, most_steps = 200;
constexpr std::array<unsigned, 6> shown_workers{1, 2, 4, 8, 16, 32};

class profiler {
 public:
  profiler(const trace& of, const profile_question& asked)
      : of_(of), asked_(asked), graph_(of), again_(graph_) {
    std::map<std::string, std::uint16_t> first;
    for (std::size_t i = 0; i < of.places.size() && i <= UINT16_MAX; ++i)
      places_.push_back(
          first.try_emplace(of.places[i], static_cast<std::uint16_t>(i)).first->second);
  }

  profile make() {
    made_.why_incomplete = why_incomplete(of_);
    measure();
    add_functions();
    add_waits();
    add_grains();
    add_break_even();
    if (made_.why_incomplete.empty()) {
      add_span();
      predict();
    }
    return std::move(made_);
  }

 private:
  void measure();
  void add_functions();
  void add_waits();
  void add_grains();
  void add_break_even();
  void add_span();
  void predict();
  void predict_halves();
  void predict_late_waits();
  [[nodiscard]] std::int64_t time(unsigned workers, const schedule::change& with);
  [[nodiscard]] bool may_schedule() const {
    return scheduled_ + graph_.nodes().size() <= most_scheduled;
  }
  // The function that waits, the first number of the place, the function that is awaited.
  using wait_key = std::tuple<std::uint16_t, std::uint16_t, std::uint16_t>;
  [[nodiscard]] wait_key key_of(const strand_graph::wait& one) const {
    const std::uint16_t place = one.place < places_.size() ? places_[one.place] : 0;
    return {of_.calls[one.call].method, place, one.wanted};
  }

  const trace& of_;
  const profile_question& asked_;
  const strand_graph graph_;
  const schedule again_;
  std::vector<std::uint16_t> places_;    // several numbers may be one place
  std::vector<wait_key> keys_of_waits_;  // in the order of made_.waits
  profile made_;
  std::uint64_t scheduled_ = 0;
};

void profiler::measure() {
  std::int64_t begin = INT64_MAX, end = INT64_MIN;
  for (const trace::call& one : of_.calls) {
    begin = std::min(begin, one.begin);
    end = std::max(end, one.end);
  }
  made_.measured = begin <= end ? end - begin : 0;
  // Of several processes, that of the main program may execute nothing else, and then waits.
  const bool has_processes = of_.mode == "processes" || of_.mode == "cluster";
  std::set<std::size_t> seen;
  for (const trace::call& one : of_.calls)
    if (!has_processes || one.method != record::method_of_main) seen.insert(one.worker);
  made_.workers =
      std::max<unsigned>({1, of_.workers_of_process, static_cast<unsigned>(seen.size())});
  made_.work = again_.work({});
  const double most = static_cast<double>(made_.measured) * made_.workers;
  made_.busy = most > 0 ? std::min(1.0, static_cast<double>(made_.work) / most) : 0;
}

void profiler::add_functions() {
  std::map<std::uint16_t, profile::function> all;
  for (const trace::call& one : of_.calls) ++all[one.method].recorded;
  for (const auto& one : graph_.nodes()) {
    profile::function& its = all[of_.calls[one.call].method];
    its.time = sum_of(its.time, one.end - one.begin);
  }
  std::map<std::uint16_t, std::uint64_t> counted;
  for (const trace::count& one : of_.counts) counted[one.method] += one.calls;
  for (auto& [method, its] : all) {
    its.method = method;
    its.calls = std::max(its.recorded, counted[method]);
    const double more = static_cast<double>(its.calls) / static_cast<double>(its.recorded);
    if (its.calls != its.recorded)
      its.time = static_cast<std::int64_t>(std::min(9e18, static_cast<double>(its.time) * more));
    made_.functions.push_back(its);
  }
  std::ranges::stable_sort(made_.functions, std::greater(), &profile::function::time);
}

void profiler::add_waits() {
  const busy_time busy(graph_);
  std::map<wait_key, profile::wait> all;
  std::map<wait_key, double> busy_workers;
  for (const auto& one : graph_.waits()) {
    if (one.end <= one.begin) continue;
    const wait_key key = key_of(one);
    profile::wait& row = all[key];
    row.waiter = of_.calls[one.call].method;
    row.wanted = one.wanted;
    row.place = of_.place(one.place);
    ++row.times;
    row.time = sum_of(row.time, one.end - one.begin);
    busy_workers[key] += static_cast<double>(busy.within(one.begin, one.end));
  }
  for (auto& [key, row] : all) {
    row.busy = std::min(1.0, busy_workers[key] / (static_cast<double>(row.time) * made_.workers));
    keys_of_waits_.push_back(key);
  }
  std::ranges::stable_sort(keys_of_waits_, std::greater(),
                           [&](const wait_key& key) { return all[key].time; });
  for (const wait_key& key : keys_of_waits_) made_.waits.push_back(all[key]);
}

void profiler::add_grains() {
  constexpr std::uint64_t fewest = 100;         // calls
  constexpr double tenth = 0.1, little = 0.01;  // of the work
  made_.hand_over = hand_overs_of(of_);
  const std::int64_t cost = made_.hand_over.to_other_worker;
  for (const profile::function& one : made_.functions) {
    const bool is_main = one.method == record::method_of_main;
    if (is_main || one.calls < fewest || one.mean() >= cost) continue;
    const double spent =
        static_cast<double>(made_.hand_over.on_stack) * static_cast<double>(one.calls);
    if (spent < little * static_cast<double>(made_.work)) continue;
    const double mean = static_cast<double>(std::max<std::int64_t>(one.mean(), 1));
    made_.grains.push_back(
        {one.method, cost,
         static_cast<std::uint64_t>(std::ceil(static_cast<double>(cost) / tenth / mean))});
  }
}

// W workers, of which one makes all calls and spends `on_stack` more on each that it executes
// itself, and the others `to_other_worker`, execute as many in a time as one does that runs them
// inline: 1 / (g + s) + (W - 1) / (g + h) = 1 / g, that is, (W - 1) g^2 + (W - 2) s g = s h.
void profiler::add_break_even() {
  const auto s = static_cast<double>(made_.hand_over.on_stack);
  const auto h = static_cast<double>(made_.hand_over.to_other_worker);
  const double w = std::max(made_.workers, 2u);
  const double b = (w - 2) * s;
  const double g = (std::sqrt(b * b + 4 * (w - 1) * s * h) - b) / (2 * (w - 1));
  made_.break_even = static_cast<std::int64_t>(std::min(g, 1e9));
}

void profiler::add_span() {
  const auto longest = again_.span({});
  made_.span = longest.length;
  std::map<std::uint16_t, std::int64_t> on_path;
  strand_graph::index last = strand_graph::none;
  for (const auto which : longest.strands) {
    const auto& one = graph_.nodes()[which];
    const std::uint16_t method = of_.calls[one.call].method;
    on_path[method] = sum_of(on_path[method], one.end - one.begin);
    if (made_.path.empty() || made_.path.back().method != method) {
      made_.path.push_back({method, 0, 0});
      last = strand_graph::none;
    }
    profile::step& step = made_.path.back();
    step.calls += last != one.call;
    step.time = sum_of(step.time, one.end - one.begin);
    last = one.call;
  }
  if (made_.path.size() > most_steps) {
    made_.steps_left_out = made_.path.size() - most_steps;
    made_.path.resize(most_steps);
  }
  for (profile::function& one : made_.functions) one.on_path = on_path[one.method];
}

std::int64_t profiler::time(unsigned workers, const schedule::change& with) {
  scheduled_ += graph_.nodes().size();
  return again_.time(workers, with);
}

void profiler::predict() {
  made_.as_recorded = time(made_.workers, {});
  if (asked_.is_there()) {
    const schedule::change with{.speed = asked_.speed, .is_late = {}};
    const unsigned workers = asked_.workers ? asked_.workers : made_.workers;
    made_.asked = {workers, time(workers, with)};
    made_.asked_span = again_.span(with).length;
  }
  for (const unsigned workers : shown_workers)
    if (may_schedule()) made_.predictions.push_back({workers, time(workers, {})});
  predict_halves();
  predict_late_waits();
  if (!may_schedule()) made_.why_few = "the recording has too many events for more predictions";
}

void profiler::predict_halves() {
  std::vector<profile::function*> longest;
  for (profile::function& one : made_.functions) longest.push_back(&one);
  std::ranges::stable_sort(longest, std::greater(), &profile::function::on_path);
  if (longest.size() > most_halved) longest.resize(most_halved);
  for (profile::function* one : longest) {
    if (!may_schedule()) return;
    schedule::change with;
    with.speed.assign(one->method + std::size_t{1}, 1);
    with.speed[one->method] = 2;
    one->if_halved = time(made_.workers, with);
  }
}

void profiler::predict_late_waits() {
  if (made_.workers == 1) return;  // nothing would run meanwhile
  for (std::size_t i = 0; i < std::min(most_late, made_.waits.size()); ++i) {
    if (!may_schedule()) return;
    schedule::change with;
    for (const auto& each : graph_.waits())
      with.is_late.push_back(key_of(each) == keys_of_waits_[i]);
    made_.waits[i].if_late = time(made_.workers, with);
  }
}

}  // namespace

std::int64_t profile::function::mean() const {
  return calls == 0
             ? 0
             : static_cast<std::int64_t>(static_cast<double>(time) / static_cast<double>(calls));
}

bool profile::is_far_off() const {
  constexpr double most = 0.1;
  return std::abs(static_cast<double>(as_recorded - measured)) >
         most * static_cast<double>(measured);
}

profile profile_of(const trace& of, const profile_question& asked) {
  return profiler(of, asked).make();
}

}  // namespace mentat::command
