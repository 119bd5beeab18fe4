#include "tools/dashboard/call_links.h"

#include <algorithm>
#include <utility>

#include "tools/record/call_names.h"

namespace mentat::dashboard {

using command::call_names;
using command::strand_graph;
using command::trace;

// Sorts by counting.
index_pairs::index_pairs(const std::vector<pair>& pairs, std::size_t ends)
    : begins_(ends + 1, 0), seconds_(pairs.size()) {
  for (const pair& one : pairs) ++begins_[one.first + 1];
  for (std::size_t i = 1; i <= ends; ++i) begins_[i] += begins_[i - 1];
  std::vector<index> next(begins_.begin(), begins_.end() - 1);
  for (const pair& one : pairs) seconds_[next[one.first]++] = one.second;
}

call_links::call_links(const trace& of) {
  const call_names names(of);
  std::vector<index_pairs::pair> values;
  const auto add = [&](std::size_t worker, std::uint64_t to, std::uint64_t from, std::int64_t at) {
    const std::uint32_t process = of.workers[worker].process;
    const std::size_t consumer = names.call(process, to, at);
    const std::size_t producer = names.call(process, from, at);
    if (consumer == call_names::none || producer == call_names::none || consumer == producer)
      return;
    values.push_back({static_cast<index>(consumer), static_cast<index>(producer)});
  };
  for (const trace::argument& one : of.arguments) add(one.worker, one.number, one.producer, one.at);
  for (const trace::need& one : of.needs) add(one.worker, one.number, one.wanted, one.at);
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  producers_ = index_pairs(values, of.calls.size());
  for (auto& one : values) std::swap(one.first, one.second);
  consumers_ = index_pairs(values, of.calls.size());
}

call_order::call_order(const trace& of) : strands_(of) {
  std::vector<index_pairs::pair> order;
  for (const strand_graph::dependence& one : strands_.dependences())
    order.push_back({one.to, one.from});
  for (index i = 0; i < strands_.nodes().size(); ++i)
    if (!strands_.is_first(i)) order.push_back({i, i - 1});
  earlier_ = index_pairs(order, strands_.nodes().size());
  for (auto& one : order) std::swap(one.first, one.second);
  later_ = index_pairs(order, strands_.nodes().size());
}

call_order::closure call_order::reach(index call, index strand, const index_pairs& arcs,
                                      std::size_t most) const {
  closure made;
  std::vector<bool> is_seen(strands_.nodes().size()), is_counted(strands_.recording().calls.size());
  std::vector<index> left{strand};
  is_seen[strand] = is_counted[call] = true;
  while (!left.empty()) {
    const index one = left.back();
    left.pop_back();
    const index of = strands_.nodes()[one].call;
    if (!is_counted[of]) {
      is_counted[of] = true;
      ++made.count;
      if (made.calls.size() < most) made.calls.push_back(of);
    }
    for (const index next : arcs.of(one))
      if (!is_seen[next]) is_seen[next] = true, left.push_back(next);
  }
  return made;
}

call_order::closure call_order::before(index call, std::size_t most) const {
  return reach(call, strands_.last_of(call), earlier_, most);
}

call_order::closure call_order::after(index call, std::size_t most) const {
  index strand = strands_.last_of(call);
  while (!strands_.is_first(strand)) --strand;
  return reach(call, strand, later_, most);
}

}  // namespace mentat::dashboard
