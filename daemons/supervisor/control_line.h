// The supervisor's line to one process: delivers notices in order to a process that may read
// slowly. Notices that the socket does not take wait here, so a stopped process holds up nobody.
//
// Invariants: (1) notices arrive in order, or the line is overrun or closed. (2) At most
// max_waiting notices wait; passing that overruns the line, which takes nothing more: the owner is
// to end a process that does not read so much. Owns the socket. Thread-safety: none. Errors:
// notices to a peer that is gone are lost; its end is seen elsewhere. Cost: a system call for each
// notice.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <utility>

#include "mmps/shm/unix_socket.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

class control_line {
 public:
  // More than a newcomer to the largest session (uplink::max_processes) is told at once; 24 MiB.
  static constexpr std::size_t max_waiting = 98'304;

  control_line() = default;
  explicit control_line(mmps::shm::unix_socket to) : socket_(std::move(to)) {}

  void tell(const node::notice& news);
  void go_on();                                    // poll() says that the socket takes more
  void finish(std::chrono::milliseconds longest);  // the same until nothing waits, but no longer
  // A question that is not asked if it would have to wait.
  void ask(const node::notice& question);

  [[nodiscard]] short wanted() const;  // events for poll()
  [[nodiscard]] bool overrun() const { return overrun_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  [[nodiscard]] mmps::shm::unix_socket& socket() { return socket_; }
  [[nodiscard]] const mmps::shm::unix_socket& socket() const { return socket_; }

 private:
  [[nodiscard]] bool send(const node::notice& news);  // false: it would have to wait

  mmps::shm::unix_socket socket_;
  std::deque<node::notice> waiting_;
  bool overrun_ = false;
};

}  // namespace mentat::supervisor
