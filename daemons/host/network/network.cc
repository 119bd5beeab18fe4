#include "daemons/host/network/network.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <future>
#include <iterator>

#include "daemons/host/network/lease.h"
#include "daemons/host/network/named_address.h"
#include "mmps/wire/codec.h"
#include "mmps/zmq/address.h"
#include "mmps/zmq/parts.h"
#include "mmps/zmq/self_test.h"

namespace mentat::host {
namespace {

using base::instant;
using mmps::header_size;
using mmps::mentat_message;
using mmps::zeromq::key_pair;

constexpr int max_frames = 256;  // read in one step
constexpr int last_words_ms = 100;
constexpr int waiting_connections = 4096;  // room for many strangers, so that members get through
constexpr base::duration retry_after = 200 * base::millisecond;
constexpr char host_user[] = "host ", guest_user[] = "guest ", lost_user[] = "lost ";

void set_options(zmq::socket_t& socket, const std::string& address) {
  socket.set(zmq::sockopt::linger, 0);
  socket.set(zmq::sockopt::backlog, waiting_connections);
  socket.set(zmq::sockopt::sndhwm, 1000);
  socket.set(zmq::sockopt::rcvhwm, 1000);
  socket.set(zmq::sockopt::maxmsgsize,
             static_cast<std::int64_t>(longest_host_message + header_size));
  socket.set(zmq::sockopt::heartbeat_ivl, 1000);
  socket.set(zmq::sockopt::heartbeat_timeout, 3000);
  socket.set(zmq::sockopt::handshake_ivl, 5000);
  socket.set(zmq::sockopt::reconnect_ivl, 100);
  socket.set(zmq::sockopt::reconnect_ivl_max, 1000);
  socket.set(zmq::sockopt::ipv6, mmps::zeromq::is_ipv6(address));
}

// The number in a user's name of that kind.
std::optional<std::uint32_t> number_in(std::string_view user, std::string_view kind) {
  if (!user.starts_with(kind)) return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] =
      std::from_chars(user.data() + kind.size(), user.data() + user.size(), number);
  return error == std::errc{} && end == user.data() + user.size() ? std::optional(number)
                                                                  : std::nullopt;
}

zmq::message_t frame_of(const mentat_message& message) {
  const auto body = message.body();
  zmq::message_t frame(header_size + body.size());
  auto* const bytes = frame.data<std::byte>();
  mmps::encode_header(message.header, std::span<std::byte, header_size>(bytes, header_size));
  std::ranges::copy(body, bytes + header_size);
  return frame;
}

std::optional<mentat_message> message_in(const zmq::message_t& frame) {
  const auto bytes = std::span(frame.data<const std::byte>(), frame.size());
  if (bytes.size() < header_size) return std::nullopt;
  const auto decoded = mmps::decode_header(bytes.first<header_size>(), longest_host_message);
  const auto body = bytes.subspan(header_size);
  if (!decoded || mmps::check_body(decoded.header, body) != mmps::decode_error::none)
    return std::nullopt;
  mentat_message message(body);
  message.header = decoded.header;
  return message;
}

}  // namespace

// ---- opening

network::network(key_pair keys)
    : keys_(std::move(keys)),
      context_(1),
      door_(context_, &known_at_first_),
      router_(context_, zmq::socket_type::router) {}

network::~network() {
  others_.clear();
  router_.close();
}

expected<std::unique_ptr<network>> network::open(const std::string& listen, const key_pair& keys) {
  try {
    std::unique_ptr<network> made(new network(keys));
    return made->listen_at(listen).and_then([&] { return made->test_door(); }).map([&] {
      return std::move(made);
    });
  } catch (const zmq::error_t& error) {
    return tl::unexpected(listen + ": " + error.what());
  }
}

expected<void> network::listen_at(const std::string& listen) {
  if (const std::string why = why_not_to_listen_at(listen); !why.empty())
    return tl::unexpected(why);
  const bool any_port = !has_port(listen);  // the default port was meant; any other is acceptable
  const auto parsed =
      mmps::zeromq::parse_address(any_port ? listen + ":" + std::to_string(default_port) : listen);
  set_options(router_, parsed.text);
  if (const std::string why = mmps::zeromq::make_server(router_, {keys_, {}}); !why.empty())
    return tl::unexpected(why);
  for (const bool any : {false, true}) {
    const std::string text =
        any ? parsed.text.substr(0, parsed.text.rfind(':')) + ":0" : parsed.text;
    if (zmq_bind(router_.handle(), text.c_str()) == 0) break;
    if (errno == EADDRINUSE && any_port && !any) continue;
    const std::string what = errno == EADDRINUSE
                                 ? "the port is taken; another port, or none, may be named"
                             : errno == EADDRNOTAVAIL || errno == ENODEV
                                 ? "it is not an address of this machine; `ip address` lists those"
                                 : zmq_strerror(errno);
    return tl::unexpected("cannot listen on " + text + ": " + what);
  }
  address_ = router_.get(zmq::sockopt::last_endpoint);
  return {};
}

