// A predicate [TOCS96 3.2.4, Figure 9]: the member functions that a persistent object can accept
// now, in order of priority, matched against the object's database of work units. Each execution of
// an mselect makes one. Thread-safety: none; only the owner of the object uses it. Ownership:
// borrows the database.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rts/core/token_database.h"

namespace mentat {

class predicate_manager {
 public:
  struct accepted {
    int operation;               // the number under which the function was enabled
    computation_instance* unit;  // complete; one reference goes to the caller
  };

  explicit predicate_manager(std::size_t operations = 0) { enabled_.reserve(operations); }

  // `operation` is the answer if a call of `function` is accepted.
  void enable_operation(int operation, std::uint32_t function) {
    enabled_.push_back({operation, function});
  }
  [[nodiscard]] bool nothing_enabled() const { return enabled_.empty(); }

  // Whether calls of the function are among those that it accepts.
  [[nodiscard]] bool accepts(std::uint32_t function) const {
    for (const enabled& one : enabled_)
      if (one.function == function) return true;
    return false;
  }

  // The first complete work unit in the order in which the operations were enabled; empty if there
  // is none. Does not wait.
  [[nodiscard]] std::optional<accepted> find(token_database& units) const {
    for (const enabled& one : enabled_)
      if (computation_instance* unit = units.take_of(one.function))
        return accepted{one.operation, unit};
    return std::nullopt;
  }

 private:
  struct enabled {
    int operation;
    std::uint32_t function;
  };
  std::vector<enabled> enabled_;
};

}  // namespace mentat
