// Addresses that contain the name of a host. A name is resolved once, when a host starts. From then
// on its number is used, and the host that answers there is identified by its key, not by its name.
// Errors: texts that propose another address. Cost: may wait for the system's resolver.
// Thread-safety: all functions.
#pragma once

#include <string>
#include <vector>

#include "daemons/host/session/session_place.h"

namespace mentat::host {

/// Resolves tcp://NAME:PORT to addresses with numbers, the preferred one first, at most four. An
/// address with a number, or an invalid one, is returned unchanged; its user checks it.
[[nodiscard]] expected<std::vector<std::string>> resolve(const std::string& address);

/// Whether this is `auto` or the name of a network interface of this machine, with or without a
/// port: --listen auto, eth0, auto:7500.
[[nodiscard]] bool names_no_address(const std::string& listen);

/// The address for such a text: of that interface, or for `auto` the one from which this machine
/// sends to `founder`, without a founder into the world, else that of the first interface. An
/// address is returned unchanged.
[[nodiscard]] expected<std::string> address_to_listen_at(const std::string& listen,
                                                         const std::string& founder);

/// Resolves to an address at which other hosts reach this host: not a loopback address, unless the
/// name is localhost.
[[nodiscard]] expected<std::string> resolve_for_others(const std::string& address);

[[nodiscard]] bool has_port(const std::string& address);

/// Returns why no host can listen there, whatever the system's configuration. Empty: no reason is
/// known.
[[nodiscard]] std::string why_not_to_listen_at(const std::string& address);

/// Returns why the other hosts of a session that was founded at `founder` cannot reach a host at
/// `own`, and which address to write instead. Empty: they can. Both are addresses with numbers.
[[nodiscard]] std::string why_unreachable(const std::string& own, const std::string& founder);

}  // namespace mentat::host
