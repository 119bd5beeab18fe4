// How two processes meet: the client, which wants to send, connects to the server's socket and
// passes its ring and its bell; the server answers with its name and its bell, or refuses and says
// why. If both want it, the client passes the descriptors of shared blocks on the same socket
// afterwards (block_channel.h); else the socket is closed. Errors: empty, with errno EMFILE if this
// process has no descriptor left.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "mmps/shm/segment.h"
#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::shm {

// The client's introduction.
struct introduced_peer {
  mmps_name who;
  segment ring, bell;
  bool passes_blocks = false;
};

// The server's answer.
struct introduced_server {
  segment bell;
  bool takes_blocks = false;
};

// The server can let nobody in: it lacks descriptors or memory.
struct not_admitted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Called by the client. Empty: the server has closed the socket. Waits
// for a live server that is slow to answer, and calls `silent` each time another `patience` has
// passed. Throws not_admitted; std::runtime_error or std::system_error if this process is at
// fault.
std::optional<introduced_server> introduce(unix_socket& to, const mmps_name& self,
                                           const mmps_name& whom, const segment& ring,
                                           const segment& bell, bool passes_blocks,
                                           std::chrono::milliseconds patience,
                                           const std::function<void()>& silent);

// Called by the server. Empty: it was not an introduction, or meant for another process. Throws
// bad_segment, std::system_error.
std::optional<introduced_peer> receive_introduction(unix_socket& from, const mmps_name& self);
void answer_introduction(unix_socket& to, const mmps_name& self, const mmps_name& whom,
                         const segment& bell, bool takes_blocks);
// Tells the client why it cannot be let in.
void refuse_introduction(unix_socket& to, const char* why);
// Tells the client that it is not known under its name.
void refuse_stranger(unix_socket& to);

}  // namespace mentat::mmps::shm
