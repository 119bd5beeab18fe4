// The work units of one persistent object that cannot run yet, or were not accepted yet
// [TOCS96 3.2.4, Figure 8].
//
// Units are kept per caller in the order in which that caller called: calls of one caller take
// effect in program order, also when an earlier one still waits for its arguments. Between callers
// the order of arrival decides. They are also in the actor list of their function, for an mselect,
// which passes over units of other functions. Ownership: holds one reference per unit.
// Thread-safety: none; only the owner of the object uses it. Cost: next_caller() looks at the
// first unit of each caller that waits; take_of() at the units of the function until one can be
// taken, which is the first one unless it waits for arguments.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>

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

  // Whose unit is next in order: the complete one that arrived first among those that no earlier
  // unit of their caller precedes.
  [[nodiscard]] std::optional<std::uint64_t> next_caller() const;
  // The first unit of that caller, if it is complete; else null. Gives its reference to the caller.
  computation_instance* take_first_of(std::uint64_t caller);
  // The same for one function: the actor list of that function. A unit is passed over only for
  // units of other functions; the one that destroys the object is never passed over by its caller's
  // later ones.
  computation_instance* take_of(std::uint32_t function);
  // Any unit, complete or not; null when it is empty.
  computation_instance* take_any();

 private:
  struct token {
    std::uint64_t arrival, caller;
    std::uint32_t function;
    computation_instance* unit;  // null: it has been taken
  };
  // Each token is in two lists, and stays there, taken, until it is the first one.
  using token_list = std::deque<std::shared_ptr<token>>;
  template <class Key>
  using lists = std::map<Key, token_list>;

  computation_instance* take(token& taken);
  template <class Key>
  static void trim(lists<Key>& all, Key key);
  [[nodiscard]] bool behind_the_end(const token& asked) const;

  lists<std::uint64_t> callers_;
  lists<std::uint32_t> functions_;
  std::uint64_t arrivals_ = 0;
};

}  // namespace mentat
