#include "rts/executor/recorded_choices.h"

#include <sstream>

#include "mmps/base/shown_text.h"
#include "rts/core/activation.h"
#include "rts/core/run_time_system.h"

namespace mentat {
namespace {

// "tsp.mpl.cc:42: space.in"; empty if no call runs.
std::string running_call() {
  const computation_instance* const call =
      current_activation ? current_activation->instance : nullptr;
  if (!call) return "";
  const error_place place = place_of(*call);
  const std::string what = place.class_name + "." + place.function_name;
  return base::shown_value(place.called_at.empty() ? what : place.called_at + ": " + what);
}

}  // namespace

recorded_choices::recorded_choices(const std::string& followed, std::uint64_t seed)
    : is_random_(seed != 0), random_(seed) {
  std::istringstream lines(followed);
  std::string line;
  while (followed_.size() < max_choices && std::getline(lines, line)) {
    std::istringstream fields(line);
    std::size_t candidates = 0, chosen = 0;
    if (!(fields >> candidates >> chosen)) break;
    followed_.push_back(chosen);
  }
}

std::size_t recorded_choices::next(std::size_t candidates) {
  if (made_ < followed_.size()) return followed_[made_] < candidates ? followed_[made_] : 0;
  return is_random_ ? random_.below(candidates) : 0;
}

std::size_t recorded_choices::choose(std::size_t candidates, description describe) {
  if (made_ == max_choices) return 0;
  const std::size_t chosen = next(candidates);
  ++made_;
  if (!record_) return chosen;
  std::string first = base::shown_value(describe(0)), other = base::shown_value(describe(chosen));
  if (chosen != 0 && first == other) {  // two calls of one line, for example
    const std::string of = " of " + std::to_string(candidates) + ")";
    first += " (candidate 1" + of;
    other += " (candidate " + std::to_string(chosen + 1) + of;
  }
  *record_ << candidates << ' ' << chosen << '\t' << running_call() << '\t' << first << '\t'
           << other << std::endl;
  return chosen;
}

}  // namespace mentat
