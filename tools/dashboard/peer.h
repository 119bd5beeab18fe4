// Whose process is at the other end of a connection on this machine: other users are refused before
// a byte of theirs is read.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace mentat::dashboard {

/// The owner of the socket at `from_port` of 127.0.0.1 that is connected to `to_port` of it, from
/// the text of /proc/net/tcp or tcp6. Only established connections count: the system gives sockets
/// that were closed to root. Pure.
[[nodiscard]] std::optional<uid_t> owner_in(std::string_view table, std::uint16_t from_port,
                                            std::uint16_t to_port);

/// Asks the system for such owners: by a netlink socket, which takes microseconds however many
/// connections there are; where there is none, by those tables.
class peer_lookup {
 public:
  peer_lookup();
  peer_lookup(const peer_lookup&) = delete;
  peer_lookup& operator=(const peer_lookup&) = delete;
  ~peer_lookup();

  [[nodiscard]] std::optional<uid_t> owner(std::uint16_t from_port, std::uint16_t to_port) const;

 private:
  int socket_ = -1;
};

}  // namespace mentat::dashboard
