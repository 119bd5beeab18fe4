// The events of one socket's connections, as libzmq reports them. Belongs to one thread, which must
// read them: libzmq's own thread blocks when too many are unread, or when the reader is gone; so
// the destructor stops the reports first. The socket outlives the monitor.
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

  // Reports `events` of the socket from now on. The number is unique among the monitors of one
  // context.
  monitor(zmq::context_t& context, zmq::socket_t& socket, std::uint64_t number, int events);
  monitor(const monitor&) = delete;
  monitor& operator=(const monitor&) = delete;
  ~monitor();

  [[nodiscard]] zmq::socket_t& socket() { return reader_; }
  [[nodiscard]] std::optional<event> next();  // none: no further event yet

 private:
  zmq::socket_t& watched_;
  zmq::socket_t reader_;
};

}  // namespace mentat::mmps::zeromq
