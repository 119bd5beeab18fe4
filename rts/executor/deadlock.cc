#include "rts/executor/deadlock.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "rts/core/activation.h"
#include "rts/core/program_graph.h"

namespace mentat {
namespace {

const computation_instance& wanted_by(const waiter& waiting) {
  return result_of(*const_cast<computation_instance*>(waiting.wanted));
}

std::string name_of(const computation_instance* call, const run_time_system& in) {
  const error_place place = call ? place_of(*call, in) : error_place{};
  return place.class_name.empty() ? "the main program"
                                  : place.class_name + "::" + place.function_name;
}

// The place where the value is needed, and the place of the call if it differs.
std::string places_of(const waiter& waiting) {
  const std::string needed = text_of(waiting.at);
  const std::string called = text_of(wanted_by(waiting).called_at());
  std::string text = needed.empty() ? "" : " at " + needed;
  if (!called.empty() && called != needed) text += ", called at " + called;
  return text;
}

// The wait-for graph of the fibers.
class waits {
 public:
  explicit waits(const std::vector<waiter*>& waiting) {
    for (waiter* one : waiting) {
      for (const activation* at = one->sleeper->standing_in(); at && at != &detail::no_activation;
           at = at->outer) {
        if (at->instance) executing_[at->instance] = one;
        if (at->object) running_[at->object] = one;
      }
    }
  }

  // Null if unknown.
  [[nodiscard]] waiter* for_whom(const waiter& waiting) const {
    const computation_instance& wanted = wanted_by(waiting);
    if (const auto found = executing_.find(&wanted); found != executing_.end())
      return found->second;
    if (const auto found = running_.find(wanted.target()); found != running_.end())
      return found->second;
    return nullptr;
  }

  // Whether the wanted call is known to have begun, or the wait fails last for another reason.
  [[nodiscard]] bool fails_last(const waiter& waiting) const {
    return waiting.fails_last || executing_.contains(&wanted_by(waiting));
  }

 private:
  std::map<const computation_instance*, waiter*> executing_;
  std::map<const server_object*, waiter*> running_;
};

// The cycle that the path from `start` enters, or nothing if the path ends; `last` is its end.
std::vector<waiter*> circle_from(waiter* start, const waits& all, waiter*& last) {
  std::map<const waiter*, std::size_t> places;
  std::vector<waiter*> way;
  for (waiter* at = start; at; at = all.for_whom(*at)) {
    if (const auto seen = places.find(at); seen != places.end())
      return {way.begin() + static_cast<std::ptrdiff_t>(seen->second), way.end()};
    places[at] = way.size();
    way.push_back(last = at);
  }
  return {};
}

}  // namespace

broken_wait choose_broken_wait(const std::vector<waiter*>& waiting, const run_time_system& in) {
  const waits all(waiting);
  std::vector<waiter*> newest_first = waiting;
  std::ranges::sort(newest_first, std::greater(), &waiter::ticket);
  const auto all_last = [&all](const std::vector<waiter*>& some) {
    return std::ranges::all_of(some, [&all](const waiter* one) { return all.fails_last(*one); });
  };
  std::vector<waiter*> circle, last;
  for (waiter* const start : newest_first) {
    waiter* end = start;
    std::vector<waiter*> found = circle_from(start, all, end);
    const bool is_circle = !found.empty();
    if (!is_circle) found.push_back(end);
    std::vector<waiter*>& best = is_circle ? circle : last;
    if (best.empty() || (all_last(best) && !all_last(found))) best = std::move(found);
    if (!all_last(circle)) break;
  }
  const bool in_circle = !circle.empty() && (!all_last(circle) || all_last(last));
  const std::vector<waiter*>& lost = in_circle ? circle : last;

  broken_wait chosen{lost.front(), "", in_circle, false};
  for (waiter* one : lost) {
    if (std::pair(!all.fails_last(*one), one->ticket) >
        std::pair(!all.fails_last(*chosen.victim), chosen.victim->ticket))
      chosen.victim = one;
    if (!chosen.why.empty()) chosen.why += "; ";
    const activation* standing = one->sleeper->standing_in();
    chosen.why += name_of(standing ? standing->instance : nullptr, in) + " waits for " +
                  name_of(&wanted_by(*one), in) + places_of(*one);
  }
  chosen.fails_last = all.fails_last(*chosen.victim);
  return chosen;
}

}  // namespace mentat
