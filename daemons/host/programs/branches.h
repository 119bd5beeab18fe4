// The branches of programs on this host, as their daemon sees them. The supervisor starts and ends
// them; each line that they print becomes a line of the log. Ownership: the socket to the
// supervisor, and the pipes. Thread-safety: none. Errors: start() returns nothing if a branch
// cannot be started, or the supervisor answers `refused`.
#pragma once

#include <zmq.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/programs/branch_output.h"
#include "daemons/host/programs/executables.h"
#include "daemons/host/programs/starter_packet.h"
#include "daemons/host/session/host_log.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

class branches {
 public:
  branches(mmps::shm::unix_socket supervisor, host_log& log)
      : supervisor_(std::move(supervisor)), log_(log) {}

  // Returns the socket to the new branch; empty: the request could not be sent.
  std::optional<mmps::shm::unix_socket> start(std::uint32_t program, const std::string& name,
                                              const executable& what);
  void end(std::uint32_t program);
  // To be called when poll reports input from the supervisor. Empty: the supervisor is gone, and
  // the kernel is about to end this process. The output of a branch that ended is then in the log.
  [[nodiscard]] std::optional<starter_packet> hear();

  // The first item is the supervisor's.
  void poll_items(std::vector<zmq_pollitem_t>& items) const;
  void hear_outputs();

 private:
  mmps::shm::unix_socket supervisor_;
  host_log& log_;
  std::map<std::uint32_t, branch_output> outputs_;  // by program
};

}  // namespace mentat::host
