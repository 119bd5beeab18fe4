#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

constexpr double most_times_worse = 2;

bool is_mentat(const std::string& system) { return system.rfind("mentat", 0) == 0; }

// METG and the smallest work that pays may be out of reach while others use the machine; and what
// needs packages or a mode that are not here is skipped.
bool may_be_absent(const row& wanted, const figures& now) {
  if (wanted.name.rfind("metg", 0) == 0 || wanted.name.rfind("measured_", 0) == 0) return true;
  return std::any_of(now.skipped.begin(), now.skipped.end(), [&](const skip& each) {
    if (each.bench != wanted.bench || is_mentat(each.system)) return false;
    return (each.system == wanted.system && each.mode == wanted.mode) ||
           wanted.name.ends_with("_over_" + each.system);
  });
}

std::string name_of(const row& each) {
  return each.bench + ": " + each.name + ", " + each.system + " " + each.mode;
}

}  // namespace

std::vector<std::string> compare(const figures& now, const figures& recorded) {
  std::vector<std::string> faults;
  for (const row& wanted : recorded.rows) {
    const row* found = now.find(wanted.bench, wanted.name, wanted.system, wanted.mode);
    if (!found) {
      if (!may_be_absent(wanted, now)) faults.push_back(name_of(wanted) + " is gone");
      continue;
    }
    if (wanted.unit == "ratio" && found->min > most_times_worse * wanted.min) {
      char text[96];
      std::snprintf(text, sizeof text, ": the ratio of the minima was %.3g and is %.3g", wanted.min,
                    found->min);
      faults.push_back(name_of(wanted) + text);
    }
  }
  for (const row& each : now.rows)
    if (!std::isfinite(each.median) || !std::isfinite(each.min) || !std::isfinite(each.p99))
      faults.push_back(name_of(each) + " is not a number");
  return faults;
}

}  // namespace mentat::bench
