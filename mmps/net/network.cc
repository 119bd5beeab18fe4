#include "mmps/net/network.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "mmps/wire/codec.h"
#include "mmps/zmq/zmq_transport.h"

namespace mentat::mmps::net {
namespace {

using base::instant;

constexpr std::size_t frames_at_a_time = 64;
constexpr std::size_t letters_at_a_time = 64;
constexpr std::size_t window_messages = 2048;
constexpr std::size_t window_bytes = std::size_t{16} << 20;
constexpr std::size_t too_much_mail = window_bytes / 2;  // of one process: it is stopped
constexpr std::size_t little_mail = window_bytes / 4;    // it may go on
constexpr base::duration longest_wait = base::second;
constexpr std::chrono::seconds for_news_of_a_peer{1};
constexpr std::chrono::milliseconds for_last_messages{500};

instant now() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(
              std::chrono::steady_clock::now().time_since_epoch())
              .count()};
}

// While a connection lasts nothing is lost on it, and after it the links are told at once. So their
// own timers are for the unforeseen, and slow: what is long on its way must not be sent twice.
link_table_limits links_over_zmq() {
  link_table_limits limits;
  limits.link.window_messages = window_messages;
  limits.link.window_bytes = window_bytes;
  limits.link.queue_messages = std::size_t{1} << 20;
  limits.link.queue_bytes = std::size_t{1} << 30;
  limits.link.first_timeout = base::second;
  limits.link.longest_timeout = 8 * base::second;
  return limits;
}

// More messages on the way than a link sends without an acknowledgement: the way is never full but
// for bodies on loan.
zeromq::zmq_options transport_options(const network_options& chosen) {
  zeromq::zmq_options options{
      .self = chosen.self, .listen = chosen.listen, .keys = {}, .cluster = chosen.cluster};
  options.high_water = static_cast<int>(2 * window_messages);
  if (!chosen.public_key.empty()) {
    options.keys.emplace();
    options.keys->own = {chosen.public_key, chosen.secret_key};
    options.keys->shared = true;
  }
  return options;
}

}  // namespace

network::network(network_options chosen)
    : chosen_(std::move(chosen)), links_(links_over_zmq(), custody::on_receipt, chosen_.seed) {
  zeromq::zmq_opened opened = zeromq::open_zmq(transport_options(chosen_));
  if (!opened.endpoint) throw std::runtime_error("the network cannot be reached: " + opened.error);
  transport_ = std::move(opened.endpoint);
  listener_ = std::thread([this] { listen(); });
}

network::~network() {
  {
    std::unique_lock guard(lock_);
    changed_.wait_for(guard, for_last_messages, [this] { return all_arrived(); });
  }
  stopping_.store(true);
  transport_->wake();
  listener_.join();
  transport_->close();
}

bool network::all_arrived() const {
  return std::ranges::all_of(peers_, [this](const auto& one) {
    const link_end* const link = links_.find(one.first);
    return !one.second.is_up || link == nullptr || link->unacknowledged() == 0;
  });
}

// --- peers

void network::connect(const mmps_name& process, const std::string& address) {
  if (const std::string why = transport_->connect(process, address); !why.empty())
    return chosen_.warn("process " + std::to_string(process.process_number()) + " of host " +
                        std::to_string(process.host) + " cannot be reached: " + why);
  const std::lock_guard guard(lock_);
  peers_.try_emplace(process);
  changed_.notify_all();
}

void network::forget(const mmps_name& process) {
  transport_->disconnect(process);
  effects after;
  {
    const std::lock_guard guard(lock_);
    links_.close(process);
    if (const auto found = peers_.find(process); found != peers_.end()) {
      for (waiting_for_custody& one : found->second.outs)
        after.outs.push_back(std::move(one.when_out));
      if (found->second.stopped) --stopped_;
      peers_.erase(found);
    }
    pass_on(after);
    changed_.notify_all();
  }
  mailbox_.forget(process);
  for (const auto& when_out : after.outs) when_out();
}

// Somebody may name a process to us before the news of it has come.
bool network::wait_for_peer(std::unique_lock<std::mutex>& guard, const mmps_name& process) {
  if (peers_.contains(process)) return true;
  if (links_.has_ended(process)) return false;
  return changed_.wait_for(guard, for_news_of_a_peer, [&] { return peers_.contains(process); });
}

// --- sending

