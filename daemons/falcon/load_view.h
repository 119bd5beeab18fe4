// The loads as one host knows them: its own, exactly, and the last news of some other hosts with
// the time at which it was true.
//
// Invariants: (1) at most one entry a host, at most `most` entries; a new host takes the place of
// the oldest entry. (2) An entry is never replaced by older news. (3) Entries stand in the order in
// which the hosts came in, so that an answer never depends on chance. Thread-safety: none; the
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
  // REQUIRES: most > 0.
  explicit load_view(std::size_t most) : most_(most) { heard_.reserve(most); }

  load own;

  void note(const heard_load& news);
  // A unit is on its way to `host`: until the next news it counts as one unit more.
  void note_transfer(host_id host);
  void forget(host_id host);

  [[nodiscard]] std::span<const heard_load> heard() const { return heard_; }

 private:
  std::size_t most_;
  std::vector<heard_load> heard_;
};

}  // namespace mentat::falcon
