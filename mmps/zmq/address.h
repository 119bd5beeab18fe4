// Addresses of the ZeroMQ transport: ipc://path, tcp://number:port (number: IPv4, or IPv6 in
// brackets; no host names, which somebody else could resolve). Values; thread-safe; errors are
// texts.
#pragma once

#include <string>
#include <string_view>

namespace mentat::mmps::zeromq {

struct address {
  std::string text;
  bool tcp = false;
  bool stays_on_host = false;  // ipc, or loopback
  std::string error;           // not empty: it makes no sense, and why
};

[[nodiscard]] address parse_address(std::string_view text);

}  // namespace mentat::mmps::zeromq
