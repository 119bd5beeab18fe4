// Who is at the other end of each connection that brings messages.
//
// A process has one connection at a time, and a slot one process: what an older connection or an
// earlier life still brings is of nobody. So there are as many as there are slots, however many
// processes come and go. Thread-safety: none; it is the receiving thread's. Limits: `most`.
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
  explicit senders(std::size_t most = 65536) : most_(most) {}

  [[nodiscard]] const mmps_name* find(std::string_view connection) const {
    const auto found = names_.find(connection);
    return found == names_.end() ? nullptr : &found->second;
  }

  // False: there are too many, or a later life of the slot has been here.
  bool add(std::string_view connection, const mmps_name& name);

 private:
  using slot = std::pair<std::uint32_t, std::uint32_t>;  // host, slot

  const std::size_t most_;
  std::map<std::string, mmps_name, std::less<>> names_;
  std::map<slot, std::string> connections_;
};

}  // namespace mentat::mmps::zeromq
