// The part of a program in a session of hosts: the packet of this host's daemon that describes it,
// and the line to that daemon.
//
// A program that its user starts asks for its part, and passes its own executable as an open file.
// The daemons send the content to the other hosts and start it there as branches, which find their
// part in descriptor 3. Errors: a text with the cause and advice. Thread-safety: to be called
// before there is a second thread.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "daemons/host/wire/program_packet.h"
#include "daemons/loader/daemon_process.h"
#include "mmps/shm/unix_socket.h"
#include "mmps/trust/descriptor.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::program {

struct seat {
  host::program_packet begun;
  mmps::shm::unix_socket to_daemon;
  std::vector<loader::taking_part> hosts;  // hosts that take part

  [[nodiscard]] node::network_options network() const;
  [[nodiscard]] std::string settings() const;  // The settings as lines, for a branch.
};

// `address`: the session's name or folder; empty: the default. `also`: executables for other
// processors (other_executables.h).
tl::expected<seat, std::string> take_seat(const std::string& address, const std::string& settings,
                                          const std::string& also = {},
                                          host::record_wish records = host::record_wish::nothing);
// Takes the seat of a branch.
tl::expected<seat, std::string> take_branch_seat();

// Gives the daemon the line of the recorder here.
void give_recorder(seat& to, mmps::trust::descriptor line);

}  // namespace mentat::program
