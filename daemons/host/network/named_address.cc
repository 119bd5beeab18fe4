#include "daemons/host/network/named_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <string_view>

#include "mmps/base/shown_text.h"
#include "mmps/zmq/address.h"

namespace mentat::host {
namespace {

constexpr std::string_view scheme = "tcp://";
constexpr const char* without_brackets =
    ": an IPv6 address is written in brackets, as in tcp://[fd74::1] or tcp://[fd74::1]:7411";
constexpr std::size_t max_addresses = 4, longest_name = 253;

struct named_port {
  std::string name, port;  // the port with its colon; empty: none was given
};

named_port parts_of(const std::string& address) {
  const std::string rest = address.substr(scheme.size());
  const std::size_t colon = std::min(rest.find(':'), rest.size());
  return {rest.substr(0, colon), rest.substr(colon)};
}

// Letters, digits, - _ and points, with a letter somewhere: else it is a number, or nothing.
bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= longest_name && text.front() != '-' &&
         std::ranges::any_of(text, [](unsigned char c) { return std::isalpha(c); }) &&
         std::ranges::all_of(text, [](unsigned char c) {
           return std::isalnum(c) || c == '-' || c == '_' || c == '.';
         });
}

std::string number_of(const addrinfo& one) {
  std::array<char, NI_MAXHOST> text{};
  if (getnameinfo(one.ai_addr, one.ai_addrlen, text.data(), text.size(), nullptr, 0,
                  NI_NUMERICHOST) != 0)
    return {};
  return one.ai_family == AF_INET6 ? "[" + std::string(text.data()) + "]" : text.data();
}

// An address of documentation (RFC 5737): nothing is sent there; the way is that of a default
// route.
constexpr const char* somewhere_in_the_world = "tcp://192.0.2.1:7411";
constexpr std::string_view chosen_by_route = "auto";

std::string number_of(const ifaddrs& one) {
  if (!one.ifa_addr) return {};
  addrinfo as{};
  as.ai_family = one.ifa_addr->sa_family;
  as.ai_addr = one.ifa_addr;
  if (as.ai_family == AF_INET) as.ai_addrlen = sizeof(sockaddr_in);
  if (as.ai_family == AF_INET6) as.ai_addrlen = sizeof(sockaddr_in6);
  if (as.ai_addrlen == 0) return {};
  const bool is_of_link =
      as.ai_family == AF_INET6 &&
      IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6*>(one.ifa_addr)->sin6_addr);
  return is_of_link ? std::string() : number_of(as);
}

// Networks of containers and virtual machines on this machine.
bool leads_to_guests(std::string_view interface) {
  constexpr std::array prefixes{"docker", "podman", "virbr", "veth", "br-", "cni", "lxc", "vnet"};
  return std::ranges::any_of(prefixes, [&](const char* one) { return interface.starts_with(one); });
}

// The first number of an interface that `is_wanted`. IPv4 is preferred.
template <class Wanted>
std::string first_number(const Wanted& is_wanted) {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(first, &freeifaddrs);
  for (const int family : {AF_INET, AF_INET6})
    for (const ifaddrs* one = first; one; one = one->ifa_next) {
      if (!one->ifa_addr || one->ifa_addr->sa_family != family || !is_wanted(*one)) continue;
      if (const std::string number = number_of(*one); !number.empty()) return number;
    }
  return {};
}

// Of this interface; without a name, of the first one that is up and leads to other machines.
std::string number_of_interface(const std::string& name) {
  if (!name.empty()) return first_number([&](const ifaddrs& one) { return name == one.ifa_name; });
  const auto leads_away = [](const ifaddrs& one) {
    return (one.ifa_flags & IFF_UP) != 0 && (one.ifa_flags & IFF_LOOPBACK) == 0;
  };
  const std::string number = first_number(
      [&](const ifaddrs& one) { return leads_away(one) && !leads_to_guests(one.ifa_name); });
  return number.empty() ? first_number(leads_away) : number;
}

bool is_bare_ipv6(const std::string& text) {
  in6_addr six{};
  return inet_pton(AF_INET6, text.c_str(), &six) == 1;
}

// The address of this machine from which it would send there. Empty: there is no way. Nothing is
// sent: the socket only asks the system for the way.
std::string own_address_towards(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  if (!address.starts_with(scheme) || colon < scheme.size()) return {};
  std::string host = address.substr(scheme.size(), colon - scheme.size());
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_DGRAM;
  wanted.ai_flags = AI_NUMERICHOST;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), "7411", &wanted, &found) != 0) return {};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> there(found, &freeaddrinfo);
  const int probe = socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return {};
  sockaddr_storage own{};
  addrinfo here = *found;
  here.ai_addr = reinterpret_cast<sockaddr*>(&own);
  here.ai_addrlen = sizeof own;
  const bool is_way = connect(probe, found->ai_addr, found->ai_addrlen) == 0 &&
                      getsockname(probe, here.ai_addr, &here.ai_addrlen) == 0;
  close(probe);
  return is_way ? number_of(here) : std::string();
}

}  // namespace

