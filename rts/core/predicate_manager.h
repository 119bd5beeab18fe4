// A predicate [TOCS96 3.2.4, Figure 9]: the member functions that a persistent object is ready to accept now, in order of priority,
// asked against the object's database of work units. One is made for each mselect/maccept.
// Thread-safety: none; only the owner of the object uses it. Ownership: borrows the database.
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

  explicit predicate_manager(token_database& units, std::size_t operations = 0) : units_(units) {
    enabled_.reserve(operations);
  }

  // `operation` is what block_predicate() answers if a call of `function` is accepted.
  void enable_operation(int operation, std::uint32_t function) { enabled_.push_back({operation, function}); }

  // The first complete work unit in the order in which the operations were enabled. Does not wait: empty if there is none.
  std::optional<accepted> block_predicate() {
    for (const enabled& one : enabled_)
      if (computation_instance* unit = units_.take_of(one.function)) return accepted{one.operation, unit};
    return std::nullopt;
  }

 private:
  struct enabled {
    int operation;
    std::uint32_t function;
  };
  token_database& units_;
  std::vector<enabled> enabled_;
};

}  // namespace mentat
