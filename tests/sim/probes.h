// Coverage probes: how often the rare paths of a simulation were taken. A sweep in which one of
// them stays at 0 does not test what it claims to test.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mentat::sim {

enum class probe : std::uint8_t {
  executed,
  killed_unit_taken,  // fault sites
  killed_before_result,
  killed_after_result,
  killed_after_finished,
  killed_at_any_time,
  killed_with_object,
  unit_lost,  // a token-matching unit ended
  start_failed,
  frame_sent_again,  // links
  frame_duplicate,
  frame_early,
  unit_reissued,  // token-matching units
  unit_replayed,
  unit_poisoned,
  token_duplicate,
  error_passed_on,
  place_refused,
  request_transferred,  // instantiation managers
  call_repeated,        // workers and driver
  call_lost,
  token_routed_again,
  root_replayed,
  result_late,
  selection_waited,  // objects that select
  selection_nested,
  call_passed_over,
  repeated_at_selecting,
  killed_while_selecting,
  never_served,
  root_value,
  root_error,
};
inline constexpr std::array probe_names{"executed",
                                        "killed_unit_taken",
                                        "killed_before_result",
                                        "killed_after_result",
                                        "killed_after_finished",
                                        "killed_at_any_time",
                                        "killed_with_object",
                                        "unit_lost",
                                        "start_failed",
                                        "frame_sent_again",
                                        "frame_duplicate",
                                        "frame_early",
                                        "unit_reissued",
                                        "unit_replayed",
                                        "unit_poisoned",
                                        "token_duplicate",
                                        "error_passed_on",
                                        "place_refused",
                                        "request_transferred",
                                        "call_repeated",
                                        "call_lost",
                                        "token_routed_again",
                                        "root_replayed",
                                        "result_late",
                                        "selection_waited",
                                        "selection_nested",
                                        "call_passed_over",
                                        "repeated_at_selecting",
                                        "killed_while_selecting",
                                        "never_served",
                                        "root_value",
                                        "root_error"};
inline constexpr std::size_t probe_count = probe_names.size();
static_assert(probe_count == static_cast<std::size_t>(probe::root_error) + 1);

struct probe_counts {
  std::array<std::uint64_t, probe_count> values{};

  std::uint64_t& operator[](probe which) { return values[static_cast<std::size_t>(which)]; }
  std::uint64_t operator[](probe which) const { return values[static_cast<std::size_t>(which)]; }
  void add(const probe_counts& other) {
    for (std::size_t i = 0; i < probe_count; ++i) values[i] += other.values[i];
  }
};

}  // namespace mentat::sim
