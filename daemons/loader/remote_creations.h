// The persistent objects that may be under construction on other hosts, because an instantiation
// manager passed the request on. The caller gets its answer from there; if that host is lost first,
// the manager tells the caller. A caller that has its answer ignores a second one. Bounded: the
// oldest is forgotten. Pure; owned by the manager's process. Thread-safety: none. Errors: none.
// Cost: constant for each message; linear when a host is lost.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "mmps/wire/mentat_message.h"

namespace mentat::loader {

class remote_creations {
 public:
  explicit remote_creations(std::size_t max_kept = 4'096) : max_kept_(max_kept) {}

  // Notes a message that the manager `self` sends.
  void note(const mmps::mmps_name& self, const mmps::message_header& sent);
  // A request that a host which is being drained has sent back is not there any more.
  void note_returned(const mmps::message_header& request);
  // Returns the answers, from `self`, to the callers whose request was passed to that manager.
  std::vector<mmps::mentat_message> host_lost(const mmps::mmps_name& manager,
                                              const mmps::mmps_name& self,
                                              std::span<const std::byte> cause);

 private:
  const std::size_t max_kept_;
  std::deque<mmps::message_header> passed_on_;
};

}  // namespace mentat::loader
