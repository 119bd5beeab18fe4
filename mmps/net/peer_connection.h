// What a network knows of its connection to one peer: a value, of the network's lock.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::net {

struct peer_connection {
  enum class state : std::uint8_t { none, begun, up, down } now = state::none;
  std::string address;  // to connect to for the first frame; empty: done, or not known yet
  std::vector<mentat_message> apart;  // frames of no link, until the connection is up

  [[nodiscard]] bool is_up() const { return now == state::up; }
  [[nodiscard]] bool has_begun() const { return now != state::none; }
  [[nodiscard]] bool may_be_reached() const { return now == state::begun || now == state::up; }
};

}  // namespace mentat::mmps::net
