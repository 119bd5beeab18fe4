// The supervisor's line to one process: delivers notices in order to a process that may read
// slowly. Notices that do not fit into the socket are queued, so a stopped process delays no other.
//
// Invariants: (1) notices arrive in order, or the line is overrun or closed. (2) At most
// max_waiting notices are queued; one more overruns the line, which then accepts nothing: the owner
// is to end a process that is so far behind. Owns the socket. Thread-safety: none. Errors: notices
// to a peer that is gone are lost; its end is detected elsewhere. Cost: a system call for each
// notice.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <utility>

#include "mmps/base/fixed_limits.h"
#include "mmps/shm/unix_socket.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

class control_line {
 public:
  // More than a newcomer to the largest session (uplink::max_processes) is sent at once; 48 MiB.
  static constexpr std::size_t max_waiting = fixed::notices.value;

  control_line() = default;
  explicit control_line(mmps::shm::unix_socket to) : socket_(std::move(to)) {}

  void tell(const node::notice& news);
  // to be called when poll() reports that the socket is writable
  void go_on();
  // sends until the queue is empty, but no longer than that
  void finish(std::chrono::milliseconds longest);
  // Asks a question, unless it would have to be queued.
  void ask(const node::notice& question);

  [[nodiscard]] short wanted() const;  // events for poll()
  [[nodiscard]] bool overrun() const { return overrun_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  [[nodiscard]] mmps::shm::unix_socket& socket() { return socket_; }
  [[nodiscard]] const mmps::shm::unix_socket& socket() const { return socket_; }

 private:
  [[nodiscard]] bool send(const node::notice& news);  // false: it would have to be queued

  mmps::shm::unix_socket socket_;
  std::deque<node::notice> waiting_;
  bool overrun_ = false;
};

}  // namespace mentat::supervisor
