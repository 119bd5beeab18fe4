// The result of the location hints of a request [TOCS96 3.2.6]: the host, the process, and the
// processes to avoid; or why the hints cannot be followed. Values. Thread-safety: none needed.
// Errors: texts for the caller. Cost: linear in the hints and in the hosts that take part.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemons/falcon/scheduler.h"
#include "daemons/im/member_list.h"
#include "mmps/wire/hint.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::im {

// A hint may name a host.
struct named_host {
  std::string name;
  mmps::mmps_name manager;
};

struct location_wish {
  std::optional<falcon::host_id> on;
  std::optional<mmps::mmps_name> in;        // the process
  std::vector<mmps::mmps_name> apart_from;  // processes
  bool in_keeper = false;                   // in the process that keeps tuples
  std::string contradiction;                // if not empty, the request cannot be granted
  bool is_absent = false;                   // `on` has not come yet, or no other host has
  bool may_stay = false;                    // if none comes, this host will do
};

// The hosts that one host knows.
struct known_hosts {
  falcon::host_id self;
  std::span<const named_host> taking_part;
  const member_list& members;
  const std::set<falcon::host_id>& left;  // that were members

  [[nodiscard]] std::string name_of(falcon::host_id host) const;
};

[[nodiscard]] location_wish understand(const mmps::hints& given, const known_hosts& hosts);

}  // namespace mentat::im
