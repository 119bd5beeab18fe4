// The work units of one persistent object that cannot run yet, or were not accepted yet [TOCS96 3.2.4, Figure 8].
//
// Units are kept per caller in the order in which that caller called: calls of one caller take effect in program order, also when an
// earlier one still waits for its arguments. Between callers the order of arrival decides.
// Ownership: holds one reference per unit. Thread-safety: none; only the owner of the object uses it.
// Cost: finding a unit looks at the first unit of each caller that is waiting.
#pragma once

#include <cstdint>
#include <deque>
#include <map>

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

  // The complete unit that arrived first among those that no earlier unit of their caller precedes; null if there is none.
  // Gives its reference to the caller.
  computation_instance* take_in_order();
  // The same for one function: the actor list of that function. A unit is passed over only for units of other functions; the one
  // that destroys the object is never passed over by its caller's later ones.
  computation_instance* take_of(std::uint32_t function);

 private:
  struct entry {
    std::uint64_t arrival;
    computation_instance* unit;
  };
  using actor_list = std::deque<entry>;

  std::map<std::uint64_t, actor_list> callers_;
  std::uint64_t arrivals_ = 0;
};

}  // namespace mentat
