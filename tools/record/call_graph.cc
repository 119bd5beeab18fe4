#include "tools/record/call_graph.h"

#include <algorithm>
#include <utility>

namespace mentat::command {

call_graph::call_graph(const trace& of)
    : of_(of),
      find_(of),
      made_(of.calls.size()),
      on_stack_(of.calls.size()),
      pauses_(pauses_by_call(of)),
      critical_(of.calls.size()) {
  find_makers();
  walk();
}

void call_graph::find_makers() {
  const auto process_of = [this](std::size_t worker) { return of_.workers[worker].process; };
  for (std::size_t i = 0; i < of_.calls.size(); ++i) {
    const trace::call& one = of_.calls[i];
    if (one.outer == 0) continue;
    const std::size_t below = find_.running(process_of(one.worker), one.outer, one.begin, one.end);
    if (below == none || below == i) continue;
    made_[i] = {below, one.begin, true};
    on_stack_[below].push_back(i);
  }
  for (const trace::making& one : of_.makings) {
    const std::uint32_t process = process_of(one.worker);
    const std::size_t made = find_.next(process, one.number, one.at);
    const std::size_t by = find_.running(process, one.maker, one.at, one.at);
    if (made != none && by != none && made != by && made_[made].by == none)
      made_[made] = {by, one.at, false};
  }
  for (const trace::pause& one : of_.pauses) {
    const std::uint32_t process = process_of(one.resumed);
    const std::size_t waits = find_.running(process, one.number, one.begin, one.end);
    const std::size_t awaited = one.awaited == 0 ? none : find_.last(process, one.awaited, one.end);
    if (waits != none && awaited != none && waits != awaited && made_[awaited].by == none)
      made_[awaited] = {waits, std::min(one.begin, of_.calls[awaited].begin), false};
  }
}

// A part of a call is on the path, and with it what ran on its stack meanwhile.
void call_graph::mark(std::size_t call, std::int64_t begin, std::int64_t end) {
  std::vector<std::size_t> left{call};
  while (!left.empty()) {
    const std::size_t one = left.back();
    left.pop_back();
    critical_[one] = true;
    // Calls on one stack follow each other, in the order of their begins.
    const auto& above = on_stack_[one];
    auto at = std::ranges::partition_point(
        above, [&](std::size_t which) { return of_.calls[which].end <= begin; });
    for (; at != above.end() && of_.calls[*at].begin < end; ++at)
      if (!critical_[*at]) left.push_back(*at);
  }
}

// From a moment of a call back to the one that it had to wait for: the end of another call, or the
// moment at which it was made.
call_graph::step call_graph::step_back(const step& from) {
  const trace::call& call = of_.calls[from.call];
  const auto& pauses = pauses_[from.call];
  const auto behind = std::ranges::partition_point(
      pauses, [&](std::size_t which) { return of_.pauses[which].end <= from.until; });
  if (behind == pauses.begin()) {
    mark(from.call, call.begin, from.until);
    critical_time_ = sum_of(critical_time_, std::max<std::int64_t>(from.until - call.begin, 0));
    const making& made = made_[from.call];
    return {made.by, std::min(made.at, call.begin)};
  }
  const trace::pause& pause = of_.pauses[*std::prev(behind)];
  mark(from.call, pause.end, from.until);
  critical_time_ = sum_of(critical_time_, from.until - pause.end);
  const std::uint32_t process = of_.workers[pause.resumed].process;
  const std::size_t awaited =
      pause.awaited == 0 ? none : find_.last(process, pause.awaited, pause.end);
  if (awaited != none && of_.calls[awaited].end >= pause.begin)
    return {awaited, of_.calls[awaited].end};
  return {from.call, pause.begin};
}

void call_graph::walk() {
  step at;
  for (std::size_t i = 0; i < of_.calls.size(); ++i)
    if (at.call == none || of_.calls[i].end > at.until) at = {i, of_.calls[i].end};
  // Each step leads back in time, or out of a call; a damaged recording may have a circle.
  for (std::size_t left = of_.calls.size() + of_.pauses.size() + 1; left > 0 && at.call != none;
       --left)
    at = step_back(at);
}

}  // namespace mentat::command
