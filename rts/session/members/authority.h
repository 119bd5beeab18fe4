// Who may say what in a session. Only the driver asks how many messages a process has counted,
// breaks a wait, and ends workers; what anybody else says of that is refused and counted. The
// source of a message is what its sender said when it connected. Within a host that is compared
// with what the system says of it (mmps/shm/announced_processes.h); between hosts who has the key
// is believed. News of processes that have ended come from the supervisor, not in messages.
// Thread-safety: all functions. Cost: a comparison.
#pragma once

#include <atomic>
#include <cstdint>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"

namespace mentat::node {

class authority {
 public:
  // `driver`: unbound, it is that of the host of `self`.
  authority(const mmps::mmps_name& self, const mmps::mmps_name& driver)
      : driver_(driver.bound() ? driver
                               : mmps::mmps_name::of_process(self.host, self.incarnation, 0, 1)),
        is_driver_(self == driver_) {}

  [[nodiscard]] bool allows(const mmps::message_header& header) {
    if (!is_for_the_driver_to_say(static_cast<mmps::message_type>(header.type)) ||
        header.source == driver_)
      return true;
    refused_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  [[nodiscard]] std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  [[nodiscard]] bool is_for_the_driver_to_say(mmps::message_type type) const {
    switch (type) {
      case mmps::message_type::query:
      case mmps::message_type::cancel:
        return true;
      case mmps::message_type::bye:
        return !is_driver_;  // workers answer it
      default:
        return false;
    }
  }

  const mmps::mmps_name driver_;
  const bool is_driver_;
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace mentat::node
