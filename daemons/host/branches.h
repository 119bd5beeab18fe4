// The branches of programs on this host, as their daemon sees them: the supervisor starts and ends
// them, what they print is a line each in the log. Ownership: the socket to the supervisor, and the
// pipes. Thread-safety: none. Errors: a branch that cannot be started is none, or is `refused` by
// the supervisor.
#pragma once

#include <zmq.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/branch_output.h"
#include "daemons/host/executables.h"
#include "daemons/host/host_log.h"
#include "daemons/host/starter_packet.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

class branches {
 public:
  branches(mmps::shm::unix_socket supervisor, host_log& log)
      : supervisor_(std::move(supervisor)), log_(log) {}

  // The socket to the new branch; empty: it could not be asked for.
  std::optional<mmps::shm::unix_socket> start(std::uint32_t program, const std::string& name,
                                              const executable& what);
  void end(std::uint32_t program);
  // When poll says that the supervisor has something. Empty: it is gone, and the kernel is about to
  // end us. The output of a branch that ended is in the log then.
  [[nodiscard]] std::optional<starter_packet> hear();

  // The first is the supervisor's.
  void poll_items(std::vector<zmq_pollitem_t>& items) const;
  void hear_outputs();

 private:
  mmps::shm::unix_socket supervisor_;
  host_log& log_;
  std::map<std::uint32_t, branch_output> outputs_;  // by program
};

}  // namespace mentat::host
