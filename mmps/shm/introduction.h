// How two processes meet: the one that wants to send connects to the other's socket and passes its
// ring and its bell; the other answers with its name and its bell. Then the socket is closed.
// Errors: empty, with errno EMFILE if there was no descriptor left here.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "mmps/shm/segment.h"
#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::shm {

// What the one that connects has sent.
struct introduced_peer {
  mmps_name who;
  segment ring, bell;
};

// By the one that connects: the other's bell. Who lives and is slow to answer is waited for, and
// `silent` is called each time another `patience` has passed. Throws std::runtime_error or
// std::system_error if want of descriptors, here or there, is the cause.
std::optional<segment> introduce(unix_socket& to, const mmps_name& self, const mmps_name& whom,
                                 const segment& ring, const segment& bell,
                                 std::chrono::milliseconds patience,
                                 const std::function<void()>& silent);

// By the one that is connected to. Empty: it was no introduction, or meant for somebody else; who
// could not be let in for want of descriptors is told. Throws bad_segment, std::system_error.
std::optional<introduced_peer> receive_introduction(unix_socket& from, const mmps_name& self);
void answer_introduction(unix_socket& to, const mmps_name& self, const mmps_name& whom,
                         const segment& bell);
// Says that there is no descriptor left for it.
void refuse_introduction(unix_socket& to);
// Says that it is not known as who it says that it is.
void refuse_stranger(unix_socket& to);

}  // namespace mentat::mmps::shm
