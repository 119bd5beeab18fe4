// Events of a transport's peers that were not taken yet. It keeps only the newest of each peer, so
// its size is bounded. A peer that went down and came up again is reported as up: its pipe is a new
// one. Thread-safety: none.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "mmps/transport/transport.h"

namespace mentat::mmps {

class peer_events {
 public:
  void put(peer_event event) { newest_.insert_or_assign(event.peer, std::move(event)); }
  void forget(const mmps_name& peer) { newest_.erase(peer); }
  void clear() { newest_.clear(); }
  [[nodiscard]] bool empty() const { return newest_.empty(); }

  [[nodiscard]] std::vector<peer_event> take() {
    std::vector<peer_event> all;
    for (auto& [peer, event] : newest_) all.push_back(std::move(event));
    newest_.clear();
    return all;
  }

 private:
  std::map<mmps_name, peer_event> newest_;
};

}  // namespace mentat::mmps
