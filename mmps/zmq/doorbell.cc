#include "mmps/zmq/doorbell.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace mentat::mmps::zeromq {

doorbell::doorbell() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

doorbell::~doorbell() { ::close(descriptor_); }

void doorbell::ring() const { static_cast<void>(eventfd_write(descriptor_, 1)); }

void doorbell::silence() const {
  eventfd_t ignored;
  static_cast<void>(eventfd_read(descriptor_, &ignored));
}

}  // namespace mentat::mmps::zeromq