expected<std::vector<std::string>> resolve(const std::string& address) {
  if (!address.starts_with(scheme)) return std::vector{address};
  if (is_bare_ipv6(address.substr(scheme.size())))
    return tl::unexpected(base::shown_value(address) + without_brackets);
  const named_port parts = parts_of(address);
  if (!is_name(parts.name)) return std::vector{address};
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int why = getaddrinfo(parts.name.c_str(), nullptr, &wanted, &found);
  if (why != 0)
    return tl::unexpected("the name " + base::shown_value(parts.name) + " has no address: " +
                          gai_strerror(why) + "; an address with a number can be written instead");
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found, &freeaddrinfo);
  std::vector<std::string> addresses;
  for (const addrinfo* one = found; one && addresses.size() < max_addresses; one = one->ai_next)
    if (const std::string number = number_of(*one); !number.empty())
      addresses.push_back(std::string(scheme) + number + parts.port);
  return addresses;
}

bool names_no_address(const std::string& listen) {
  const std::string name = listen.substr(0, listen.find(':'));
  return !listen.starts_with(scheme) && name.size() < IF_NAMESIZE &&
         (name == chosen_by_route || if_nametoindex(name.c_str()) != 0);
}

expected<std::string> address_to_listen_at(const std::string& listen, const std::string& founder) {
  if (!names_no_address(listen)) return listen;
  const std::size_t colon = std::min(listen.find(':'), listen.size());
  const std::string name = listen.substr(0, colon);
  std::string number;
  if (name != chosen_by_route)
    number = number_of_interface(name);
  else if (number = own_address_towards(founder.empty() ? somewhere_in_the_world : founder);
           number.empty())
    number = number_of_interface({});
  if (number.empty())
    return tl::unexpected("--listen " + base::shown_value(listen) + ": " +
                          (name == chosen_by_route
                               ? "this machine has no address at which another one could reach it; "
                                 "for hosts on this machine alone: --listen tcp://127.0.0.1"
                               : "the interface has no address; `ip address` lists addresses"));
  return std::string(scheme) + number + listen.substr(colon);
}

expected<std::string> resolve_for_others(const std::string& address) {
  const auto addresses = resolve(address);
  if (!addresses) return tl::unexpected(addresses.error());
  if (addresses->size() == 1 && addresses->front() == address) return address;
  const std::string name = parts_of(address).name;
  for (const std::string& one : *addresses) {
    const bool has_port = !parts_of(address).port.empty();
    if (name == "localhost" ||
        !mmps::zeromq::parse_address(has_port ? one : one + ":0").stays_on_host)
      return one;
  }
  return tl::unexpected("the name " + name +
                        " stands only for this machine itself; write the address at which the "
                        "others reach it, as `ip address` lists it");
}

bool has_port(const std::string& address) {
  const std::size_t colon = address.rfind(':'), bracket = address.rfind(']');
  return colon != std::string::npos && colon >= scheme.size() &&
         (bracket == std::string::npos || colon > bracket);
}

std::string why_not_to_listen_at(const std::string& address) {
  const std::string shown = base::shown_value(address) + ": ";
  if (names_no_address(address)) {
    const std::size_t colon = std::min(address.find(':'), address.size());
    const auto with_port = mmps::zeromq::parse_address("tcp://127.0.0.1" + address.substr(colon) +
                                                       (colon == address.size() ? ":0" : ""));
    return with_port.error.empty() ? std::string() : shown + "its end is no port";
  }
  if (!address.starts_with(scheme))
    return shown +
           "a host listens on tcp://ADDRESS, tcp://ADDRESS:PORT, `auto`, or an interface "
           "that `ip address` lists";
  if (is_bare_ipv6(address.substr(scheme.size())))
    return base::shown_value(address) + without_brackets;
  const auto [name, port] = parts_of(address);
  const std::string number = is_name(name) ? std::string(scheme) + "127.0.0.1" + port : address;
  const auto parsed = mmps::zeromq::parse_address(has_port(address) ? number : number + ":0");
  if (!parsed.error.empty())
    return shown +
           "after tcp:// comes the address of this host, as a number or a name, as in "
           "tcp://10.0.0.1, tcp://[fd74::1]:7411 or tcp://host";
  if (parsed.anywhere)
    return shown + "name the one address of this host at which the others reach it";
  return {};
}

std::string why_unreachable(const std::string& own, const std::string& founder) {
  const auto here = mmps::zeromq::parse_address(own);
  const auto there = mmps::zeromq::parse_address(founder);
  if (!here.error.empty() || !there.error.empty() || !here.stays_on_host || there.stays_on_host)
    return {};
  const std::string better = own_address_towards(founder);
  return "only this machine itself reaches " + own + ", and the session was founded at " + founder +
         ": its hosts need an address of this machine that they can reach, as `ip address` lists "
         "it" +
         (better.empty() ? std::string() : "; --listen " + std::string(scheme) + better);
}

}  // namespace mentat::host