bool network::send(message_header& header, std::span<const std::byte> body,
                   std::function<void()> when_out) {
  const mmps_name process = header.destination.process();
  if (!header.source.bound()) header.source = chosen_.self;
  header.cluster = chosen_.cluster;
  mentat_message message(body);
  header.body_length = message.header.body_length;
  message.header = header;
  if (process.host != chosen_.self.host) protect_body(message);
  effects after;
  {
    std::unique_lock guard(lock_);
    if (!wait_for_peer(guard, process)) return false;
    std::uint64_t sequence = 0;
    const link_table::queued result = links_.send(now(), process, std::move(message), &sequence);
    if (result == link_table::queued::full)
      chosen_.warn("limits.link_queue: process " + std::to_string(process.process_number()) +
                   " of host " + std::to_string(process.host) + " does not receive");
    if (result != link_table::queued::yes) return false;
    if (when_out) peers_[process].outs.push_back({sequence, std::move(when_out)});
    pass_on(after);
  }
  for (const auto& out : after.outs) out();
  return true;
}

// What the links have decided. With the lock.
void network::pass_on(effects& after) {
  link_table_output output = links_.take_output();
  // What is not sent now, because there is no connection, is sent when there is one again.
  for (auto& [peer, frame] : output.frames) static_cast<void>(transport_->try_send(peer, frame));
  for (link_table_output::addressed& one : output.delivered) deliver(one, after);
  for (const link_table_output::progress& one : output.acknowledged) note_progress(one, after);
}

bool network::may_say(const mmps_name& from, const mmps_name& source) const {
  return source.process() == from || from.process_number() == chosen_.forwarder;
}

void network::deliver(link_table_output::addressed& one, effects& after) {
  peer& from = peers_[one.peer];
  if (!may_say(one.peer, one.message.header.source)) {
    if (!std::exchange(from.warned, true))
      chosen_.warn("messages claim another source than their sender, and are dropped");
    return;
  }
  after.mail = true;
  if (mailbox_.put(one.peer, std::move(one.message)) < too_much_mail) return;
  if (from.stopped) return;
  ++stopped_;
  // Who has handled it meanwhile did not see that the peer is stopped.
  if (mailbox_.bytes_of(one.peer) < little_mail) {
    --stopped_;
    return;
  }
  from.stopped = true;
  links_.set_credit(now(), one.peer, 0);
}

void network::note_progress(const link_table_output::progress& one, effects& after) {
  auto& outs = peers_[one.peer].outs;
  while (!outs.empty() && outs.front().sequence <= one.acknowledged) {
    after.outs.push_back(std::move(outs.front().when_out));
    outs.pop_front();
  }
  changed_.notify_all();
}

bool network::has_to_send() const {
  const std::lock_guard guard(lock_);
  return std::ranges::any_of(peers_, [this](const auto& one) {
    const link_end* const link = links_.find(one.first);
    return link != nullptr && link->waiting() != 0;
  });
}

// --- receiving

void network::listen() {
  while (!stopping_.load()) {
    base::duration longest = longest_wait;
    {
      const std::lock_guard guard(lock_);
      const instant next = links_.next_deadline();
      if (next != instant::never())
        longest = std::clamp<base::duration>(next - now(), 0, longest_wait);
    }
    transport_->wait(longest);
    const effects after = take_in();
    if (after.mail) chosen_.arrived();
    for (const auto& out : after.outs) out();
  }
}

network::effects network::take_in() {
  effects after;
  frames_.clear();
  transport_->receive(frames_at_a_time, [this](const mmps_name& from, mentat_message&& message) {
    frames_.push_back({from, std::move(message)});
  });
  const std::lock_guard guard(lock_);
  note_events();
  for (mailbox::letter& frame : frames_) {
    links_.step(now(), frame.from, std::move(frame.message));
    if (links_.find(frame.from) != nullptr && peers_.try_emplace(frame.from).second)
      changed_.notify_all();
  }
  links_.tick(now());
  pass_on(after);
  return after;
}

void network::note_events() {
  for (const peer_event& event : transport_->take_events()) {
    const auto found = peers_.find(event.peer);
    if (found == peers_.end()) continue;
    found->second.is_up = event.what == peer_event::kind::up;
    if (found->second.is_up) links_.pipe_up(now(), event.peer);
    changed_.notify_all();
  }
}

bool network::receive(const handler& handle) {
  if (mailbox_.empty()) return false;
  const std::unique_lock guard(handling_, std::try_to_lock);
  if (!guard) return false;
  in_hand_.clear();
  mailbox_.take(in_hand_, letters_at_a_time);
  for (mailbox::letter& one : in_hand_) {
    handle(one.message.header, one.message.body());
    note_handled(one.from, mailbox_.done(one));
    one.message = {};  // its body may be large
  }
  return !in_hand_.empty();
}

void network::note_handled(const mmps_name& from, std::size_t left) {
  if (stopped_.load(std::memory_order_seq_cst) == 0 || left >= little_mail) return;
  const std::lock_guard guard(lock_);
  const auto found = peers_.find(from);
  if (found == peers_.end() || !std::exchange(found->second.stopped, false)) return;
  --stopped_;
  links_.set_credit(now(), from, window_bytes);
  transport_->wake();  // the link tells the peer when its time has come
}

}  // namespace mentat::mmps::net
