#include "mmps/zmq/self_test.h"

#include <zmq.h>

#include <chrono>

#include "mmps/zmq/address.h"
#include "mmps/zmq/curve.h"
#include "mmps/zmq/monitor.h"

namespace mentat::mmps::zeromq {

std::string self_test(const std::string& address, const std::string& server_key) {
  zmq::context_t context(1);
  zmq::socket_t stranger(context, zmq::socket_type::dealer);
  stranger.set(zmq::sockopt::linger, 0);
  stranger.set(zmq::sockopt::ipv6, is_ipv6(address));
  make_client(stranger, make_key_pair(), server_key);
  monitor watch(context, stranger, 0,
                ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH);
  stranger.connect(address);
  zmq_pollitem_t item{watch.socket().handle(), 0, ZMQ_POLLIN, 0};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (std::chrono::steady_clock::now() < end) {
    zmq_poll(&item, 1, 100);
    while (const auto event = watch.next()) {
      if (event->what == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) return {};
      if (event->what == ZMQ_EVENT_HANDSHAKE_SUCCEEDED)
        return "self-test: a stranger with a throw-away key was let in at " + address;
    }
  }
  return "self-test: nobody refused a stranger at " + address;
}

}  // namespace mentat::mmps::zeromq
