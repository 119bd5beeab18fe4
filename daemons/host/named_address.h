// Addresses that people write with the name of a host. A name is resolved once, when a host starts;
// from then on its number is used, and the host that answers there is identified by its key, not by
// its name. Errors: texts that say what to write instead. Cost: may wait for the system's resolver.
// Thread-safety: all functions.
#pragma once

#include <string>
#include <vector>

#include "daemons/host/session_place.h"

namespace mentat::host {

/// tcp://NAME:PORT as addresses with numbers, the preferred one first, at most four. An address that
/// has a number already, or is none at all, stays as it is: its user judges it.
[[nodiscard]] expected<std::vector<std::string>> resolve(const std::string& address);

/// The one at which others reach this host: of a name other than localhost none of the loopback.
[[nodiscard]] expected<std::string> resolve_for_others(const std::string& address);

[[nodiscard]] bool has_port(const std::string& address);

/// Why no host can listen there, however the system is set up. Empty: nothing speaks against it.
[[nodiscard]] std::string why_not_to_listen_at(const std::string& address);

/// Why the other hosts of a session that was founded at `founder` cannot reach a host at `own`, and
/// what to write instead. Empty: it may be used. Both are addresses with numbers.
[[nodiscard]] std::string why_unreachable(const std::string& own, const std::string& founder);

}  // namespace mentat::host
