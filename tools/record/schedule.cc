#include "tools/record/schedule.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace mentat::command {

schedule::schedule(const strand_graph& of) : of_(of), first_(of.nodes().size() + 1) {
  for (const auto& one : of.dependences()) ++first_[one.from + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  by_source_.resize(of.dependences().size());
  std::vector<index> next(first_.begin(), first_.end() - 1);
  for (index i = 0; i < of.dependences().size(); ++i)
    by_source_[next[of.dependences()[i].from]++] = i;
}

std::int64_t schedule::length(index which, const change& with) const {
  const auto& one = of_.nodes()[which];
  const std::uint16_t method = of_.recording().calls[one.call].method;
  const std::int64_t recorded = one.end - one.begin;
  if (method >= with.speed.size() || with.speed[method] == 1) return recorded;
  return static_cast<std::int64_t>(static_cast<double>(recorded) / with.speed[method]);
}

strand_graph::index schedule::target(const strand_graph::dependence& one,
                                     const change& with) const {
  const bool is_late = one.wait < with.is_late.size() && with.is_late[one.wait];
  return is_late ? of_.last_of(of_.nodes()[one.to].call) : one.to;
}

template <class Each>
void schedule::for_dependents(index which, const change& with, Each&& each) const {
  if (which + 1 < of_.nodes().size() && !of_.is_first(which + 1)) each(which + 1);
  for (index i = first_[which]; i < first_[which + 1]; ++i)
    each(target(of_.dependences()[by_source_[i]], with));
}

std::int64_t schedule::work(const change& with) const {
  std::int64_t sum = 0;
  for (index i = 0; i < of_.nodes().size(); ++i) sum = sum_of(sum, length(i, with));
  return sum;
}

schedule::longest_path schedule::span(const change& with) const {
  std::vector<std::int64_t> ready(of_.nodes().size(), 0);
  std::vector<index> behind(of_.nodes().size(), strand_graph::none);
  longest_path made;
  index last = strand_graph::none;
  for (const index which : of_.in_order()) {
    const std::int64_t end = sum_of(ready[which], length(which, with));
    if (last == strand_graph::none || end > made.length) {
      made.length = end;
      last = which;
    }
    for_dependents(which, with, [&](index next) {
      if (end <= ready[next] && behind[next] != strand_graph::none) return;
      ready[next] = end;
      behind[next] = which;
    });
  }
  for (; last != strand_graph::none; last = behind[last]) made.strands.push_back(last);
  std::ranges::reverse(made.strands);
  return made;
}

namespace {

using index = strand_graph::index;

struct moment {
  std::int64_t at = 0;
  index strand = 0;
  friend auto operator<=>(const moment&, const moment&) = default;
};
using earliest_first = std::priority_queue<moment, std::vector<moment>, std::greater<>>;

}  // namespace

std::int64_t schedule::time(unsigned workers, const change& with) const {
  std::vector<index> missing(of_.nodes().size(), 0);
  for (index i = 0; i < of_.nodes().size(); ++i)
    for_dependents(i, with, [&](index next) { ++missing[next]; });
  earliest_first ready, running;
  for (index i = 0; i < of_.nodes().size(); ++i)
    if (missing[i] == 0) ready.push({0, i});
  std::int64_t now = 0;
  unsigned idle = workers;
  const auto start = [&](index which) { running.push({sum_of(now, length(which, with)), which}); };
  while (!ready.empty() || !running.empty()) {
    for (; idle > 0 && !ready.empty(); --idle) {
      const index which = ready.top().strand;
      ready.pop();
      start(which);
    }
    const auto [at, done] = running.top();
    running.pop();
    now = at;
    bool goes_on = false;
    for_dependents(done, with, [&](index next) {
      if (--missing[next] != 0) return;
      if (next == done + 1 && !of_.is_first(next))
        goes_on = true;
      else
        ready.push({now, next});
    });
    goes_on ? start(done + 1) : void(++idle);
  }
  return now;
}

}  // namespace mentat::command
