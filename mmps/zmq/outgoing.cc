#include "mmps/zmq/outgoing.h"

#include <zmq.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"
#include "mmps/zmq/address.h"
#include "mmps/zmq/parts.h"

namespace mentat::mmps::zeromq {
namespace {

constexpr std::size_t max_copied = 4096;                 // bytes of a body
constexpr std::size_t max_lent = std::size_t{64} << 20;  // bytes of bodies
constexpr int waiting_connections = 4096;  // so many that members get through despite strangers
constexpr std::chrono::milliseconds first_patience{20};
constexpr std::chrono::milliseconds longest_patience{500};

// A body that libzmq reads until it calls give_back(), in a thread of its own.
struct lent_body {
  mentat_message message;
  std::shared_ptr<std::atomic<std::size_t>> lent;
  std::size_t bytes;
};

void give_back(void*, void* hint) {
  const std::unique_ptr<lent_body> body(static_cast<lent_body*>(hint));
  *body->lent -= body->bytes;
}

std::span<std::byte, header_size> header_of(zmq::message_t& frame) {
  return std::span<std::byte, header_size>(frame.data<std::byte>(), header_size);
}

zmq::message_t greeting(const mmps_name& from, const mmps_name& to, std::uint32_t cluster) {
  message_header header;
  header.type = static_cast<std::uint8_t>(message_type::hello);
  header.source = from;
  header.destination = to;
  header.cluster = cluster;
  zmq::message_t frame(header_size);
  encode_header(header, header_of(frame));
  return frame;
}

}  // namespace

void set_common_options(zmq::socket_t& socket, const zmq_options& options,
                        const std::string& address) {
  socket.set(zmq::sockopt::linger, 0);
  socket.set(zmq::sockopt::backlog, waiting_connections);
  socket.set(zmq::sockopt::sndhwm, options.high_water);
  socket.set(zmq::sockopt::rcvhwm, options.high_water);
  socket.set(zmq::sockopt::maxmsgsize, static_cast<std::int64_t>(options.max_body + 1024));
  if (!address.starts_with("ipc:")) {  // for ipc the kernel reports a peer's end at once
    socket.set(zmq::sockopt::heartbeat_ivl, 1000);
    socket.set(zmq::sockopt::heartbeat_timeout, 3000);
    socket.set(zmq::sockopt::heartbeat_ttl, 3000);
  }
  socket.set(zmq::sockopt::handshake_ivl, 5000);
  socket.set(zmq::sockopt::ipv6, is_ipv6(address));
}

// ---- sending

sent outgoing::try_send(mentat_message& message) {
  const std::lock_guard held(lock_);
  if (!up_) return sent::gone;
  const std::size_t bytes = message.body().size();
  const sent result = bytes <= max_copied ? send_whole(message) : send_lent(message);
  if (result == sent::yes) message = mentat_message{};
  return result;
}

sent outgoing::send_whole(const mentat_message& message) {
  const auto body = message.body();
  zmq::message_t frame(header_size + body.size());
  encode_header(message.header, header_of(frame));
  if (!body.empty()) std::memcpy(frame.data<std::byte>() + header_size, body.data(), body.size());
  return send_part(*dealer_, frame, ZMQ_DONTWAIT) ? sent::yes : sent::full;
}

sent outgoing::send_lent(mentat_message& message) {
  const std::size_t bytes = message.body().size();
  const std::size_t before = *lent_;
  if (before > 0 && before + bytes > max_lent) return sent::full;
  zmq::message_t header(header_size);
  encode_header(message.header, header_of(header));
  if (!send_part(*dealer_, header, ZMQ_DONTWAIT | ZMQ_SNDMORE)) return sent::full;
  *lent_ += bytes;
  auto* const body = new lent_body{std::move(message), lent_, bytes};
  zmq::message_t frame(body->message.body().data(), bytes, give_back, body);
  if (send_part(*dealer_, frame, ZMQ_DONTWAIT)) return sent::yes;
  message = std::move(body->message);  // the header was rolled back with it
  return sent::full;
}

// ---- the keeper's part

void outgoing::abandon() {
  abandoned_ = true;
  const std::lock_guard held(lock_);
  up_ = false;
}

std::optional<peer_event> outgoing::open(zmq::context_t& context, const zmq_options& options,
                                         std::uint64_t number) {
  try {
    begin(context, options, number);
    return std::nullopt;
  } catch (const zmq::error_t& problem) {  // no sockets or descriptors left
    return lost("connecting to " + address_ + ": " + problem.what());
  }
}

void outgoing::begin(zmq::context_t& context, const zmq_options& options, std::uint64_t number) {
  const std::lock_guard held(lock_);
  dealer_.emplace(context, zmq::socket_type::dealer);
  set_common_options(*dealer_, options, address_);
  dealer_->set(zmq::sockopt::reconnect_ivl, -1);
  if (options.keys) make_client(*dealer_, options.keys->own, server_key_);
  monitor_.emplace(context, *dealer_, number,
                   ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                       ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL |
                       ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CLOSED);
  dealer_->connect(address_);
  zmq::message_t hello = greeting(options.self, peer_, options.cluster);
  static_cast<void>(send_part(*dealer_, hello, ZMQ_DONTWAIT));
}

std::optional<peer_event> outgoing::hear() {
  while (monitor_) {
    const std::optional<monitor::event> event = monitor_->next();
    if (!event) break;
    switch (event->what) {
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: {
        patience_ = first_patience;
        told_down_ = false;
        const std::lock_guard held(lock_);
        up_ = !abandoned_;
        return peer_event{peer_event::kind::up, peer_, {}};
      }
      case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
        refusal_ = address_ + " does not let us in: it does not know our key";
        break;
      case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
      case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
        refusal_ = "the handshake with " + address_ +
                   " failed: it has other keys or is not a process of Mentat";
        break;
      case ZMQ_EVENT_DISCONNECTED:
        return lost("the connection to " + address_ + " has ended");
      case ZMQ_EVENT_CLOSED:
        return lost("nobody answers at " + address_);
      default:
        break;
    }
  }
  return std::nullopt;
}

std::optional<peer_event> outgoing::lost(std::string cause) {
  if (!refusal_.empty()) cause = std::exchange(refusal_, {});
  shut();
  retry_at_ = clock::now() + patience_;
  patience_ = std::min(2 * patience_, longest_patience);
  if (std::exchange(told_down_, true)) return std::nullopt;
  return peer_event{peer_event::kind::down, peer_, std::move(cause)};
}

void outgoing::shut() {
  const std::lock_guard held(lock_);
  up_ = false;
  monitor_.reset();
  dealer_.reset();
}

}  // namespace mentat::mmps::zeromq
