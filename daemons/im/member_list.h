// The hosts of a session and the name of the instantiation manager of each. Immutable: when a host
// joins or leaves, the owner makes a new list, which all machines of a process may share. Cost:
// logarithmic look-up. Thread-safety: any thread may read it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daemons/falcon/load.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::im {

class member_list {
 public:
  // The managers' names, in any order. If a host occurs twice, the later incarnation counts.
  explicit member_list(std::vector<mmps::mmps_name> managers);

  [[nodiscard]] std::span<const falcon::host_id> hosts() const { return hosts_; }  // ascending
  // Null if the host is not a member.
  [[nodiscard]] const mmps::mmps_name* manager_of(falcon::host_id host) const;
  // Whether the host is a member in that very incarnation.
  [[nodiscard]] bool contains(const mmps::mmps_name& somebody_there) const;

 private:
  std::vector<falcon::host_id> hosts_;
  std::vector<mmps::mmps_name> managers_;
};

}  // namespace mentat::im
