#include "bench/driver/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace mentat::bench {
namespace {

constexpr double max_times_worse = 2;

// Mentat over an implementation by hand that does the same work and waits alike. The ring is
// compared with a core for each party and many calls in flight: whether Linux runs two processes
// that yield to each other on one core or two makes a factor of nine, and so may other processes
// that want a core while one call waits.
struct steady_ratio {
  const char *bench, *row, *system, *mode;
  const char *by_hand_row, *by_hand, *by_hand_mode;
  const char* by_hand_bench = nullptr;  // null: the same
  const char* placement = nullptr;      // null: that of the run
};

constexpr steady_ratio steady[] = {
    {"table1", "new_delete_computation_instance", "mentat", "threads", "null_call", "allocation",
     "threads", "peers"},
    {"table1", "construct_future_short", "mentat", "threads", "null_call", "allocation", "threads",
     "peers"},
    {"table1", "construct_future_100", "mentat", "threads", "null_call", "allocation", "threads",
     "peers"},
    {"table1", "rv_table_insert", "mentat", "threads", "null_call", "allocation", "threads",
     "peers"},
    {"table1", "rv_table_lookup", "mentat", "threads", "null_call", "allocation", "threads",
     "peers"},
    {"table1", "block_predicate", "mentat", "threads", "null_call", "allocation", "threads",
     "peers"},
    {"table1", "null_rpc_persistent", "mentat", "threads", "null_call", "allocation", "threads",
     "peers"},
    {"table1", "null_rpc_regular", "mentat", "threads", "null_call", "allocation", "threads",
     "peers"},
    {"table1", "message_transport", "mentat", "processes_zmq", "message_transport", "by_hand",
     "processes_zmq"},
    {"peers", "null_call", "mentat", "threads", "null_call", "allocation", "threads"},
    {"peers", "pipelined_64", "mentat", "threads", "null_call", "allocation", "threads"},
    {"peers", "argument_1048576", "mentat", "threads", "argument_1048576", "memcpy", "processes"},
    {"peers", "argument_1048576", "mentat", "processes", "argument_1048576", "memcpy", "processes"},
    {"peers", "null_call", "mentat", "processes_zmq", "null_call", "raw_zmq", "processes"},
    {"peers", "pipelined_64", "mentat", "processes_zmq", "pipelined_64", "raw_zmq", "processes"},
    {"peers", "null_call", "mentat", "cluster", "null_call", "raw_zmq_tcp", "processes"},
    {"peers", "pipelined_64", "mentat", "processes", "pipelined_64", "raw_ring", "processes",
     "peers", "one_per_core"},
};

double ratio_of(const steady_ratio& which, const figures& in) {
  conditions where = in.under;
  if (which.placement) where.placement = which.placement;
  const row* ours = in.find(which.bench, which.row, which.system, which.mode, where);
  const char* const bench = which.by_hand_bench ? which.by_hand_bench : which.bench;
  const row* hand = in.find(bench, which.by_hand_row, which.by_hand, which.by_hand_mode, where);
  return ours && hand && hand->min > 0 ? ours->min / hand->min : std::nan("");
}

bool is_mentat(const std::string& system) { return system.rfind("mentat", 0) == 0; }

// METG, the smallest work that pays and a bandwidth may be unreachable on a busy machine; programs
// whose packages are missing are skipped.
bool may_be_absent(const row& wanted, const figures& now) {
  for (const char* name : {"metg", "measured_", "bandwidth"})
    if (wanted.name.rfind(name, 0) == 0) return true;
  return std::any_of(now.skipped.begin(), now.skipped.end(), [&](const skip& each) {
    if (each.bench != wanted.bench || is_mentat(each.system)) return false;
    return (each.system == wanted.system && each.mode == wanted.mode) ||
           wanted.name.ends_with("_over_" + each.system);
  });
}

std::string name_of(const row& each) {
  return each.bench + ": " + each.name + ", " + each.system + " " + each.mode + ", " +
         each.placement + ", " + each.load;
}

bool is_number(const row& each) {
  return std::isfinite(each.median) && std::isfinite(each.mean) && std::isfinite(each.min) &&
         std::isfinite(each.p99);
}

// A different processor or compiler changes the two sides of a ratio differently.
bool alike(const machine& one, const machine& other) {
  return one.processor == other.processor && one.cores == other.cores &&
         one.compiler == other.compiler;
}

}  // namespace

std::vector<fault> compare(const figures& now, const figures& recorded) {
  std::vector<fault> faults;
  for (const row& wanted : recorded.rows)
    if (!now.find(wanted.bench, wanted.name, wanted.system, wanted.mode,
                  {wanted.placement, wanted.load}) &&
        !may_be_absent(wanted, now))
      faults.push_back({wanted.bench, name_of(wanted) + " is gone"});
  for (const row& each : now.rows)
    if (!is_number(each)) faults.push_back({each.bench, name_of(each) + " is not a number"});
  if (!alike(now.on, recorded.on)) return faults;
  for (const steady_ratio& each : steady) {
    const double was = ratio_of(each, recorded), is = ratio_of(each, now);
    if (!(is > max_times_worse * was)) continue;  // skips NaN, too: its rows are missing
    char text[256];
    std::snprintf(text, sizeof text, "%s: %s, %s %s over %s %s: the ratio was %.3g and is %.3g",
                  each.bench, each.row, each.system, each.mode, each.by_hand_row, each.by_hand, was,
                  is);
    faults.push_back({each.bench, text});
  }
  return faults;
}

void merge(figures& into, const figures& again) {
  for (const row& each : again.rows) {
    row* known = nullptr;
    for (row& old : into.rows)
      if (old.bench == each.bench && old.name == each.name && old.system == each.system &&
          old.mode == each.mode && old.placement == each.placement && old.load == each.load)
        known = &old;
    if (!known)
      into.rows.push_back(each);
    else if (!is_number(*known))
      *known = each;
    else
      known->min = std::min(known->min, each.min);
  }
}

}  // namespace mentat::bench
