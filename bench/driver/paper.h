// What Tables I and II of [TOCS96] say, on its two machines: eight SparcStations 2 at 40 MHz on an
// ethernet, and an Intel Paragon with i860 processors at 40 MHz.
#pragma once

#include <span>

namespace mentat::bench {

struct paper_figure {
  const char* row;
  double sun, paragon;  // microseconds; bandwidth in KB/s; flop where the row says so
};

inline constexpr paper_figure paper_table1[] = {
    {"new_delete_message", 16, 16},
    {"message_transport", 1730, 260},
    {"message_send", 566, 16},
    {"bandwidth", 710, 3930},
    {"new_delete_computation_instance", 21, 15},
    {"add_arc", 3, 3},
    {"construct_future_short", 57, 6},
    {"construct_future_100", 1684, 910},
    {"rv_table_insert", 13, 20},
    {"rv_table_lookup", 10, 20},
    {"block_predicate", 170, 48},
    {"object_instantiation", 235800, 621000},
    {"object_destruction", 2400, 300},
    {"null_rpc_persistent", 3960, 1280},
    {"pipelined_null_rpc_persistent", 775, 413},
    {"null_rpc_regular", 12320, 520800},
    {"pipelined_null_rpc_regular", 2950, 10210},
    {"total_overhead", 500, 760},
    {"rpc", 3522, 552},
    {"null_rpc_over_by_hand", 1.12, 2.32},
};

inline constexpr paper_figure paper_table2[] = {
    {"formula_k2", 4356, 676},
    {"formula_k4", 1823, 265},
    {"formula_k2_flop", 30492, 6760},
    {"formula_k4_flop", 12761, 2650},
};

}  // namespace mentat::bench
