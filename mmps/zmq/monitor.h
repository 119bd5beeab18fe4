// What happens to the connections of one socket, as libzmq reports it. Belongs to one thread, which
// must read it: libzmq's own thread waits for a reader when too much is unread, or when the reader
// is gone; so the socket is told before. The socket outlives it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zmq.hpp>

namespace mentat::mmps::zeromq {

class monitor {
 public:
  struct event {
    std::uint16_t what = 0;  // ZMQ_EVENT_...
    std::uint32_t value = 0;
  };

  // Reports `events` of the socket from now on. The number tells the monitors of one context apart.
  monitor(zmq::context_t& context, zmq::socket_t& socket, std::uint64_t number, int events);
  monitor(const monitor&) = delete;
  monitor& operator=(const monitor&) = delete;
  ~monitor();

  [[nodiscard]] zmq::socket_t& socket() { return reader_; }
  [[nodiscard]] std::optional<event> next();  // none: nothing more yet

 private:
  zmq::socket_t& watched_;
  zmq::socket_t reader_;
};

}  // namespace mentat::mmps::zeromq
