// Sends and receives one part of a message despite signals: at a signal libzmq's calls end with
// EINTR, which cppzmq would throw. False: nothing was sent or received, and errno says why. A
// receive that may block also ends at a signal.
#pragma once

#include <zmq.h>

#include <cerrno>

#include <zmq.hpp>

namespace mentat::mmps::zeromq {

inline bool send_part(zmq::socket_t& to, zmq::message_t& part, int flags) {
  for (;;) {
    if (zmq_msg_send(part.handle(), to.handle(), flags) >= 0) return true;
    if (errno != EINTR) return false;
  }
}

inline bool receive_part(zmq::socket_t& from, zmq::message_t& part, int flags) {
  for (;;) {
    if (zmq_msg_recv(part.handle(), from.handle(), flags) >= 0) return true;
    if (errno != EINTR || (flags & ZMQ_DONTWAIT) == 0) return false;
  }
}

}  // namespace mentat::mmps::zeromq
