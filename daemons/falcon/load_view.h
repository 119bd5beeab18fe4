// The loads as one host knows them: its own exactly, and for some other hosts the last report with
// its time.
//
// Invariants: (1) at most one entry a host, at most `max_hosts` entries; a new host replaces the
// oldest entry. (2) An older report never replaces an entry. (3) Entries stand in the order of
// their hosts' first report, so that an answer never depends on chance. Thread-safety: none; the
// instantiation manager owns it. Errors: none. Cost: linear in the entries, which are few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "daemons/falcon/load.h"
#include "mmps/base/instant.h"

namespace mentat::falcon {

struct heard_load {
  host_id host = 0;
  load value{};
  std::uint32_t cores = 1;
  base::instant when{};  // at which the host had that load
};

class load_view {
 public:
  // REQUIRES: max_hosts > 0.
  explicit load_view(std::size_t max_hosts) : max_hosts_(max_hosts) { heard_.reserve(max_hosts); }

  load own;

  void note(const heard_load& news);
  // A unit is being sent to `host`. Until the next report the host counts as loaded by one unit
  // more.
  void note_transfer(host_id host);
  void forget(host_id host);

  [[nodiscard]] std::span<const heard_load> heard() const { return heard_; }

 private:
  std::size_t max_hosts_;
  std::vector<heard_load> heard_;
};

}  // namespace mentat::falcon
