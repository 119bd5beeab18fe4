// The tables and figures of [LINDA86], [RLINDA] and [DSM92], as the papers print them.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace mentat::bench::then {

// [LINDA86 5]
struct linda86 {
  static constexpr double pairs_first = 720, pairs_second = 770;  // a second
  static constexpr double pair_first_ms = 1.4, pair_second_ms = 1.3;
  static constexpr double out_in_and_back_ms = 2.6;  // two pairs
  static constexpr double v_kernel_ms = 2.56, birrell_nelson_ms = 1.1;
  static constexpr double interrupt_ms = 0.3, interrupts_of_a_pair = 3;
  static constexpr double fixed_64_s = 8.2, initialisation_64_s = 0.6;  // b of a/n + b, Fig. 3
  static constexpr double c_64_s = 113, one_worker_by_row_64_s = 116;   // Fig. 4
  static constexpr double by_element_over_by_row = 2;                   // "twice as fast"
};

// [RLINDA A], Table 1: 500 cycles
struct rlinda {
  static constexpr double full_s = 166.4, skeleton_s = 131.1, no_delay_s = 69.7;
  static constexpr double null_calls = 3000, null_calls_s = 25.2;
  static constexpr double own_percent = 21, transmission_percent = 27, rpc_percent = 52;
  static constexpr std::array<double, 10> full_trials{163, 174, 161, 173, 163,
                                                      169, 175, 159, 164, 163};
  static constexpr std::array<double, 10> skeleton_trials{131, 125, 126, 134, 129,
                                                          133, 133, 135, 124, 141};
};

// [DSM92 Fig. 6], milliseconds
struct dsm92_fig6 {
  static constexpr double page_at_manager = 7.1, page_not_at_manager = 14.0;
  static constexpr std::array<std::pair<std::size_t, double>, 4> invalidations{
      {{2, 4.4}, {4, 7.4}, {6, 10.4}, {8, 13.9}}};
  static constexpr double distributed_page = 10.2, distributed_invalidation = 3.0;
  static constexpr double lock_and_unlock = 0.275, fault = 0.267;
  static constexpr double rpc_4_bytes = 1.4, rpc_4_kib = 6.7, broadcast = 1.5;  // section 5
};

// [DSM92 Fig. 11]: unit of sharing, replication, invalidation, updating
constexpr std::array<const char*, 4> dsm92_fig11_systems{
    "Centralized Management", "Distributed Management", "RPC RTS", "Multicast RTS"};
constexpr std::array<std::array<const char*, 4>, 4> dsm92_fig11{{
    {"Page", "Partial", "yes, one by one", "on demand, one by one"},
    {"Page", "Partial", "yes, broadcast", "on demand, one by one"},
    {"Data-object", "Partial", "no", "always, one by one"},
    {"Data-object", "Full", "no", "always, multicast"},
}};

// [DSM92 App. A]: programs and paradigms in the order of dsm_programs.h and shared_state.h
constexpr std::size_t dsm92_programs = 4, dsm92_paradigms = 8, dsm92_processors = 10;
extern const std::array<const char*, dsm92_programs> dsm92_program_names;
extern const std::array<const char*, dsm92_paradigms> dsm92_paradigm_names;
/// Seconds with `processors`, from 1; 0 where the paper has no figure.
double dsm92_seconds(std::size_t program, std::size_t paradigm, std::size_t processors);
/// The first and the last number of processors with a figure; 0 if there is none.
std::size_t dsm92_first(std::size_t program, std::size_t paradigm);
std::size_t dsm92_last(std::size_t program, std::size_t paradigm);

}  // namespace mentat::bench::then
