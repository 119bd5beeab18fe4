// Checks the authority of senders in a session. Only the driver asks for a process's message
// counts, breaks a wait, tells of writes of replicated objects, and ends workers; such messages of
// other senders are refused and counted.
// The source of a message is the name that its sender gave when it connected. Within a host the
// operating system's data verify it (mmps/shm/announced_processes.h); between hosts holders of the
// key are trusted. News of ended processes come from the supervisor, not in messages.
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
  [[nodiscard]] const mmps::mmps_name& driver() const { return driver_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  [[nodiscard]] bool is_for_the_driver_to_say(mmps::message_type type) const {
    switch (type) {
      case mmps::message_type::query:
      case mmps::message_type::cancel:
      case mmps::message_type::update:
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
