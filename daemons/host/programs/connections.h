// The socket at which programs and the command `mentat` find the daemon of a host, and its
// connections, by number. No function waits. Limits: `max_open` connections (fixed.connections); a
// further one is refused, with a line in the log. Ownership: the sockets. Thread-safety: none.
// Errors: none; a packet for a closed connection is dropped.
#pragma once

#include <zmq.h>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/programs/local_socket.h"
#include "daemons/host/session/host_log.h"
#include "daemons/host/wire/session_rows.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

class connections {
 public:
  static constexpr std::size_t max_open = fixed::connections.value;

  explicit connections(host_log& log) : log_(log) {}

  void listen_at(const std::string& path);  // throws std::system_error
  int add(mmps::shm::unix_socket socket);

  // False: too much is queued for it.
  bool tell(int connection, const program_packet& packet);
  void answer(int connection, const std::vector<session_row>& rows);
  void refuse(int connection, const std::string& why);
  void close(int connection);  // once the queue is sent
  // As local_socket::receive(). REQUIRES: `hear` was called with it.
  [[nodiscard]] std::optional<program_packet> receive(int connection,
                                                      std::vector<descriptor>& given);
  [[nodiscard]] int peer_process(int connection) const;

  void poll_items(std::vector<zmq_pollitem_t>& items);
  // To be called after poll, with the items of poll_items() at the same place. Calls `hear` for
  // each connection that has sent something, and accepts new connections.
  void serve(std::span<const zmq_pollitem_t> items, const std::function<void(int)>& hear);
  void sweep();  // removes closed connections
  [[nodiscard]] bool all_told() const;

 private:
  void accept();

  host_log& log_;
  mmps::shm::unix_socket door_;
  std::map<int, local_socket> open_;
  int last_ = 0;
  std::vector<int> polled_;
};

}  // namespace mentat::host
