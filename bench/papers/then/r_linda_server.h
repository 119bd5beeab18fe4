// R-Linda's server of one node [RLINDA 6]: three spaces of tuples, and the routines that its
// clients call. A call cannot wait in the server, so a client asks again and again whether its
// tuple has been found. Pure; not thread-safe.
//
// Invariant: a tuple is given once. The routines between servers are not here: Table 1 was measured
// on one node.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>

#include "bench/papers/then/linda_kernel.h"

namespace mentat::bench::then {

class r_linda_server {
 public:
  /// linda_out: to a client that waits for it, or to the local space.
  void out(const tuple& one);
  /// linda_in, linda_read: the tuple, or the number under which to ask for it.
  std::optional<tuple> in(const pattern& wanted, bool takes, std::uint64_t& id);
  /// linda_check_found.
  bool check_found(std::uint64_t id) const { return found_.contains(id); }
  /// linda_get. REQUIRES: check_found(id).
  std::optional<tuple> get(std::uint64_t id);
  /// deregister_tuple: its client gave up.
  void deregister(std::uint64_t id) { wanted_.erase(id); }

  std::size_t size() const { return local_.size(); }

 private:
  struct request {
    pattern wanted;
    bool takes = true;
  };

  std::list<tuple> local_;                   // local_ts
  std::map<std::uint64_t, request> wanted_;  // match_ts
  std::map<std::uint64_t, tuple> found_;     // found_ts
  std::uint64_t next_ = 1;
};

}  // namespace mentat::bench::then
