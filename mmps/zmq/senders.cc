#include "mmps/zmq/senders.h"

#include <tuple>

namespace mentat::mmps::zeromq {
namespace {

bool is_earlier(const mmps_name& name, const mmps_name& than) {
  return std::tie(name.incarnation, name.generation) < std::tie(than.incarnation, than.generation);
}

}  // namespace

bool senders::add(std::string_view connection, const mmps_name& name) {
  const slot place{name.host, name.slot};
  if (const auto old = connections_.find(place); old != connections_.end()) {
    const auto known = names_.find(old->second);
    if (is_earlier(name, known->second)) return false;
    names_.erase(known);
    connections_.erase(old);
  }
  if (names_.size() >= max_entries_) return false;
  names_.emplace(connection, name);
  connections_.emplace(place, connection);
  return true;
}

}  // namespace mentat::mmps::zeromq
