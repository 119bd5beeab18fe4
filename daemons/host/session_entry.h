// How the daemon of a host comes into a session: it founds one, alone or at an address, or joins
// one with an invitation. Errors: texts that say what to do. Cost: joining waits for the founder,
// 15 s at most. Thread-safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "daemons/host/membership.h"
#include "daemons/host/network.h"
#include "daemons/host/session_place.h"
#include "mmps/base/instant.h"
#include "mmps/zmq/curve.h"

namespace mentat::host {

struct session_entry {
  std::uint32_t session = 0;
  mmps::zeromq::key_pair keys;
  std::unique_ptr<host::network> network;  // null: this host is alone
  std::unique_ptr<host::membership> membership;
};

// `name`: of the session on this host. `listen`, `join`: as of daemon_options.
[[nodiscard]] expected<session_entry> enter_session(const std::string& name,
                                                    const std::string& listen,
                                                    const std::string& join,
                                                    const std::function<base::instant()>& clock);

}  // namespace mentat::host
