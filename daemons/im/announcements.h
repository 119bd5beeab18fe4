// Chooses the hosts to which an instantiation manager announces that its own host has room, or no
// room any more: some at random, or all if there are few. A host that was told of room is also told
// of its end. Thread-safety: none. Errors: none. Cost: linear in the chosen hosts.
#pragma once

#include <cstdint>
#include <vector>

#include "daemons/falcon/scheduler.h"
#include "daemons/im/member_list.h"
#include "mmps/base/instant.h"
#include "mmps/base/random.h"

namespace mentat::im {

class announcements {
 public:
  // `apart`: time between two announcements; `max_receivers`: hosts that receive one.
  announcements(base::duration apart, std::uint32_t max_receivers)
      : apart_(apart), max_receivers_(max_receivers) {}

  // Whether the last announcement is out of date.
  [[nodiscard]] bool is_new(bool has_room) const { return room_ != has_room; }
  [[nodiscard]] base::instant next() const { return next_; }
  // Begins the opposite announcement. Returns the hosts that are to receive it; some may have left
  // the session.
  const std::vector<falcon::host_id>& begin(base::instant now, falcon::host_id self,
                                            const member_list& members, base::random& chance);

 private:
  void choose_audience(falcon::host_id self, const member_list& members, base::random& chance);

  const base::duration apart_;
  const std::uint32_t max_receivers_;
  bool room_ = true;
  base::instant next_;
  std::vector<falcon::host_id> audience_;
};

}  // namespace mentat::im
