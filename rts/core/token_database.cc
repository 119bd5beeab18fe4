#include "rts/core/token_database.h"

#include <algorithm>

namespace mentat {

token_database::~token_database() {
  for (auto& [caller, units] : callers_)
    for (entry& e : units) e.unit->release();
}

void token_database::deposit(computation_instance& unit) {
  callers_[unit.caller()].push_back({arrivals_++, &unit});
}

computation_instance* token_database::take_in_order() {
  auto best = callers_.end();
  for (auto at = callers_.begin(); at != callers_.end(); ++at)
    if (at->second.front().unit->complete() &&
        (best == callers_.end() || at->second.front().arrival < best->second.front().arrival))
      best = at;
  if (best == callers_.end()) return nullptr;
  computation_instance* unit = best->second.front().unit;
  best->second.pop_front();
  if (best->second.empty()) callers_.erase(best);
  return unit;
}

computation_instance* token_database::take_of(std::uint32_t function) {
  auto best = callers_.end();
  actor_list::iterator best_entry;
  for (auto at = callers_.begin(); at != callers_.end(); ++at) {
    auto first = std::find_if(at->second.begin(), at->second.end(), [&](const entry& e) {
      return e.unit->function() == function || e.unit->function() == destroy_function;
    });
    if (first == at->second.end() || first->unit->function() != function || !first->unit->complete()) continue;
    if (best == callers_.end() || first->arrival < best_entry->arrival) {
      best = at;
      best_entry = first;
    }
  }
  if (best == callers_.end()) return nullptr;
  computation_instance* unit = best_entry->unit;
  best->second.erase(best_entry);
  if (best->second.empty()) callers_.erase(best);
  return unit;
}

}  // namespace mentat