// The test waits on another thread, while this one serves the socket.
expected<void> network::test_door() {
  auto result = std::async(std::launch::async,
                           [&] { return mmps::zeromq::self_test(address_, keys_.public_key); });
  while (result.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) {
    zmq_pollitem_t item{door_.socket().handle(), 0, ZMQ_POLLIN, 0};
    zmq_poll(&item, 1, 5);
    door_.answer_all();
  }
  if (const std::string why = result.get(); !why.empty()) return tl::unexpected(why);
  tested_ = door_.strangers();
  return {};
}

void network::enter(std::uint32_t session, std::uint32_t number, std::uint32_t incarnation,
                    std::uint64_t seed) {
  links_.enter(session, number, incarnation, seed);
}

// ---- members and guests

void network::admit_guest(const std::string& public_key, std::uint32_t guest) {
  door_.admit(public_key, guest_user + std::to_string(guest));
}
void network::admit_lost(const std::string& public_key, std::uint32_t host) {
  door_.admit(public_key, lost_user + std::to_string(host));
}
void network::bar(const std::string& public_key) { door_.bar(public_key); }

void network::add_host(instant now, const host_info& host) {
  remove_host(now, host.number);
  door_.admit(host.public_key, host_user + std::to_string(host.number));
  links_.add(host.number, host.incarnation);
  other& fresh = others_[host.number];
  fresh.address = host.address;
  fresh.public_key = host.public_key;
  connect(now, host.number, fresh);
}

void network::connect(instant now, std::uint32_t number, other& to) {
  to.watch.reset();
  to.dealer = zmq::socket_t(context_, zmq::socket_type::dealer);
  to.retry_at = instant::never();
  set_options(to.dealer, to.address);
  mmps::zeromq::make_client(to.dealer, keys_, to.public_key);
  to.watch = std::make_unique<mmps::zeromq::monitor>(context_, to.dealer, ++monitors_,
                                                     ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                                                         ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL |
                                                         ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL);
  to.dealer.connect(to.address);
  links_.connected(now, number);
  send_frames();
}

// libzmq reconnects by itself, but not after a refusal: a host that does not know this one yet
// refuses it at first.
void network::watch_connections(instant now) {
  for (auto& [number, one] : others_) {
    while (one.watch->next()) one.retry_at = std::min(one.retry_at, now + retry_after);
    if (one.retry_at <= now) connect(now, number, one);
  }
}

// Acknowledges the last messages: a host that leaves waits for that.
void network::remove_host(instant now, std::uint32_t number) {
  const auto found = others_.find(number);
  if (found == others_.end()) return;
  links_.connected(now, number);
  send_frames();
  found->second.dealer.set(zmq::sockopt::linger, last_words_ms);
  door_.bar(found->second.public_key);
  links_.remove(number);
  others_.erase(found);
}

// ---- sending

// Does not wait: the link retransmits lost frames.
void network::send_frame(zmq::socket_t& socket, const mentat_message& message) {
  zmq::message_t frame = frame_of(message);
  static_cast<void>(mmps::zeromq::send_part(socket, frame, ZMQ_DONTWAIT));
}

void network::send_frames() {
  for (const auto& [number, message] : links_.take_frames())
    if (const auto found = others_.find(number); found != others_.end())
      send_frame(found->second.dealer, message);
}

bool network::send(instant now, std::uint32_t number, host_message_kind kind,
                   std::span<const std::byte> body) {
  const bool queued = links_.send(now, number, kind, body);
  send_frames();
  return queued;
}

void network::send_loosely(std::uint32_t number, host_message_kind kind,
                           std::span<const std::byte> body) {
  links_.send_loosely(number, kind, body);
  send_frames();
}

void network::answer_guest(const std::string& connection, host_message_kind kind,
                           std::span<const std::byte> body) {
  zmq::message_t to(connection);
  mentat_message message = message_of(kind, body);
  links_.sign(message);
  if (mmps::zeromq::send_part(router_, to, ZMQ_DONTWAIT | ZMQ_SNDMORE))
    send_frame(router_, message);
}

// ---- receiving

void network::poll_items(std::vector<zmq_pollitem_t>& items) {
  items.push_back({router_.handle(), 0, ZMQ_POLLIN, 0});
  items.push_back({door_.socket().handle(), 0, ZMQ_POLLIN, 0});
  for (const auto& [number, one] : others_)
    items.push_back({one.watch->socket().handle(), 0, ZMQ_POLLIN, 0});
}

instant network::next_deadline() const {
  instant next = links_.next_deadline();
  for (const auto& [number, one] : others_) next = std::min(next, one.retry_at);
  return next;
}

