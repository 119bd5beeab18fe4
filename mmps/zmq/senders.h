// The process at the other end of each incoming connection.
//
// A process has one connection at a time, and a slot one process: messages of an older connection
// or an earlier life have no sender. So there are at most as many entries as slots, however many
// processes come and go. Thread-safety: none; it belongs to the receiving thread. Limits:
// `max_entries`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::zeromq {

class senders {
 public:
  explicit senders(std::size_t max_entries = 65536) : max_entries_(max_entries) {}

  [[nodiscard]] const mmps_name* find(std::string_view connection) const {
    const auto found = names_.find(connection);
    return found == names_.end() ? nullptr : &found->second;
  }

  // False: there are too many, or a later life of the slot is already known.
  bool add(std::string_view connection, const mmps_name& name);

 private:
  using slot = std::pair<std::uint32_t, std::uint32_t>;  // host, slot

  const std::size_t max_entries_;
  std::map<std::string, mmps_name, std::less<>> names_;
  std::map<slot, std::string> connections_;
};

}  // namespace mentat::mmps::zeromq
