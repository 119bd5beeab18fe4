#include "mmps/zmq/zmq_transport.h"

#include <zmq.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/transport/peer_events.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"
#include "mmps/zmq/address.h"
#include "mmps/zmq/doorbell.h"
#include "mmps/zmq/library.h"
#include "mmps/zmq/monitor.h"
#include "mmps/zmq/outgoing.h"
#include "mmps/zmq/parts.h"
#include "mmps/zmq/self_test.h"
#include "mmps/zmq/senders.h"

namespace mentat::mmps::zeromq {
namespace {

using base::duration;
using clock = std::chrono::steady_clock;

constexpr std::size_t max_peers = fixed::peers.value;
// Received bodies of at least so many bytes stay in libzmq's memory.
constexpr std::size_t least_kept = 16384;
constexpr std::chrono::milliseconds longest_poll{1000};
constexpr unsigned polls_skipped = 31;

class zmq_transport final : public transport {
 public:
  explicit zmq_transport(const zmq_options& options);
  ~zmq_transport() override { close(); }

  std::string begin();  // empty, or why not

  [[nodiscard]] mmps_name self() const override { return options_.self; }
  [[nodiscard]] std::string address() const override { return address_; }
  [[nodiscard]] std::string connect(const mmps_name& peer, std::string_view address) override;
  void disconnect(const mmps_name& peer) override;
  [[nodiscard]] sent try_send(const mmps_name& peer, mentat_message& message) override;
  [[nodiscard]] sent send(const mmps_name& peer, mentat_message& message,
                          duration longest) override;
  std::size_t receive(std::size_t most, handler take) override;
  bool wait(duration longest) override;
  void wake() override;
  [[nodiscard]] std::vector<peer_event> take_events() override;
  void close() override;
  [[nodiscard]] refusal_counters refused() const override;

 private:
  enum class outcome : std::uint8_t { nothing_there, delivered, dropped };

  void refuse(refusal why) { ++refused_[static_cast<std::size_t>(why)]; }
  outcome receive_one(int flags, handler take);
  void greet(zmq::message_t& connection, zmq::message_t& frame, const message_header& header);
  [[nodiscard]] bool has_events() const { return has_events_; }
  void connect_bell();
  void ring();

  void keep();  // the keeper's thread
  void keep_peers();
  void poll_all();
  void hear_listener();
  void tell(const outgoing& way, peer_event&& event);

  const zmq_options options_;
  std::string address_;

  zmq::context_t context_;
  zmq::socket_t router_;  // of the receiving thread
  senders senders_;
  std::optional<std::pair<mmps_name, mentat_message>> ahead_;  // received by wait()
  unsigned polls_to_skip_ = 0;
  std::int64_t receive_timeout_ = -1;  // as set on the socket, ms; -1: none
  bool closed_ = false;

  std::shared_mutex lock_;  // of ways_
  std::map<mmps_name, std::shared_ptr<outgoing>> ways_;

  std::mutex events_lock_;  // of events_; also orders reports with the abandoning of a way
  peer_events events_;
  std::atomic<bool> has_events_{false};
  std::atomic<bool> woken_{false};

  // Wakes the receiving thread by a message, so that it only has to wait for messages.
  std::mutex bell_lock_;
  zmq::socket_t bell_;
  std::string bell_connection_;

  std::optional<door> door_;  // of the keeper
  std::optional<monitor> listener_;
  std::uint64_t monitors_ = 0;
  std::vector<std::shared_ptr<outgoing>> kept_;
  std::mutex added_lock_;  // of added_
  std::vector<std::shared_ptr<outgoing>> added_;
  doorbell keeper_bell_;
  std::atomic<bool> stopping_{false};
  std::thread keeper_;