std::vector<arrival> network::step(instant now) {
  std::vector<arrival> guests;
  door_.answer_all();
  for (int i = 0; i < max_frames; ++i) {
    zmq::message_t connection, frame;
    if (!mmps::zeromq::receive_part(router_, connection, ZMQ_DONTWAIT)) break;
    int parts = 0;
    for (bool more = connection.more(); more; ++parts) {
      zmq::message_t part;
      if (!mmps::zeromq::receive_part(router_, part, ZMQ_DONTWAIT)) break;
      more = part.more();
      if (parts == 0) frame = std::move(part);
    }
    if (parts == 1)
      receive_one(now, connection, frame, guests);
    else
      ++dropped_;
  }
  watch_connections(now);
  links_.tick(now);
  send_frames();
  std::vector<arrival> arrivals = links_.take_arrivals();
  std::ranges::move(guests, std::back_inserter(arrivals));
  return arrivals;
}

void network::receive_one(instant now, zmq::message_t& connection, zmq::message_t& frame,
                          std::vector<arrival>& guests) {
  const char* const proved = mmps::zeromq::proved_host(frame);
  const std::string_view user = proved ? proved : "";
  auto message = message_in(frame);
  const auto guest = number_in(user, guest_user), host = number_in(user, host_user);
  const auto kind =
      message ? static_cast<host_message_kind>(message->header.function) : host_message_kind{};
  const auto lost = number_in(user, lost_user), asks = lost ? lost : host;
  if (message && (guest || asks) && is_host_message(*message) && kind == host_message_kind::join) {
    guests.push_back({kind, 0, 0, guest.value_or(0), connection.to_string(), std::move(*message),
                      asks.value_or(0)});
    return;
  }
  if (!message || !host || !links_.take(now, *host, std::move(*message))) ++dropped_;
}

// ---- a guest

guest_connection::guest_connection(const std::string& address, const std::string& founder_key,
                                   const key_pair& own)
    : context_(1), dealer_(context_, zmq::socket_type::dealer), address_(address) {
  set_options(dealer_, address);
  mmps::zeromq::make_client(dealer_, own, founder_key);
}

expected<joined_form> guest_connection::join(const join_form& form, int longest_ms, int lease) {
  using clock = std::chrono::steady_clock;
  mmps::zeromq::monitor watch(context_, dealer_, 0,
                              ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                                  ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL);
  dealer_.connect(address_);
  const std::vector<std::byte> body = encode(form);
  const auto end = clock::now() + std::chrono::milliseconds(longest_ms);
  bool greeted = false;
  while (clock::now() < end) {
    zmq::message_t question = frame_of(message_of(host_message_kind::join, body));
    if (greeted) static_cast<void>(mmps::zeromq::send_part(dealer_, question, ZMQ_DONTWAIT));
    zmq_pollitem_t items[] = {{dealer_.handle(), 0, ZMQ_POLLIN, 0},
                              {watch.socket().handle(), 0, ZMQ_POLLIN, 0},
                              {nullptr, lease, ZMQ_POLLIN, 0}};
    if (zmq_poll(items, lease < 0 ? 2 : 3, 500) < 0) continue;
    if (items[2].revents != 0 && has_lease_ended(lease))
      return tl::unexpected(std::string("its lease has ended"));
    while (const auto event = watch.next()) {
      if (event->what == ZMQ_EVENT_HANDSHAKE_SUCCEEDED) greeted = true;
      if (event->what == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH)
        return tl::unexpected(
            "the host at " + address_ +
            " does not know this invitation or this host: it was used, or is older "
            "than 10 minutes, or the host has left; `mentat invite` there makes "
            "a new one");
      if (event->what == ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL)
        return tl::unexpected("the process at " + address_ +
                              " is not the host that gave this invitation");
    }
    zmq::message_t frame;
    if (!mmps::zeromq::receive_part(dealer_, frame, ZMQ_DONTWAIT)) continue;
    const auto message = message_in(frame);
    if (!message || !is_host_message(*message)) continue;
    const auto kind = static_cast<host_message_kind>(message->header.function);
    if (kind == host_message_kind::join_refused)
      if (const auto why = decode<text_form>(message->body()))
        return tl::unexpected("the session refused this host: " + why->text);
    if (kind != host_message_kind::joined) continue;
    auto told = decode<joined_form>(message->body());
    const bool has_us = told && std::ranges::any_of(told->members.hosts, [&](const host_info& one) {
                          return one.number == told->number &&
                                 one.incarnation == told->incarnation &&
                                 one.public_key == form.who.public_key;
                        });
    if (has_us) return std::move(*told);
  }
  return tl::unexpected("no answer from " + address_ +
                        "; is the session there, and is the port open?");
}

}  // namespace mentat::host
