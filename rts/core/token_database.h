// The work units of one persistent object that cannot run yet, or were not accepted yet
// [TOCS96 3.2.4, Figure 8].
//
// Units are kept per caller in the order of its calls: calls of one caller take effect in program
// order, even when an earlier one still waits for its arguments. Between callers the places decide.
// A unit gets its place when it is deposited, or, if its arguments were missing when it was posted,
// once it is found complete: the makers of the arguments had posted their own calls before. So only
// units that can run have places, and a unit that cannot holds up no other caller. Units are also
// in the actor list of their function, for an mselect, which passes over units of other functions.
// Ownership: holds one reference per unit. Thread-safety: none; only the owner of the object uses
// it. Cost: find_complete() examines the units without a place; take_next() the first unit of each
// caller; take_of() the units of the function until no later one can have an earlier place;
// take_open() the units of the callers that are not accepted and have earlier places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "mmps/base/open_choice.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"

namespace mentat {

class token_database {
 public:
  token_database() = default;
  token_database(const token_database&) = delete;
  token_database& operator=(const token_database&) = delete;
  ~token_database();

  void deposit(computation_instance& unit);  // takes over one reference
  [[nodiscard]] bool empty() const { return callers_.empty(); }
  [[nodiscard]] bool holds(std::uint64_t caller) const { return callers_.contains(caller); }

  // Looks for complete units among those without a place; true if there are any. place_found()
  // gives them their places, behind all units deposited meanwhile, so that the caller can first
  // deposit the units that had been posted before these became complete.
  bool find_complete() {
    return !(without_place_.empty() && found_.empty()) && look_for_complete();
  }
  void place_found();

  // The unit with the earliest place among the first units of all callers, or null. Gives its
  // reference to the caller.
  computation_instance* take_next();
  // The same for the actor list of one function. A unit may pass earlier ones of its caller only if
  // they are of other functions, and never the one that destroys the object.
  computation_instance* take_of(std::uint32_t function);
  // The unit with the earliest place among the first units of all callers that `is_open(unit)`
  // accepts; none of those that destroy the object. A unit passes earlier ones of its caller only
  // if they are complete, not accepted, and of other functions; one whose argument has failed,
  // which has no effect, also if they are of its function. If a chooser is installed
  // (open_choice.h), it chooses between the first accepted units of all callers. REQUIRES:
  // order_by_place().
  template <class Test>
  computation_instance* take_open(Test&& is_open) {
    if (base::installed_chooser) [[unlikely]]
      return choose_open(is_open);
    token* best = nullptr;
    ++searches_;
    for (const auto& [place, one] : by_place_) {
      if (best && best->place < place) break;
      const token_list& units = callers_.find(one->caller)->second;
      if (std::exchange(units.front()->searched, searches_) == searches_) continue;
      if (token* first = first_open(units, best, is_open)) best = first;
    }
    return best ? take(*best) : nullptr;
  }
  // Keeps the units with places in their order from now on. REQUIRES: empty().
  void order_by_place(bool whether) { is_ordered_ = whether; }
  // Whether it has a unit that take_open() would not let this one pass, which it does not have.
  [[nodiscard]] bool holds_back(const computation_instance& unit) const;
  // Whether take_open() lets an earlier unit of its caller hold back this one, which it has.
  [[nodiscard]] bool is_held_back(const computation_instance& unit) const;
  // The earliest call that destroys the object; null if there is none, or if an earlier call of its
  // caller waits for arguments.
  computation_instance* take_end();
  // The first unit that `is_wanted` accepts, complete or not; null if there is none.
  template <class Test>
  computation_instance* take_if(Test&& is_wanted) {
    for (const auto& [caller, units] : callers_)
      for (const auto& one : units)
        if (one->unit && is_wanted(std::as_const(*one->unit))) return take(*one);
    return nullptr;
  }
  // Any unit, complete or not; null when it is empty.
  computation_instance* take_any();
  // All units, in the order in which they were deposited.
  [[nodiscard]] std::vector<const computation_instance*> all() const;

 private:
  static constexpr std::uint64_t no_place = std::numeric_limits<std::uint64_t>::max();

  struct token {
    std::uint64_t arrival, place, caller;
    std::uint32_t function;
    computation_instance* unit;  // null: it has been taken
    std::uint64_t searched = 0;  // by which take_open(); of the first unit of a caller
  };
  // Each token is in two lists. A taken token stays in each until it is the first one.
  using token_list = std::deque<std::shared_ptr<token>>;
  template <class Key>
  using lists = std::map<Key, token_list>;

  static bool holds_back(const token& earlier, const computation_instance& unit);
  bool look_for_complete();
  computation_instance* take(token& taken);
  template <class Key>
  static void trim(lists<Key>& all, Key key);
  [[nodiscard]] bool behind_the_end(const token& asked) const;
  // The first accepted one of the units of a caller, if its place is earlier than that of `best`.
  template <class Test>
  static token* first_open(const token_list& units, const token* best, Test&& is_open) {
    std::vector<std::uint32_t> passed;  // functions
    for (const auto& one : units) {
      if (!one->unit) continue;
      if (one->place == no_place || one->function == destroy_function) return nullptr;
      if (best && best->place < one->arrival)
        return nullptr;  // no place is earlier than its arrival
      const bool is_behind = std::ranges::find(passed, one->function) != passed.end();
      if (is_behind && !one->unit->argument_failed()) continue;
      if (is_open(*one->unit)) return best && best->place < one->place ? nullptr : one.get();
      passed.push_back(one->function);
    }
    return nullptr;
  }

  template <class Test>
  computation_instance* choose_open(Test&& is_open) {
    std::vector<token*> candidates;
    for (const auto& [caller, units] : callers_)
      if (token* first = first_open(units, nullptr, is_open)) candidates.push_back(first);
    std::ranges::sort(candidates, {}, &token::place);
    if (candidates.empty()) return nullptr;
    return take(*candidates[choose_of(candidates)]);
  }
  static std::size_t choose_of(const std::vector<token*>& candidates);

  lists<std::uint64_t> callers_;
  lists<std::uint32_t> functions_;
  std::vector<std::shared_ptr<token>> without_place_, found_;  // vectors: empty ones own nothing
  std::uint64_t next_place_ = 0;
  bool is_ordered_ = false;
  std::map<std::uint64_t, token*> by_place_;  // if ordered: the units with places
  std::uint64_t searches_ = 0;
};

}  // namespace mentat
