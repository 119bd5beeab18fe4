#include "rts/core/token_database.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "rts/core/source_place.h"

namespace mentat {
namespace {

// "space.in of tsp.mpl.cc:42"
std::string text_of_call(const computation_instance& call) {
  std::string text;
  if (const class_info* of_class = call.of_class()) {
    text = of_class->description->name;
    for (const method_description& method : of_class->methods)
      if (method.number == call.function()) text += std::string(".") + method.name;
  }
  const std::string place = text_of(call.called_at());
  return text + (place.empty() ? "" : " of " + place);
}

}  // namespace

token_database::~token_database() {
  while (computation_instance* unit = take_any()) unit->release();
}

std::vector<const computation_instance*> token_database::all() const {
  std::vector<const token*> tokens;
  for (const auto& [caller, units] : callers_)
    for (const auto& one : units)
      if (one->unit) tokens.push_back(one.get());
  std::ranges::sort(tokens, {}, &token::arrival);
  std::vector<const computation_instance*> found;
  for (const token* one : tokens) found.push_back(one->unit);
  return found;
}

void token_database::deposit(computation_instance& unit) {
  const std::uint64_t arrival = next_place_++;
  const std::uint64_t place = unit.is_without_place() ? no_place : arrival;
  auto made = std::make_shared<token>(token{arrival, place, unit.caller(), unit.function(), &unit});
  if (place == no_place)
    without_place_.push_back(made);
  else if (is_ordered_)
    by_place_.emplace(place, made.get());
  functions_[made->function].push_back(made);
  callers_[made->caller].push_back(std::move(made));
}

bool token_database::look_for_complete() {
  std::erase_if(without_place_, [this](const std::shared_ptr<token>& one) {
    if (!one->unit) return true;
    if (!one->unit->complete()) return false;
    found_.push_back(one);
    return true;
  });
  return !found_.empty();
}

void token_database::place_found() {
  for (const auto& one : found_) {
    if (!one->unit) continue;
    one->place = next_place_++;
    one->unit->note_placed();
    if (is_ordered_) by_place_.emplace(one->place, one.get());
  }
  found_.clear();
}

template <class Key>
void token_database::trim(lists<Key>& all, Key key) {
  const auto found = all.find(key);
  token_list& list = found->second;
  while (!list.empty() && !list.front()->unit) list.pop_front();
  if (list.empty()) all.erase(found);
}

computation_instance* token_database::take(token& taken) {
  computation_instance* unit = std::exchange(taken.unit, nullptr);
  const std::uint64_t caller = taken.caller;
  const std::uint32_t function = taken.function;
  if (is_ordered_) by_place_.erase(taken.place);
  trim(functions_, function);
  trim(callers_, caller);  // the token may be gone now
  return unit;
}

computation_instance* token_database::take_next() {
  token* best = nullptr;
  for (const auto& [caller, units] : callers_) {
    token& first = *units.front();
    if (first.place != no_place && (!best || first.place < best->place)) best = &first;
  }
  return best ? take(*best) : nullptr;
}

bool token_database::behind_the_end(const token& asked) const {
  const auto ends = functions_.find(destroy_function);
  if (ends == functions_.end() || asked.function == destroy_function) return false;
  for (const auto& end : ends->second)
    if (end->unit && end->caller == asked.caller && end->arrival < asked.arrival) return true;
  return false;
}

computation_instance* token_database::take_of(std::uint32_t function) {
  const auto found = functions_.find(function);
  if (found == functions_.end()) return nullptr;
  token* best = nullptr;
  std::set<std::uint64_t> callers;  // of the examined units of this function
  for (const auto& one : found->second) {
    if (best && best->place < one->arrival) break;  // no place is earlier than its unit's arrival
    if (!one->unit || callers.contains(one->caller) || behind_the_end(*one)) continue;
    if (one->place != no_place && (!best || one->place < best->place)) best = one.get();
    if (best != one.get() || one->place != one->arrival) callers.insert(one->caller);
  }
  return best ? take(*best) : nullptr;
}

bool token_database::holds_back(const token& earlier, const computation_instance& unit) {
  return earlier.place == no_place ||
         (earlier.function == unit.function() && !unit.argument_failed());
}

bool token_database::is_held_back(const computation_instance& unit) const {
  const auto units = callers_.find(unit.caller());
  if (units == callers_.end()) return false;
  for (const auto& one : units->second) {
    if (one->unit == &unit) return false;
    if (one->unit && holds_back(*one, unit)) return true;
  }
  return false;
}

bool token_database::holds_back(const computation_instance& unit) const {
  const auto found = callers_.find(unit.caller());
  return found != callers_.end() &&
         std::ranges::any_of(found->second, [&](const std::shared_ptr<token>& one) {
           return one->unit && (one->function == destroy_function || holds_back(*one, unit));
         });
}

computation_instance* token_database::take_end() {
  const auto ends = functions_.find(destroy_function);
  if (ends == functions_.end()) return nullptr;
  for (const auto& end : ends->second) {
    if (!end->unit || end->place == no_place) continue;
    const bool may_pass =
        std::ranges::none_of(callers_.at(end->caller), [&](const std::shared_ptr<token>& one) {
          return one->unit && one->place == no_place && one->arrival < end->arrival;
        });
    if (may_pass) return take(*end);
  }
  return nullptr;
}

std::size_t token_database::choose_of(const std::vector<token*>& candidates) {
  if (candidates.size() == 1) return 0;
  return base::installed_chooser->choose(candidates.size(), [&](std::size_t at) {
    return "an object accepts " + text_of_call(*candidates[at]->unit);
  });
}

computation_instance* token_database::take_any() {
  return callers_.empty() ? nullptr : take(*callers_.begin()->second.front());
}

}  // namespace mentat
