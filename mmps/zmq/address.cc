#include "mmps/zmq/address.h"

#include <arpa/inet.h>
#include <sys/un.h>

#include <charconv>

namespace mentat::mmps::zeromq {
namespace {

constexpr std::string_view ipc_scheme = "ipc://";
constexpr std::string_view tcp_scheme = "tcp://";

address refused(std::string_view text, const char* why) {
  return {.text = {}, .error = "\"" + std::string(text) + "\": " + why};
}

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc{} && end == text.data() + text.size() && port <= 65535;
}

}  // namespace

address parse_address(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return refused("", "a zero byte in an address");
  if (text.starts_with(ipc_scheme)) {
    const std::string_view path = text.substr(ipc_scheme.size());
    if (!path.starts_with('/')) return refused(text, "the path after ipc:// must be absolute");
    if (path.size() >= sizeof(sockaddr_un::sun_path))
      return refused(text, "the path after ipc:// is too long for a socket");
    return {.text = std::string(text), .stays_on_host = true, .error = {}};
  }
  if (!text.starts_with(tcp_scheme)) return refused(text, "not ipc://path or tcp://number:port");
  const std::string_view rest = text.substr(tcp_scheme.size());
  const std::size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos || !is_port(rest.substr(colon + 1)))
    return refused(text, "after tcp:// come a number and a port, as in tcp://127.0.0.1:7077");
  std::string host(rest.substr(0, colon));
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1)
    return {.text = std::string(text),
            .tcp = true,
            .stays_on_host = (ntohl(four.s_addr) >> 24) == 127,
            .anywhere = four.s_addr == INADDR_ANY,
            .error = {}};
  in6_addr six{};
  if (host.size() > 2 && host.front() == '[' && host.back() == ']' &&
      inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &six) == 1)
    return {.text = std::string(text),
            .tcp = true,
            .stays_on_host = IN6_IS_ADDR_LOOPBACK(&six) != 0,
            .anywhere = IN6_IS_ADDR_UNSPECIFIED(&six) != 0,
            .error = {}};
  return refused(text, "the host must be written as a number, 127.0.0.1 or [::1] for this one");
}

}  // namespace mentat::mmps::zeromq
