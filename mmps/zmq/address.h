// Addresses of the ZeroMQ transport: ipc://path, tcp://number:port (number: IPv4, or IPv6 in
// brackets; no host names, because their resolution can be forged). Values; thread-safe; errors are
// texts.
#pragma once

#include <string>
#include <string_view>

namespace mentat::mmps::zeromq {

struct address {
  std::string text;
  bool tcp = false;
  bool stays_on_host = false;  // ipc, or loopback
  bool anywhere = false;       // 0.0.0.0 or [::]: all addresses of this host
  std::string error;           // not empty: why the address is invalid
};

[[nodiscard]] address parse_address(std::string_view text);

// Whether a socket needs ZMQ_IPV6 for a valid address.
[[nodiscard]] inline bool is_ipv6(std::string_view text) {
  return text.find('[') != std::string_view::npos;
}

}  // namespace mentat::mmps::zeromq
