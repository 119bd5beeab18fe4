// The pieces in which calls ran: a call that waits leaves its worker, and goes on later, perhaps on
// another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/record/trace.h"

namespace mentat::command {

struct strand {
  std::size_t call = 0;    // an index of trace::calls
  std::size_t worker = 0;  // of trace::workers
  std::int64_t begin = 0, end = 0;
  bool is_last = true;  // the call ended, or was cut off, with it
};

/// In the order of their calls, and of time within one. When a call on the stack of another one
/// stands, both do.
[[nodiscard]] std::vector<strand> strands_of(const trace& of);

/// For each call the pauses, in the order of time, of it and of calls on its stack.
[[nodiscard]] std::vector<std::vector<std::size_t>> pauses_by_call(const trace& of);

/// A call that another process executed, as the process that made it names it.
struct executed_call {
  std::uint32_t process = 0;
  std::uint64_t number = 0;
  std::size_t call = 0;      // an index of trace::calls
  std::uint32_t object = 0;  // trace::sending::object
};
[[nodiscard]] std::vector<executed_call> executed_calls(const trace& of);

/// Finds recorded calls by their numbers, which are given again after the end of a call.
class call_finder {
 public:
  explicit call_finder(const trace& of);

  static constexpr std::size_t none = SIZE_MAX;
  /// The index of the call of that process that ran from `begin` to `end` at least.
  [[nodiscard]] std::size_t running(std::uint32_t process, std::uint64_t number, std::int64_t begin,
                                    std::int64_t end) const;
  /// The first one that began at that time or later.
  [[nodiscard]] std::size_t next(std::uint32_t process, std::uint64_t number,
                                 std::int64_t from) const;
  /// The last one that ended by then.
  [[nodiscard]] std::size_t last(std::uint32_t process, std::uint64_t number,
                                 std::int64_t until) const;

 private:
  struct key {
    std::uint32_t process;
    std::uint64_t number;
    auto operator<=>(const key&) const = default;
  };
  struct place {
    key of;
    std::int64_t begin;
    std::size_t call;
  };
  // The places of that number, those that began before or at `at` in front of the returned one.
  [[nodiscard]] std::vector<place>::const_iterator behind(const key& of, std::int64_t at) const;

  void add_senders();

  const trace& of_;
  std::vector<place> places_;  // sorted
};

}  // namespace mentat::command
