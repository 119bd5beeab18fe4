#include "tools/mentat/own_address.h"

#include "daemons/host/network/named_address.h"

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

}  // namespace mentat::command
