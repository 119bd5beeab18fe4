#include "tools/record/call_names.h"

#include <algorithm>
#include <tuple>

#include "tools/record/strands.h"

namespace mentat::command {

call_names::call_names(const trace& of) : of_(of), making_of_(of.calls.size(), none) {
  const auto process_of = [&of](std::size_t worker) { return of.workers[worker].process; };
  const auto order = [](const naming& one) { return std::tie(one.process, one.number, one.at); };
  names_.reserve(of.makings.size() + of.calls.size());
  for (std::size_t i = 0; i < of.makings.size(); ++i)
    names_.push_back(
        {process_of(of.makings[i].worker), of.makings[i].number, of.makings[i].at, i, none});
  for (std::size_t i = 0; i < of.calls.size(); ++i)
    names_.push_back(
        {process_of(of.calls[i].worker), of.calls[i].number, of.calls[i].begin, none, i});
  for (const executed_call& one : executed_calls(of))
    names_.push_back({one.process, one.number, of.calls[one.call].begin, none, one.call});
  std::ranges::stable_sort(names_, {}, order);
  // A making and the begin of its call become one.
  naming* made = nullptr;
  for (naming& one : names_) {
    if (one.call == none) {
      made = &one;
    } else if (made && made->call == none && made->process == one.process &&
               made->number == one.number) {
      made->call = one.call;
      making_of_[one.call] = made->making;
      one.call = none;
    }
  }
  std::erase_if(names_, [](const naming& one) { return one.making == none && one.call == none; });
}

const call_names::naming* call_names::find(std::uint32_t process, std::uint64_t number,
                                           std::int64_t at) const {
  const auto behind = std::ranges::partition_point(names_, [&](const naming& one) {
    return std::tie(one.process, one.number, one.at) <= std::tie(process, number, at);
  });
  if (behind == names_.begin()) return nullptr;
  const naming& found = *std::prev(behind);
  return found.process == process && found.number == number ? &found : nullptr;
}

std::size_t call_names::call(std::uint32_t process, std::uint64_t number, std::int64_t at) const {
  const naming* const found = find(process, number, at);
  return found ? found->call : none;
}

std::uint16_t call_names::method(std::uint32_t process, std::uint64_t number,
                                 std::int64_t at) const {
  const naming* const found = find(process, number, at);
  if (!found) return record::unknown_method;
  return found->call != none ? of_.calls[found->call].method : of_.makings[found->making].method;
}

}  // namespace mentat::command
