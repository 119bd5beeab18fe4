// The entry of a host's daemon into a session. It founds a session, alone or at an address, or
// joins one with an invitation. After a crash it returns to the session that it has recorded.
// Errors: texts with advice. Cost: joining waits for the founder, 15 s at most. Thread-safety:
// none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemons/host/membership/membership.h"
#include "daemons/host/network/network.h"
#include "daemons/host/session/session_place.h"
#include "mmps/base/clock.h"
#include "mmps/zmq/curve.h"

namespace mentat::host {

struct session_entry {
  std::string memory;           // path of the file (session_memory.h); empty: this host is alone
  std::string founder_address;  // as the invitation names it; empty: this host is the founder
  std::uint32_t session = 0;
  mmps::zeromq::key_pair keys;
  std::unique_ptr<host::network> network;  // null: this host is alone
  std::unique_ptr<host::membership> membership;
};

// How a host reaches the founder, which knows its key already.
struct meeting_place {
  std::vector<std::string> addresses;  // tcp://10.0.0.1:7411
  std::string founder_key;             // Z85
};

// The wanted session, as in daemon_options.
struct wanted_session {
  std::string name;  // on this host
  std::string listen, join;
  bool founds_anew = false;
  std::string host;              // the name of this host; empty: that of the machine
  int lease = -1;                // it gives up when this stream ends; its keys are kept nowhere
  std::string founder_secret{};  // with a lease: of the founder, in hexadecimal; empty: a new one
  bool needs_founder = false;    // it leaves when it has not reached the founder for a while
  std::function<expected<meeting_place>(const host_info& self)> meet{};  // instead of `join`
};
[[nodiscard]] expected<session_entry> enter_session(wanted_session wanted,
                                                    const base::clock& clock);

// The founder's answer to a host that it knows and has lost. Waits `longest_ms` at most.
[[nodiscard]] expected<joined_form> ask_for_place(const host_info& founder, host_info self,
                                                  const mmps::zeromq::key_pair& keys,
                                                  int longest_ms);

}  // namespace mentat::host
