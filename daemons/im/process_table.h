// The processes of this host that execute member functions, the places in them, and the classes
// that each has served.
//
// A **place** is the permission to send one work unit to a process. A process has room while fewer
// units than its capacity can run in it: capacity = threshold x its cores, at least 1. Units that
// wait for values they need (parked) take no room, otherwise a recursion deeper than the capacity
// would never end. Invariants: (1) a place is given only in a process that has room. (2) A process
// never holds two places of one tag. (3) The places held are those of the table: when a process
// ends, its places are gone. Thread-safety: none. Errors: none; an unknown process gives an
// empty answer. Cost: logarithmic in the places, linear in the processes. [TOCS96 3.2.6]: reuse of
// the instances of stateless classes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "daemons/falcon/load.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::im {

struct place {
  mmps::mmps_name holder;  // that asked: a token-matching unit, or a caller of another host
  std::uint8_t attempt = 0;
  // Since when it is lent to a caller, for many calls; never: it serves one call.
  base::instant lent_since = base::instant::never();

  [[nodiscard]] bool is_lent() const { return lent_since != base::instant::never(); }
};

struct process_state {
  mmps::mmps_name name;
  std::uint32_t cores = 1;
  std::uint32_t capacity = 1;
  std::uint32_t held = 0;      // places
  std::uint32_t runnable = 0;  // units that run or could run, as last noted by the process itself
  std::uint32_t parked = 0;    // units in held places that wait for values, as last noted
  std::uint32_t objects = 0;   // persistent, living or being made
  std::set<std::uint64_t> classes;

  // Runnable units: the number that the process reports, or the number that it must have by now.
  [[nodiscard]] std::uint32_t used() const {
    const std::uint32_t awake = held - (parked < held ? parked : held);
    return runnable > awake ? runnable : awake;
  }
  [[nodiscard]] bool has_room() const { return used() < capacity; }
  [[nodiscard]] bool has_free_core() const { return used() < cores; }
};

class process_table {
 public:
  using allowed = std::function<bool(const mmps::mmps_name& process)>;

  process_table(falcon::load threshold, std::uint32_t max_classes)
      : threshold_(threshold), max_classes_(max_classes) {}

  // Does nothing if the process is known already. REQUIRES: cores > 0.
  void add(const mmps::mmps_name& process, std::uint32_t cores);
  // With its places.
  void remove(const mmps::mmps_name& process);

  [[nodiscard]] const std::map<mmps::mmps_name, process_state>& all() const { return processes_; }
  [[nodiscard]] process_state* find(const mmps::mmps_name& process);
  [[nodiscard]] std::uint64_t used() const;  // by all processes
  [[nodiscard]] bool room() const;
  [[nodiscard]] std::uint64_t free_places() const;  // that could be given out now
  [[nodiscard]] bool serves(std::uint64_t class_hash) const;
  [[nodiscard]] std::size_t places() const { return places_.size(); }

  // Chooses the process for a unit of a regular class. A process with a free core is preferred,
  // then one that has served the class, then the least loaded, then the lowest name. Null if no
  // allowed process has room.
  [[nodiscard]] process_state* choose(const mmps::tag& tag, std::uint64_t class_hash,
                                      const allowed& may);
  // Chooses the process for a persistent object: the one with the fewest objects and units per
  // core. Null if none is allowed.
  [[nodiscard]] process_state* choose_for_object(const allowed& may);

  // REQUIRES: `in` was just chosen for this tag and class.
  void give(process_state& in, const mmps::tag& tag, std::uint64_t class_hash, const place& given);
  // Returns whether there was such a place.
  bool give_back(const mmps::mmps_name& process, const mmps::tag& tag,
                 const mmps::mmps_name& holder);
  // The process in which `wanted` holds a place of that tag already.
  [[nodiscard]] std::optional<mmps::mmps_name> holding(const mmps::tag& tag,
                                                       const place& wanted) const;
  // Releases the places of a holder that is gone.
  void release(const std::function<bool(const mmps::mmps_name& holder)>& gone);
  // Releases the places that were lent at `until` or before.
  void release_lent(base::instant until);
  // No place has been lent for longer; never: none is lent.
  [[nodiscard]] base::instant oldest_lent() const {
    return lent_.empty() ? base::instant::never() : *lent_.begin();
  }

 private:
  using place_key = std::pair<mmps::tag, mmps::mmps_name>;
  using place_map = std::map<place_key, place>;

  place_map::iterator free(place_map::iterator which);
  void forget_lent(const place& one);

  falcon::load threshold_;
  std::uint32_t max_classes_;
  std::map<mmps::mmps_name, process_state> processes_;
  place_map places_;
  std::multiset<base::instant> lent_;  // since when each lent place is
};

}  // namespace mentat::im
