// How two processes meet: the one that wants to send connects to the other's socket and passes its
// ring and its bell; the other answers with its name and its bell, or refuses and says why. Then
// the socket is closed. Errors: empty, with errno EMFILE if there was no descriptor left here.
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

// What the one that connects has sent.
struct introduced_peer {
  mmps_name who;
  segment ring, bell;
};

// The one that is connected to can let nobody in: it lacks descriptors or memory.
struct cannot_let_in : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// By the one that connects: the other's bell; empty: the other has closed the socket. Who lives and
// is slow to answer is waited for, and `silent` is called each time another `patience` has passed.
// Throws cannot_let_in; std::runtime_error or std::system_error if this process is at fault.
std::optional<segment> introduce(unix_socket& to, const mmps_name& self, const mmps_name& whom,
                                 const segment& ring, const segment& bell,
                                 std::chrono::milliseconds patience,
                                 const std::function<void()>& silent);

// By the one that is connected to. Empty: it was no introduction, or meant for somebody else.
// Throws bad_segment, std::system_error.
std::optional<introduced_peer> receive_introduction(unix_socket& from, const mmps_name& self);
void answer_introduction(unix_socket& to, const mmps_name& self, const mmps_name& whom,
                         const segment& bell);
// Says why nobody can come in.
void refuse_introduction(unix_socket& to, const char* why);
// Says that it is not known as who it says that it is.
void refuse_stranger(unix_socket& to);

}  // namespace mentat::mmps::shm
