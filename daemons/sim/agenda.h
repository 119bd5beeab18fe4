// The processes of a world that can run now, those that are to end, and the times at which the
// others are due: as of their last refresh(). A process has to be refreshed after each event that
// may change its state: its own turns, and those of other processes of its host, which ring its
// doorbell. Thread-safety: none. Cost: logarithmic in the number of processes.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "daemons/sim/process.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::sim {

class agenda {
 public:
  void refresh(const simulated_process& one, base::instant now) {
    const mmps::mmps_name& name = one.name();
    const bool can_run = one.can_run(now), rests = one.rests_until() > now;
    put(ready_, name, can_run && !rests);
    put(ending_, name, one.gives_up() || one.has_finished());
    base::instant wanted = one.next_deadline();
    if (rests) wanted = can_run ? one.rests_until() : std::max(wanted, one.rests_until());
    const auto [at, is_new] = deadline_of_.try_emplace(name, wanted);
    if (!is_new) {
      if (at->second == wanted) return;
      deadlines_.erase({at->second, name});
      at->second = wanted;
    }
    deadlines_.emplace(wanted, name);
  }
  void forget(const mmps::mmps_name& name) {
    ready_.erase(name);
    ending_.erase(name);
    const auto known = deadline_of_.find(name);
    if (known == deadline_of_.end()) return;
    deadlines_.erase({known->second, name});
    deadline_of_.erase(known);
  }

  // In the order of their names.
  [[nodiscard]] const std::set<mmps::mmps_name>& ready() const { return ready_; }
  [[nodiscard]] const std::set<mmps::mmps_name>& ending() const { return ending_; }
  // never(): no process is due.
  [[nodiscard]] base::instant next_deadline() const {
    return deadlines_.empty() ? base::instant::never() : deadlines_.begin()->first;
  }
  // Processes with deadlines not after `now`, in the order of their names.
  [[nodiscard]] std::set<mmps::mmps_name> due(base::instant now) const {
    std::set<mmps::mmps_name> all;
    for (const auto& [at, name] : deadlines_) {
      if (at > now) break;
      all.insert(name);
    }
    return all;
  }

 private:
  static void put(std::set<mmps::mmps_name>& into, const mmps::mmps_name& name, bool belongs) {
    if (belongs)
      into.insert(name);
    else
      into.erase(name);
  }

  std::set<mmps::mmps_name> ready_, ending_;
  std::set<std::pair<base::instant, mmps::mmps_name>> deadlines_;
  std::map<mmps::mmps_name, base::instant> deadline_of_;
};

}  // namespace mentat::sim
