// The way to one peer: a DEALER, a new one for each connection. Any thread may call try_send() and
// abandon(); all other functions are the keeper's. Invariant: the first message of a connection is
// the greeting.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <zmq.hpp>

#include "mmps/transport/transport.h"
#include "mmps/zmq/monitor.h"
#include "mmps/zmq/zmq_transport.h"

namespace mentat::mmps::zeromq {

// Sets the options of a socket that will bind or connect to the address.
void set_common_options(zmq::socket_t& socket, const zmq_options& options,
                        const std::string& address);

class outgoing {
 public:
  using clock = std::chrono::steady_clock;

  outgoing(const mmps_name& peer, std::string address, std::string server_key)
      : peer_(peer), address_(std::move(address)), server_key_(std::move(server_key)) {}

  [[nodiscard]] sent try_send(mentat_message& message);
  // From any thread: the keeper must drop it, and reports no more events of it.
  void abandon();
  [[nodiscard]] bool abandoned() const { return abandoned_; }

  [[nodiscard]] const mmps_name& peer() const { return peer_; }
  [[nodiscard]] zmq::socket_t* watched() { return monitor_ ? &monitor_->socket() : nullptr; }
  [[nodiscard]] clock::time_point retry_at() const { return retry_at_; }  // if it is not watched
  // Makes the connection. Returns an event to report, if any.
  [[nodiscard]] std::optional<peer_event> open(zmq::context_t& context, const zmq_options& options,
                                               std::uint64_t number);
  // Reads the monitor's events. Returns an event to report, if any.
  [[nodiscard]] std::optional<peer_event> hear();
  void shut();

 private:
  void begin(zmq::context_t& context, const zmq_options& options, std::uint64_t number);
  sent send_whole(const mentat_message& message);
  sent send_lent(mentat_message& message);
  std::optional<peer_event> lost(std::string cause);

  const mmps_name peer_;
  const std::string address_;
  const std::string server_key_;

  std::mutex lock_;  // of the socket and up_
  std::optional<zmq::socket_t> dealer_;
  bool up_ = false;
  std::atomic<bool> abandoned_{false};
  std::shared_ptr<std::atomic<std::size_t>> lent_ = std::make_shared<std::atomic<std::size_t>>(0);

  std::optional<monitor> monitor_;
  std::string refusal_;  // the handshake's error
  bool told_down_ = false;
  std::chrono::milliseconds patience_{20};
  clock::time_point retry_at_{};
};

}  // namespace mentat::mmps::zeromq
