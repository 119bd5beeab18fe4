#include "rts/core/token_database.h"

#include <set>
#include <utility>

#include "rts/core/class_info.h"

namespace mentat {

token_database::~token_database() {
  while (computation_instance* unit = take_any()) unit->release();
}

void token_database::deposit(computation_instance& unit) {
  auto made = std::make_shared<token>(token{arrivals_++, unit.caller(), unit.function(), &unit});
  functions_[made->function].push_back(made);
  callers_[made->caller].push_back(std::move(made));
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
  trim(functions_, function);
  trim(callers_, caller);  // the token may be gone now
  return unit;
}

std::optional<std::uint64_t> token_database::next_caller() const {
  const token* best = nullptr;
  for (const auto& [caller, units] : callers_) {
    const token& first = *units.front();
    if (first.unit->complete() && (!best || first.arrival < best->arrival)) best = &first;
  }
  return best ? std::optional(best->caller) : std::nullopt;
}

computation_instance* token_database::take_first_of(std::uint64_t caller) {
  const auto found = callers_.find(caller);
  if (found == callers_.end()) return nullptr;
  token& first = *found->second.front();
  return first.unit->complete() ? take(first) : nullptr;
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
  std::set<std::uint64_t>
      waiting;  // callers of whom an earlier unit of this function waits for arguments
  for (const auto& one : found->second) {
    if (!one->unit || waiting.contains(one->caller) || behind_the_end(*one)) continue;
    if (one->unit->complete()) return take(*one);
    waiting.insert(one->caller);
  }
  return nullptr;
}

computation_instance* token_database::take_any() {
  return callers_.empty() ? nullptr : take(*callers_.begin()->second.front());
}

}  // namespace mentat
