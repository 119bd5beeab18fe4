#include "tools/record/hand_over.h"

#include <algorithm>
#include <vector>

#include "tools/record/call_names.h"

namespace mentat::command {
namespace {

constexpr std::int64_t usual_on_stack = 100, usual_to_other = 2'000;  // nanoseconds
constexpr std::size_t fewest = 10;                                    // calls that show it

std::int64_t tenth_of(std::vector<std::int64_t>& all, std::int64_t usual) {
  if (all.size() < fewest) return usual;
  const auto at = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 10);
  std::ranges::nth_element(all, at);
  return std::max<std::int64_t>(*at, 1);
}

// What each worker is known to have done last.
class last_moments {
 public:
  explicit last_moments(const trace& of) : by_worker_(of.workers.size()) {
    for (const trace::call& one : of.calls) by_worker_[one.worker].push_back(one.end);
    for (const trace::making& one : of.makings) by_worker_[one.worker].push_back(one.at);
    for (const trace::need& one : of.needs) by_worker_[one.worker].push_back(one.at);
    for (auto& moments : by_worker_) std::ranges::sort(moments);
  }
  [[nodiscard]] std::int64_t until(std::size_t worker, std::int64_t at) const {
    const auto& all = by_worker_[worker];
    const auto behind = std::ranges::upper_bound(all, at);
    return behind == all.begin() ? INT64_MIN : *std::prev(behind);
  }

 private:
  std::vector<std::vector<std::int64_t>> by_worker_;
};

}  // namespace

profile::hand_overs hand_overs_of(const trace& of) {
  const call_names names(of);
  const last_moments last(of);
  std::vector<std::int64_t> on_stack, to_other;
  for (std::size_t i = 0; i < of.calls.size(); ++i) {
    const std::size_t which = names.making_of(i);
    if (which == call_names::none) continue;
    const trace::making& made = of.makings[which];
    const trace::call& one = of.calls[i];
    const std::int64_t could = std::max(made.at, last.until(one.worker, one.begin));
    if (one.outer != 0 && one.outer == made.maker)
      on_stack.push_back(one.begin - could);
    else if (one.worker != made.worker)
      to_other.push_back(one.begin - could);
  }
  profile::hand_overs made;
  made.is_measured = to_other.size() >= fewest;
  made.on_stack = tenth_of(on_stack, usual_on_stack);
  made.to_other_worker = std::max(tenth_of(to_other, usual_to_other), made.on_stack);
  return made;
}

}  // namespace mentat::command
