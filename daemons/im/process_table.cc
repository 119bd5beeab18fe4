#include "daemons/im/process_table.h"

#include <algorithm>
#include <tuple>

#include "mmps/base/check.h"

namespace mentat::im {

void process_table::add(const mmps::mmps_name& process, std::uint32_t cores) {
  MENTAT_CHECK(cores > 0, "a process without a core");
  const std::uint64_t capacity = std::uint64_t{threshold_.milli} * cores / 1000;
  process_state state;
  state.name = process;
  state.cores = cores;
  state.capacity = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(capacity, 1, 1u << 31));
  processes_.try_emplace(process, std::move(state));
}

void process_table::remove(const mmps::mmps_name& process) {
  if (processes_.erase(process) == 0) return;
  std::erase_if(places_, [&](const auto& entry) {
    if (entry.first.second != process) return false;
    forget_lent(entry.second);
    return true;
  });
}

process_state* process_table::find(const mmps::mmps_name& process) {
  const auto found = processes_.find(process);
  return found == processes_.end() ? nullptr : &found->second;
}

std::uint64_t process_table::used() const {
  std::uint64_t sum = 0;
  for (const auto& [name, state] : processes_) sum += state.used();
  return sum;
}

std::uint64_t process_table::free_places() const {
  std::uint64_t free = 0;
  for (const auto& [name, state] : processes_)
    if (state.has_room()) free += state.capacity - state.used();
  return free;
}

bool process_table::room() const {
  return std::ranges::any_of(processes_, [](const auto& entry) { return entry.second.has_room(); });
}

bool process_table::serves(std::uint64_t class_hash) const {
  return std::ranges::any_of(
      processes_, [&](const auto& entry) { return entry.second.classes.contains(class_hash); });
}

process_state* process_table::choose(const mmps::tag& tag, std::uint64_t class_hash,
                                     const allowed& may) {
  const auto rank = [&](const process_state& state) {
    return std::tuple(!state.has_free_core(), !state.classes.contains(class_hash),
                      falcon::load::of(state.used(), state.cores));
  };
  process_state* best = nullptr;
  for (auto& [name, state] : processes_) {
    if (!state.has_room() || !may(name) || places_.contains({tag, name})) continue;
    if (!best || rank(state) < rank(*best)) best = &state;
  }
  return best;
}

process_state* process_table::choose_for_object(const allowed& may) {
  const auto rank = [](const process_state& state) {
    return falcon::load::of(std::uint64_t{state.objects} + state.used(), state.cores);
  };
  process_state* best = nullptr;
  for (auto& [name, state] : processes_)
    if (may(name) && (!best || rank(state) < rank(*best))) best = &state;
  return best;
}

void process_table::give(process_state& in, const mmps::tag& tag, std::uint64_t class_hash,
                         const place& given) {
  MENTAT_CHECK(in.has_room(), "a place in a process that is full");
  const bool is_new = places_.emplace(place_key{tag, in.name}, given).second;
  MENTAT_CHECK(is_new, "two places of one tag in one process");
  if (given.is_lent()) lent_.insert(given.lent_since);
  ++in.held;
  if (in.classes.size() < max_classes_) in.classes.insert(class_hash);
}

void process_table::forget_lent(const place& one) {
  if (one.is_lent()) lent_.erase(lent_.find(one.lent_since));
}

process_table::place_map::iterator process_table::free(place_map::iterator which) {
  process_state& state = processes_.at(which->first.second);
  --state.held;
  forget_lent(which->second);
  return places_.erase(which);
}

bool process_table::give_back(const mmps::mmps_name& process, const mmps::tag& tag,
                              const mmps::mmps_name& holder) {
  const auto found = places_.find({tag, process});
  if (found == places_.end() || found->second.holder != holder) return false;
  free(found);
  process_state& state = processes_.at(process);
  if (state.runnable > 0) --state.runnable;  // until the process reports again
  return true;
}

std::optional<mmps::mmps_name> process_table::holding(const mmps::tag& tag,
                                                      const place& wanted) const {
  for (auto at = places_.lower_bound({tag, {}}); at != places_.end() && at->first.first == tag;
       ++at) {
    const place& held = at->second;
    if (held.holder == wanted.holder && held.attempt == wanted.attempt) return at->first.second;
  }
  return std::nullopt;
}

void process_table::release_lent(base::instant until) {
  if (oldest_lent() > until) return;
  for (auto at = places_.begin(); at != places_.end();) {
    const place& one = at->second;
    at = one.is_lent() && one.lent_since <= until ? free(at) : std::next(at);
  }
}

void process_table::release(const std::function<bool(const mmps::mmps_name& holder)>& gone) {
  for (auto at = places_.begin(); at != places_.end();)
    at = gone(at->second.holder) ? free(at) : std::next(at);
}

}  // namespace mentat::im
