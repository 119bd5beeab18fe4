// Passes the descriptors of shared blocks from one process to another, beside the ring that names
// them: the kernel keeps a descriptor that is on its way, so its message survives the end of the
// sender. The ring's order is the order of the descriptors. Thread-safety: none. Errors: send()
// says that the bytes have to go into the ring; take() that the peer, or this process, is at fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "mmps/shm/open_file.h"
#include "mmps/shm/shared_blocks.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::mmps::shm {

// In the ring, in the place of the bytes of a block.
struct block_reference {
  std::uint64_t number = 0;  // of the descriptor on the socket, from 1
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // bytes
};

class block_channel {
 public:
  block_channel() = default;
  explicit block_channel(unix_socket through)
      : socket_(std::move(through)), file_(open_file::of(socket_.descriptor())) {}
  block_channel(block_channel&& other) noexcept { *this = std::move(other); }
  block_channel& operator=(block_channel&& other) noexcept {
    std::swap(socket_, other.socket_);
    std::swap(file_, other.file_);
    std::swap(number_, other.number_);
    return *this;
  }
  // The program may have closed the descriptor, and opened another file in its place.
  ~block_channel() {
    if (socket_.open() && !file_.is_intact()) static_cast<void>(socket_.release());
  }

  [[nodiscard]] bool open() const { return socket_.open(); }

  // The number of the descriptor; 0: it cannot be passed now.
  std::uint64_t send(const shared_blocks::place& block);

  // The bytes that the reference names. Null, with a reason: they cannot be had.
  struct taken {
    std::shared_ptr<const std::byte[]> bytes;
    const char* why = nullptr;
    bool own_fault = false;  // this process lacks descriptors
  };
  taken take(const block_reference& block);

 private:
  unix_socket socket_;
  open_file file_;
  std::uint64_t number_ = 0;  // of the last descriptor
};

}  // namespace mentat::mmps::shm
