#include "tools/record/strands.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace mentat::command {

call_finder::call_finder(const trace& of) : of_(of) {
  places_.reserve(of.calls.size());
  for (std::size_t i = 0; i < of.calls.size(); ++i) {
    const trace::call& one = of.calls[i];
    places_.push_back({{of.workers[one.worker].process, one.number}, one.begin, i});
  }
  add_senders();
  std::ranges::sort(places_, [](const place& a, const place& b) {
    return std::tie(a.of, a.begin, a.call) < std::tie(b.of, b.begin, b.call);
  });
}

// In the process that made it, the call has another number.
void call_finder::add_senders() {
  for (const executed_call& one : executed_calls(of_))
    places_.push_back({{one.process, one.number}, of_.calls[one.call].begin, one.call});
}

std::vector<executed_call> executed_calls(const trace& of) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::size_t>> by_name;
  for (const trace::sending& one : of.sendings)
    by_name[{of.workers[one.executor].process, one.there}];
  if (by_name.empty()) return {};
  for (std::size_t i = 0; i < of.calls.size(); ++i)  // in the order of their begins
    if (const auto at = by_name.find({of.workers[of.calls[i].worker].process, of.calls[i].number});
        at != by_name.end())
      at->second.push_back(i);
  std::vector<executed_call> made;
  for (const trace::sending& one : of.sendings) {
    const auto& named = by_name.at({of.workers[one.executor].process, one.there});
    const auto at = std::ranges::partition_point(
        named, [&](std::size_t call) { return of.calls[call].begin < one.came; });
    if (at == named.end()) continue;
    made.push_back({of.workers[one.maker].process, one.number, *at, one.object});
  }
  return made;
}

std::vector<call_finder::place>::const_iterator call_finder::behind(const key& of,
                                                                    std::int64_t at) const {
  return std::ranges::partition_point(
      places_, [&](const place& one) { return std::tie(one.of, one.begin) <= std::tie(of, at); });
}

std::size_t call_finder::running(std::uint32_t process, std::uint64_t number, std::int64_t begin,
                                 std::int64_t end) const {
  const key wanted{process, number};
  const auto at = behind(wanted, begin);
  if (at == places_.begin() || std::prev(at)->of != wanted) return none;
  const std::size_t found = std::prev(at)->call;
  return of_.calls[found].end >= end ? found : none;
}

std::size_t call_finder::next(std::uint32_t process, std::uint64_t number,
                              std::int64_t from) const {
  const key wanted{process, number};
  const auto at = behind(wanted, from - 1);
  return at != places_.end() && at->of == wanted ? at->call : none;
}

std::size_t call_finder::last(std::uint32_t process, std::uint64_t number,
                              std::int64_t until) const {
  const key wanted{process, number};
  for (auto at = behind(wanted, until); at != places_.begin();) {
    --at;
    if (at->of != wanted) return none;
    if (of_.calls[at->call].end <= until) return at->call;
  }
  return none;
}

std::vector<std::vector<std::size_t>> pauses_by_call(const trace& of) {
  constexpr int deepest = 10'000;  // calls on one stack
  const call_finder find(of);
  std::vector<std::vector<std::size_t>> by_call(of.calls.size());
  std::size_t room = trace::most_events;  // a damaged recording may have circles of calls
  for (std::size_t i = 0; i < of.pauses.size(); ++i) {
    const trace::pause& one = of.pauses[i];
    const std::uint32_t process = of.workers[one.resumed].process;
    std::uint64_t number = one.number;
    for (int depth = 0; number != 0 && depth < deepest && room > 0; ++depth) {
      const std::size_t call = find.running(process, number, one.begin, one.end);
      if (call == call_finder::none) break;
      by_call[call].push_back(i);
      --room;
      number = of.calls[call].outer;
    }
  }
  return by_call;
}

std::vector<strand> strands_of(const trace& of) {
  const auto pauses = pauses_by_call(of);
  std::vector<strand> all;
  for (std::size_t i = 0; i < of.calls.size(); ++i) {
    const trace::call& call = of.calls[i];
    std::int64_t begin = call.begin;
    for (const std::size_t which : pauses[i]) {
      const trace::pause& pause = of.pauses[which];
      if (pause.begin < begin) continue;
      all.push_back({i, pause.left, begin, pause.begin, false});
      begin = pause.end;
    }
    all.push_back({i, call.worker, begin, std::max(begin, call.end), true});
  }
  return all;
}

}  // namespace mentat::command
