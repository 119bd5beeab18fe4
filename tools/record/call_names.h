// Finds the call that an event of a recording names: the last one that was made with that number,
// in that process, by then. Calls that nobody is recorded to have made count as made at their
// begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/record/trace.h"

namespace mentat::command {

class call_names {
 public:
  static constexpr std::size_t none = SIZE_MAX;

  /// `of` outlives it.
  explicit call_names(const trace& of);

  /// The index of a recorded call, or none.
  [[nodiscard]] std::size_t call(std::uint32_t process, std::uint64_t number,
                                 std::int64_t at) const;
  /// An index of trace::makings, or none.
  [[nodiscard]] std::size_t making_of(std::size_t call) const { return making_of_[call]; }
  /// The function of the call, also of one that did not run here.
  [[nodiscard]] std::uint16_t method(std::uint32_t process, std::uint64_t number,
                                     std::int64_t at) const;

 private:
  struct naming {
    std::uint32_t process = 0;
    std::uint64_t number = 0;
    std::int64_t at = 0;
    std::size_t making = none, call = none;
  };
  [[nodiscard]] const naming* find(std::uint32_t process, std::uint64_t number,
                                   std::int64_t at) const;

  const trace& of_;
  std::vector<naming> names_;  // in the order of process, number and time
  std::vector<std::size_t> making_of_;
};

}  // namespace mentat::command
