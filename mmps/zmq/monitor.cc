#include "mmps/zmq/monitor.h"

#include <zmq.h>

#include <cstring>

#include "mmps/zmq/parts.h"

namespace mentat::mmps::zeromq {

monitor::monitor(zmq::context_t& context, zmq::socket_t& socket, std::uint64_t number, int events)
    : watched_(socket), reader_(context, zmq::socket_type::pair) {
  const std::string name = "inproc://monitor." + std::to_string(number);
  if (zmq_socket_monitor(socket.handle(), name.c_str(), events) != 0) throw zmq::error_t();
  reader_.set(zmq::sockopt::linger, 0);
  reader_.connect(name);
}

monitor::~monitor() { zmq_socket_monitor(watched_.handle(), nullptr, 0); }

std::optional<monitor::event> monitor::next() {
  zmq::message_t numbers, address;
  if (!receive_part(reader_, numbers, ZMQ_DONTWAIT)) return std::nullopt;
  if (numbers.more()) static_cast<void>(receive_part(reader_, address, ZMQ_DONTWAIT));
  event happened;
  if (numbers.size() < sizeof happened.what + sizeof happened.value) return happened;
  std::memcpy(&happened.what, numbers.data(), sizeof happened.what);
  std::memcpy(&happened.value, numbers.data<std::byte>() + sizeof happened.what,
              sizeof happened.value);
  return happened;
}

}  // namespace mentat::mmps::zeromq