  std::array<std::atomic<std::uint64_t>, refusal_count> refused_{};
};

// ---- beginning and end

zmq_transport::zmq_transport(const zmq_options& options)
    : options_(options), context_(1), router_() {
  context_.set(zmq::ctxopt::max_sockets, static_cast<int>(4 * max_peers));
  router_ = zmq::socket_t(context_, zmq::socket_type::router);
}

std::string zmq_transport::begin() {
  if (!options_.self.is_process()) return "the name of the process is not bound";
  const zeromq::address listen = parse_address(options_.listen);
  if (!listen.error.empty()) return listen.error;
  if (!options_.keys && !listen.stays_on_host)
    return "refusing to listen on " + listen.text +
           ": there are no keys, and the address can be reached from other hosts";
  if (options_.keys)
    if (std::string why = check_keys(*options_.keys); !why.empty()) return why;

  set_common_options(router_, options_, listen.text);
  // There is a door even without keys: it shuts out the protocol of ZeroMQ before 3.0, which takes
  // any bytes for a message.
  door_.emplace(context_, options_.keys ? &*options_.keys : nullptr);
  listener_.emplace(context_, router_, monitors_++,
                    ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED);
  keeper_ = std::thread([this] { keep(); });
  if (options_.keys) {
    if (std::string why = make_server(router_, *options_.keys); !why.empty()) return why;
  } else {
    router_.set(zmq::sockopt::zap_domain, "mentat");
  }
  connect_bell();
  router_.bind(listen.text);
  address_ = router_.get(zmq::sockopt::last_endpoint);
  return options_.keys ? self_test(address_, options_.keys->own.public_key) : std::string();
}

// Runs before any peer can connect, so that the first connection is the bell's.
void zmq_transport::connect_bell() {
  router_.bind("inproc://bell");
  bell_ = zmq::socket_t(context_, zmq::socket_type::dealer);
  bell_.set(zmq::sockopt::linger, 0);
  bell_.connect("inproc://bell");
  ring();
  zmq::message_t connection, empty;
  while (!receive_part(router_, connection, 0)) {
  }
  static_cast<void>(receive_part(router_, empty, ZMQ_DONTWAIT));
  bell_connection_ = connection.to_string();
}

void zmq_transport::close() {
  {
    const std::lock_guard held(lock_);
    closed_ = true;
    for (const auto& [peer, way] : ways_) way->abandon();
    ways_.clear();
  }
  if (keeper_.joinable()) {
    stopping_ = true;
    keeper_bell_.ring();
    keeper_.join();
  }
  ahead_.reset();
  const std::lock_guard held(events_lock_);
  events_.clear();
  has_events_ = false;
  listener_.reset();
  {
    const std::lock_guard bell_held(bell_lock_);
    bell_.close();
  }
  router_.close();
  if (door_) refused_[static_cast<std::size_t>(refusal::stranger)] += door_->strangers();
  door_.reset();
  context_.close();  // with it the connections end
}

// ---- peers

std::string zmq_transport::connect(const mmps_name& peer, std::string_view text) {
  zeromq::address to = parse_address(text);
  if (!to.error.empty()) return to.error;
  std::string server_key;
  if (options_.keys) {
    const std::string* const key = options_.keys->of(peer.host);
    if (key == nullptr) return "there is no key of host " + std::to_string(peer.host);
    server_key = *key;
  } else if (!to.stays_on_host) {
    return "refusing to connect to " + to.text + ": there are no keys, and it is not on this host";
  }
  auto way = std::make_shared<outgoing>(peer, std::move(to.text), std::move(server_key));
  {
    const std::lock_guard held(lock_);
    if (closed_) return "the transport is closed";
    std::shared_ptr<outgoing>& place = ways_[peer];
    if (place != nullptr) place->abandon();
    place = way;
    if (ways_.size() > max_peers) {
      ways_.erase(peer);
      return "fixed.peers: " + std::to_string(max_peers) + " peers are connected";
    }
  }
  const std::lock_guard held(added_lock_);
  added_.push_back(std::move(way));
  keeper_bell_.ring();
  return {};
}

void zmq_transport::disconnect(const mmps_name& peer) {
  {
    const std::lock_guard held(lock_);
    const auto found = ways_.find(peer);
    if (found == ways_.end()) return;
    found->second->abandon();
    ways_.erase(found);
  }
  keeper_bell_.ring();
  const std::lock_guard held(events_lock_);
  events_.forget(peer);
  has_events_ = !events_.empty();
}

sent zmq_transport::try_send(const mmps_name& peer, mentat_message& message) {
  if (message.body().size() > options_.max_body) return sent::too_long;
  const std::shared_lock held(lock_);
  const auto found = ways_.find(peer);
  return found == ways_.end() ? sent::gone : found->second->try_send(message);
}

// libzmq reports new room to one thread only, so each sender polls: first after 50 us, finally
// every millisecond.
sent zmq_transport::send(const mmps_name& peer, mentat_message& message, duration longest) {
  std::chrono::nanoseconds pause(50 * base::microsecond), left(longest);
  for (;;) {
    const sent result = try_send(peer, message);
    if (result != sent::full || left.count() <= 0) return result;
    const auto nap = std::min(pause, left);
    std::this_thread::sleep_for(nap);
    left -= nap;
    pause = std::min(2 * pause, std::chrono::nanoseconds(base::millisecond));
  }
}

// ---- receiving

std::size_t zmq_transport::receive(std::size_t most, handler take) {
  std::size_t received = 0;
  if (ahead_ && most > 0) {
    auto [from, message] = std::move(*ahead_);
    ahead_.reset();
    take(from, std::move(message));
    ++received;
    // A poll that finds nothing costs a system call, so the next ones are skipped.
    if (polls_to_skip_ > 0) {
      --polls_to_skip_;
      return received;
    }
    polls_to_skip_ = polls_skipped;
  }
  const std::size_t from_wait = received;
  // Dropped messages count too; otherwise a flood of them would hold the receiver here.
  for (std::size_t looked_at = 0; !closed_ && received < most && looked_at < 2 * most;
       ++looked_at) {
    const outcome one = receive_one(ZMQ_DONTWAIT, take);
    if (one == outcome::nothing_there) break;
    if (one == outcome::delivered) ++received;
  }
  if (received > from_wait) polls_to_skip_ = 0;
  return received;
}

zmq_transport::outcome zmq_transport::receive_one(int flags, handler take) {
  zmq::message_t connection, first, second;
  if (!receive_part(router_, connection, flags)) return outcome::nothing_there;
  std::size_t parts = 0;
  for (bool more = connection.more(); more; ++parts) {
    zmq::message_t other;
    zmq::message_t& part = parts == 0 ? first : parts == 1 ? second : other;
    if (!receive_part(router_, part, ZMQ_DONTWAIT)) break;
    more = part.more();
  }
  const auto dropped = [this](refusal why) {
    refuse(why);
    return outcome::dropped;
  };
  if (connection.to_string_view() == bell_connection_) return outcome::dropped;
  const bool whole = parts == 1 && first.size() >= header_size;
  const bool split = parts == 2 && first.size() == header_size;
  if (!whole && !split) return dropped(refusal::malformed);

  const auto bytes = std::span(first.data<const std::byte>(), first.size());
  const decode_result decoded = decode_header(bytes.first<header_size>(), options_.max_body);
  if (decoded.error == decode_error::body_length) return dropped(refusal::too_long);
  const auto body =
      whole ? bytes.subspan(header_size) : std::span(second.data<const std::byte>(), second.size());
  if (!decoded || check_body(decoded.header, body) != decode_error::none)
    return dropped(refusal::malformed);

  const mmps_name* const from = senders_.find(connection.to_string_view());
  if (from == nullptr) {
    greet(connection, first, decoded.header);
    return outcome::dropped;
  }
  mentat_message message = [&] {
    if (whole || body.size() < least_kept) return mentat_message(body);
    auto kept = std::make_shared<zmq::message_t>(std::move(second));
    auto* const data = kept->data<std::byte>();
    return mentat_message(std::shared_ptr<std::byte[]>(std::move(kept), data), body.size());
  }();
  message.header = decoded.header;
  take(*from, std::move(message));
  return outcome::delivered;
}

void zmq_transport::greet(zmq::message_t& connection, zmq::message_t& frame,
                          const message_header& header) {
  const bool one_of_many = options_.keys && !options_.keys->shared;
  const char* const host = one_of_many ? proved_host(frame) : nullptr;
  const bool right =
      header.type == static_cast<std::uint8_t>(message_type::hello) && header.body_length == 0 &&
      header.source.is_process() && header.destination == options_.self &&
      header.cluster == options_.cluster &&
      (!one_of_many || (host != nullptr && host == std::to_string(header.source.host)));
  if (!right || !senders_.add(connection.to_string_view(), header.source)) refuse(refusal::misled);
}

// A blocking receive: one system call where polling takes four. The arrival may be none for the
// receiver: a wake-up, a greeting, a message to drop.
bool zmq_transport::wait(duration longest) {
  const auto keep = [this](const mmps_name& from, mentat_message&& message) {
    ahead_.emplace(from, std::move(message));
  };
  const auto start = clock::now();
  while (!closed_) {
    if (ahead_ || has_events()) return true;
    if (woken_.exchange(false)) return false;
    const auto left = std::chrono::nanoseconds(longest) - (clock::now() - start);
    // Rounded up, so that a wait below a millisecond does not become a spin.
    std::int64_t most = std::max<std::int64_t>((left.count() + 999'999) / 1'000'000, 0);
    if (most > std::numeric_limits<int>::max()) most = -1;  // 24 days
    if (most != receive_timeout_) router_.set(zmq::sockopt::rcvtimeo, static_cast<int>(most));
    receive_timeout_ = most;
    if (receive_one(0, keep) == outcome::nothing_there && left.count() <= 0) return has_events();
  }
  return false;
}

void zmq_transport::wake() {
  woken_ = true;
  ring();
}

// If the bell's queue is full, the receiver has enough messages to wake it.
void zmq_transport::ring() {
  const std::lock_guard held(bell_lock_);
  zmq::message_t empty;
  if (bell_) static_cast<void>(send_part(bell_, empty, ZMQ_DONTWAIT));
}

std::vector<peer_event> zmq_transport::take_events() {
  if (!has_events_) return {};
  const std::lock_guard held(events_lock_);
  has_events_ = false;
  return events_.take();
}

refusal_counters zmq_transport::refused() const {
  refusal_counters all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = refused_[i];
  all[static_cast<std::size_t>(refusal::stranger)] += door_ ? door_->strangers() : 0;
  return all;
}

// ---- the keeper

void zmq_transport::keep() {
  while (!stopping_) {
    keep_peers();
    poll_all();
  }
  for (const auto& way : kept_) way->shut();
  kept_.clear();
}

// Drops abandoned peers, takes over new ones, and connects unconnected ones whose waiting time is
// over.
void zmq_transport::keep_peers() {
  {
    const std::lock_guard held(added_lock_);
    kept_.insert(kept_.end(), added_.begin(), added_.end());
    added_.clear();
  }
  std::erase_if(kept_, [](const auto& way) {
    if (way->abandoned()) way->shut();
    return way->abandoned();
  });
  for (const auto& way : kept_)
    if (way->watched() == nullptr && way->retry_at() <= clock::now())
      if (auto event = way->open(context_, options_, monitors_++)) tell(*way, std::move(*event));
}

void zmq_transport::poll_all() {
  std::vector<zmq_pollitem_t> items{{nullptr, keeper_bell_.descriptor(), ZMQ_POLLIN, 0},
                                    {door_->socket().handle(), 0, ZMQ_POLLIN, 0},
                                    {listener_->socket().handle(), 0, ZMQ_POLLIN, 0}};
  auto until = clock::now() + longest_poll;
  for (const auto& way : kept_) {
    if (zmq::socket_t* const watched = way->watched())
      items.push_back({watched->handle(), 0, ZMQ_POLLIN, 0});
    else
      until = std::min(until, way->retry_at());
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now());
  zmq_poll(items.data(), static_cast<int>(items.size()), std::max<long>(0, left.count()));
  keeper_bell_.silence();
  door_->answer_all();
  hear_listener();
  for (const auto& way : kept_)
    while (auto event = way->hear()) tell(*way, std::move(*event));
}

void zmq_transport::hear_listener() {
  auto& unfinished = refused_[static_cast<std::size_t>(refusal::unfinished)];
  while (const auto event = listener_->next()) {
    if (event->what == ZMQ_EVENT_ACCEPTED) ++unfinished;
    if (event->what == ZMQ_EVENT_HANDSHAKE_SUCCEEDED) --unfinished;
  }
}

void zmq_transport::tell(const outgoing& way, peer_event&& event) {
  const std::lock_guard held(events_lock_);
  if (way.abandoned()) return;
  events_.put(std::move(event));
  has_events_ = true;
  ring();
}

}  // namespace

zmq_opened open_zmq(const zmq_options& options) {
  if (std::string why = open_library(); !why.empty()) return {nullptr, std::move(why)};
  try {
    auto made = std::make_unique<zmq_transport>(options);
    if (std::string why = made->begin(); !why.empty()) return {nullptr, std::move(why)};
    return {std::move(made), {}};
  } catch (const std::exception& problem) {  // from libzmq or the system
    return {nullptr, options.listen + ": " + problem.what()};
  }
}

}  // namespace mentat::mmps::zeromq
