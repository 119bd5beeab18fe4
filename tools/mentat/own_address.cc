#include "tools/mentat/own_address.h"

#include <netdb.h>
#include <sys/socket.h>

#include <memory>

#include "daemons/host/network/named_address.h"
#include "mmps/trust/descriptor.h"

namespace mentat::command {
namespace {

constexpr int probed_port = 7411;  // of a way; nothing is sent

}  // namespace

std::string address_towards(const std::string& node, const std::string& listen) {
  if (listen != "auto") return listen;
  const auto there = host::resolve("tcp://" + node + ":" + std::to_string(probed_port));
  if (!there || there->empty()) return listen;
  auto own = host::address_to_listen_at(listen, there->front());
  const bool leads_away = own && host::why_unreachable(*own + ":1", "tcp://192.0.2.1:1").empty();
  return leads_away ? *own : listen;
}

bool is_own_address(const std::string& number) {
  if (number.starts_with("127.")) return number == "127.0.0.1";
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_DGRAM;
  wanted.ai_flags = AI_NUMERICHOST;
  addrinfo* found = nullptr;
  if (getaddrinfo(number.c_str(), nullptr, &wanted, &found) != 0) return false;
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> there(found, &freeaddrinfo);
  const mmps::trust::descriptor probe(socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  return probe.is_open() && bind(probe.get(), found->ai_addr, found->ai_addrlen) == 0;
}

}  // namespace mentat::command
