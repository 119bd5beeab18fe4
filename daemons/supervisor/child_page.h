// The page of a process (mmps/shm/bell.h), which its supervisor reads when the process has ended.
// Thread-safety: none.
#pragma once

#include <fcntl.h>

#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "mmps/shm/bell.h"
#include "mmps/shm/segment.h"
#include "rts/config/log.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

class child_page {
 public:
  // The first of the descriptors, which stay the caller's, is that of the page; none: the process
  // has no page that others can read. Garbage is reported, and counts as none.
  void take(std::span<const int> descriptors) {
    if (descriptors.empty()) return;
    try {
      memory_ = mmps::shm::segment(fcntl(descriptors.front(), F_DUPFD_CLOEXEC, 0),
                                   sizeof(mmps::shm::doorbell));
      memory_.close_descriptor();
    } catch (const std::runtime_error& error) {
      node::log_warning(std::string("the page of a process cannot be read: ") + error.what());
    }
  }

  // REQUIRES that the process has ended.
  [[nodiscard]] node::suspects_of_end suspects() const {
    if (!memory_.data()) return std::nullopt;
    return reinterpret_cast<const mmps::shm::doorbell*>(memory_.data())->suspects();
  }

 private:
  mmps::shm::segment memory_;
};

}  // namespace mentat::supervisor
