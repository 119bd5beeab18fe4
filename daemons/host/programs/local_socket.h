// The daemon's end of a socket of this host: to a program, a branch, or the command `mentat`.
// Packets are queued while the other end does not read; the daemon never blocks on it. Limits:
// `max_queued` packets. Thread-safety: none.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "daemons/host/programs/executables.h"
#include "daemons/host/wire/program_packet.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

class local_socket {
 public:
  static constexpr std::size_t max_queued = fixed::packets.value;

  explicit local_socket(mmps::shm::unix_socket socket);

  [[nodiscard]] int descriptor_number() const { return socket_.descriptor(); }
  [[nodiscard]] int peer_process() const;
  // False: too much is queued.
  bool tell(const program_packet& packet);
  void flush();
  [[nodiscard]] bool has_queued() const { return !queue_.empty(); }
  // To be called when poll reports input. Empty: the other end has closed, or sent an invalid
  // packet.
  [[nodiscard]] std::optional<program_packet> receive(std::vector<descriptor>& given);
  // Closes the socket once the queue is sent; reads nothing more.
  void close_after_queue() { closing_ = true; }
  [[nodiscard]] bool closing() const { return closing_; }

 private:
  mmps::shm::unix_socket socket_;
  std::deque<program_packet> queue_;
  bool closing_ = false;
};

}  // namespace mentat::host
