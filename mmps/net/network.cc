#include "mmps/net/network.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "mmps/base/check.h"
#include "mmps/net/window.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t max_queued_messages = std::size_t{1} << 20;  // then senders wait
constexpr std::size_t small_message = 4096;  // smaller ones may be queued up to twice that
constexpr std::size_t piece_bytes = std::size_t{1} << 20;
constexpr std::chrono::seconds longest_stall{30};

// A connection loses nothing while it lasts, and the links learn of its end at once. So their
// timers are a slow fallback: a message that takes long must not be sent twice.
link_table_limits link_limits_of(const network_options& chosen) {
  link_table_limits limits;
  limits.link.bug = chosen.bug;
  limits.link.window_messages = window_messages;
  limits.link.window_bytes = window_bytes;
  limits.link.queue_messages = 2 * max_queued_messages;
  // A sender that finds room may send a whole message.
  limits.link.queue_bytes = 2 * (chosen.queue_bytes + mentat_message::max_body);
  limits.link.awaits_pipe = true;
  limits.link.first_timeout = base::second;
  limits.link.longest_timeout = 8 * base::second;
  return limits;
}

// Cuts a large message into pieces. See assembly.h.
void cut(unknown_peers::outbound_message& what) {
  const message_header header = what.message.header;
  std::vector<mentat_message> pieces;
  const auto add = [&](const mentat_message& block) {
    const std::size_t size = block.body().size();
    if (size <= piece_bytes) return pieces.push_back(block.again());
    for (std::size_t from = 0; from < size; from += piece_bytes)
      pieces.push_back(block.part(from, std::min(piece_bytes, size - from)));
  };
  if (!what.rest.empty() || what.message.body().size() > piece_bytes) {
    add(what.message);
    for (const mentat_message& block : what.rest) add(block);
    for (mentat_message& piece : pieces) {
      const bool is_repeated = &piece != &pieces.front() && sent_pieces::is_worth(piece);
      piece.set_header(header);
      if (is_repeated) piece.header.flags |= flag::repeated;
      if (&piece != &pieces.back()) piece.header.flags |= flag::more;
      if (&piece != &pieces.front()) piece.header.future_length = 0;
    }
    what.message = std::move(pieces.front());
    pieces.erase(pieces.begin());
    what.rest = std::move(pieces);
  }
}

bool calls_object(const message_header& header) {
  return header.type == static_cast<std::uint8_t>(message_type::exec) &&
         !header.destination.is_process();
}

}  // namespace

network::network(std::unique_ptr<transport> through, network_options chosen)
    : chosen_(std::move(chosen)),
      clock_(*chosen_.clock),
      transport_(std::move(through)),
      links_(link_limits_of(chosen_), chosen_.seed),
      spread_(chosen_.bug),
      fetched_(chosen_.bug),
      word_(chosen_.sleeps_on != nullptr ? *chosen_.sleeps_on : own_word_) {
  if (chosen_.has_thread) watcher_ = std::thread([this] { watch(); });
}

void network::close() {
  effects after;
  {
    std::unique_lock guard(lock_);
    if (closed_) return;
    if (chosen_.has_thread) {
      repeat(spread_.wait_no_more());
      pass_on(after);
      ++waiting_;
      changed_.wait_for(guard, std::chrono::nanoseconds(chosen_.for_last_messages),
                        [this] { return has_all_arrived(); });
      --waiting_;
    }
    closed_ = true;
    changed_.notify_all();
  }
  stopping_.store(true);
  wake_sleeper();
  transport_->wake();
  if (watcher_.joinable()) watcher_.join();
  transport_->close();
  {
    const std::lock_guard guard(lock_);
    for (auto& [process, one] : peers_)
      for (waiting_for_custody& waiting : one.outs)
        after.outs.push_back(std::move(waiting.when_out));
    peers_.clear();
    calls_.clear();
    for (unknown_peers::outbound_message& one : unknown_.take_overdue(base::instant::never()))
      if (one.when_out) after.outs.push_back(std::move(one.when_out));
  }
  for (const auto& when_out : after.outs) when_out();
}

bool network::all_arrived() const {
  const std::lock_guard guard(lock_);
  return has_all_arrived();
}

bool network::has_all_arrived() const {
  return kept_open_ == 0 && std::ranges::all_of(peers_, [this](const auto& one) {
           const link_end* const link = links_.find(one.first);
           return !one.second.connection.may_be_reached() || link == nullptr ||
                  link->unacknowledged() == 0;
         });
}

void network::warn_of(const mmps_name& process, const std::string& what) const {
  chosen_.warn("process " + std::to_string(process.process_number()) + " of host " +
               std::to_string(process.host) + " " + what);
}

// --- peers

void network::connect(const mmps_name& process, const std::string& address) {
  effects after;
  {
    const std::lock_guard guard(lock_);
    introduce(process, after);
    peer& one = peers_[process];
    one.connection.address = address;
    // It has a connection to its old address, or messages wait for it, or it has sent some.
    if (one.connection.has_begun() || links_.find(process) != nullptr)
      reach(process, one.connection);
    pass_on(after);
    changed_.notify_all();
  }
  if (after.mail) chosen_.arrived();
  for (const auto& when_out : after.outs) when_out();
}

// Messages that were sent to it before it was known go first.
void network::introduce(const mmps_name& process, effects& after) {
  const auto [added, is_new] = peers_.try_emplace(process);
  if (!is_new) return;
  for (unknown_peers::outbound_message& one : unknown_.take(process))
    if (!enqueue(process, std::move(one))) refuse(std::move(one), after);
}

// Connects to the process, if its address is known. Most processes of other hosts never send to
// each other, so a connection, which costs both some 0.5 ms of a core, is made for the first frame.
void network::reach(const mmps_name& process, peer_connection& one) {
  if (one.address.empty()) return;
  if (!one.has_begun()) one.now = peer_connection::state::begun;
  const std::string why = transport_->connect(process, std::exchange(one.address, {}));
  if (why.empty()) return;
  one.now = peer_connection::state::down;
  warn_of(process, "cannot be reached: " + why);
}

// Returns the message as undelivered: its receiver is not known.
void network::refuse(unknown_peers::outbound_message&& what, effects& after) {
  const auto call = calls_.find(what.message.header.destination.process());
  if (call != calls_.end() && call->second == 0) calls_.erase(call);
  undelivered_.push_back(what.message.header);
  undelivered_.back().flags &= static_cast<std::uint16_t>(~flag::more);
  if (what.when_out) after.outs.push_back(std::move(what.when_out));
  has_undelivered_.store(true);
  after.mail = true;
}

void network::note_ending(const mmps_name& process) {
  const std::lock_guard guard(lock_);
  if (const auto found = peers_.find(process); found != peers_.end()) found->second.ends = true;
  changed_.notify_all();
}

void network::forget(const mmps_name& process) {
  transport_->disconnect(process);
  effects after;
  {
    const std::lock_guard guard(lock_);
    links_.close(process);
    if (const auto found = peers_.find(process); found != peers_.end()) {
      if (chosen_.bug != base::seeded_bug::custody_of_the_ended_awaited)
        for (waiting_for_custody& one : found->second.outs)
          after.outs.push_back(std::move(one.when_out));
      if (found->second.stopped) --stopped_;
      peers_.erase(found);
    }
    repeat(spread_.forget(process));
    fetched_.forget_sender(process);
    say_missing(fetched_.give_up(process));
    calls_.erase(process);
    sent_.erase(process);
    for (unknown_peers::outbound_message& one : unknown_.take(process))
      if (one.when_out) after.outs.push_back(std::move(one.when_out));
    pass_on(after);
    changed_.notify_all();
  }
  {
    const std::lock_guard guard(counting_);
    handled_.erase(process);
  }
  mailbox_.forget(process);
  reassembly_.forget(process);
  for (const auto& when_out : after.outs) when_out();
}

// --- sending

network::sent network::send(message_header& header, std::span<const std::byte> body,
                            std::function<void()> when_out) {
  return post(header, {mentat_message(body), {}, std::move(when_out)});
}

network::sent network::give(message_header& header, base::byte_buffer&& body,
                            std::function<void()> when_out) {
  return post(header, {mentat_message::of(std::move(body)), {}, std::move(when_out)});
}

network::sent network::give_blocks(message_header& header, std::vector<mentat_message>&& blocks,
                                   std::function<void()> when_out) {
  unknown_peers::outbound_message what{std::move(blocks.front()), {}, std::move(when_out)};
  blocks.erase(blocks.begin());
  what.rest = std::move(blocks);
  return post(header, std::move(what));
}

network::sent network::post(message_header& header, unknown_peers::outbound_message&& what) {
  const mmps_name process = header.destination.process();
  if (!header.source.bound()) header.source = chosen_.self;
  header.cluster = chosen_.cluster;
  header.flags &= static_cast<std::uint16_t>(
      ~(flag::more | flag::body_crc | flag::repeated | flag::named | flag::elsewhere));
  header.body_crc = 0;
  header.body_length = what.message.header.body_length;
  what.message.header = header;
  for (const mentat_message& block : what.rest) header.body_length += block.header.body_length;
  cut(what);
  if (process.host != chosen_.self.host) protect(process, what);
  const std::size_t size = what.size();
  effects after;
  {
    std::unique_lock guard(lock_);
    if (closed_) return sent::gone;
    if (!peers_.contains(process)) {
      if (links_.has_ended(process)) return sent::gone;
      const bool is_call = calls_object(header);
      if (unknown_.put(clock_.now(), process, std::move(what))) {
        if (is_call) calls_.try_emplace(process, 0);
        ++sent_[process];
        return sent::yes;
      }
      ++refused_ever_;
      if (const auto refused = refused_.note(clock_.now()))
        warn_of(process, "is not known, and too much waits for such (fixed.unknown_processes): " +
                             std::to_string(*refused) + " messages refused");
      return sent::full;
    }
    // A message about the order of others is short, and its sender must not wait.
    const bool is_past = header.type == static_cast<std::uint8_t>(message_type::past);
    const sent there = is_past ? sent::yes : wait_for_room(guard, process);
    if (there == sent::gone || (there == sent::full && size > small_message)) return there;
    if (!enqueue(process, std::move(what)))
      return links_.has_ended(process) ? sent::gone : sent::full;
    ++sent_[process];
    pass_on(after);
  }
  for (const auto& out : after.outs) out();
  return sent::yes;
}

network::drops network::dropped() const {
  std::lock_guard guard(lock_);
  return {links_.dropped(), refused_ever_};
}

bool network::has_room(const mmps_name& process) const {
  const link_end* const link = links_.find(process);
  return link == nullptr || (link->unacknowledged() < max_queued_messages &&
                             link->unacknowledged_bytes() < chosen_.queue_bytes);
}

// Waits while the receiver makes progress now and then. The network's own thread does not wait,
// because it learns of new room.
network::sent network::wait_for_room(std::unique_lock<std::mutex>& guard,
                                     const mmps_name& process) {
  std::uint64_t progress = 0;
  const auto there = [&]() -> const peer* {
    const auto found = peers_.find(process);
    return found == peers_.end() || found->second.ends || closed_ ? nullptr : &found->second;
  };
  const auto may_go_on = [&] {
    const peer* const one = there();
    return one == nullptr || has_room(process) || one->acknowledged != progress;
  };
  while (const peer* const one = there()) {
    if (has_room(process)) return sent::yes;
    if (one->stalled || !chosen_.senders_wait || !chosen_.has_thread ||
        std::this_thread::get_id() == watcher_.get_id())
      return sent::full;
    progress = one->acknowledged;
    ++waiting_;
    const bool goes_on = changed_.wait_for(guard, longest_stall, may_go_on);
    --waiting_;
    if (goes_on) continue;
    peers_[process].stalled = true;
    warn_of(process, "does not receive, and much waits for it (fixed.link_queue)");
  }
  return sent::gone;
}

// Adds checksums, but not to pieces that the receiver has.
void network::protect(const mmps_name& process, unknown_peers::outbound_message& what) const {
  protect_body(what.message);
  if (what.rest.empty()) return;
  std::vector<mentat_message*> fresh;
  {
    const std::lock_guard guard(lock_);
    const auto to = peers_.find(process);
    for (mentat_message& piece : what.rest)
      if (to == peers_.end() || !sent_pieces::is_worth(piece) || !to->second.sent.has(piece))
        fresh.push_back(&piece);
  }
  for (mentat_message* const piece : fresh) protect_body(*piece);
}

// False: no room, and the message is untouched. If there is room for the first piece, there is for
// all.
bool network::enqueue(const mmps_name& process, unknown_peers::outbound_message&& what) {
  const bool is_call = calls_object(what.message.header);
  std::uint64_t sequence = 0;
  const auto take = [&](mentat_message& piece) {
    return links_.send(clock_.now(), process, std::move(piece), &sequence) ==
           link_table::queued::yes;
  };
  if (!take(what.message)) return false;
  if (peer& to = peers_[process]; !to.connection.has_begun()) reach(process, to.connection);
  for (mentat_message& piece : what.rest) {
    if (sent_pieces::is_worth(piece)) name_if_received(process, piece);
    MENTAT_CHECK(take(piece), "fixed.link_queue: there is room for a whole message");
  }
  if (what.when_out) peers_[process].outs.push_back({sequence, std::move(what.when_out)});
  if (is_call) calls_[process] = sequence;
  return true;
}

// The piece goes to the receiver for the first time, or becomes a message that names it.
void network::name_if_received(const mmps_name& process, mentat_message& piece) {
  sent_pieces& sent = peers_[process].sent;
  if (std::optional<mentat_message> name = sent.named(piece)) {
    piece = std::move(*name);
    if (process.host != chosen_.self.host) protect_body(piece);
    return;
  }
  // The receiver had it when protect() looked.
  if (process.host != chosen_.self.host && (piece.header.flags & flag::body_crc) == 0)
    protect_body(piece);
  sent.add(piece);
}

bool network::await_calls(const mmps_name& but, const callback_maker* make) {
  const std::lock_guard guard(lock_);
  bool any = false;
  for (const auto& [process, last] : calls_) {
    if (process == but) continue;
    any = true;
    if (!make) break;
    const auto found = peers_.find(process);
    if (found == peers_.end()) {
      unknown_.add_when_out(process, (*make)());
      continue;
    }
    auto& outs = found->second.outs;
    outs.insert(std::ranges::upper_bound(outs, last, {}, &waiting_for_custody::sequence),
                {last, (*make)()});
  }
  return any;
}

void network::keep_open() {
  const std::lock_guard guard(lock_);
  ++kept_open_;
}

void network::let_close() {
  const std::lock_guard guard(lock_);
  if (--kept_open_ == 0) changed_.notify_all();
}

// The link repeats a frame that has no connection once there is one.
void network::give_frames() {
  mmps_name to;
  peer_connection* there = nullptr;
  for (auto& [process, frame] : decided_.frames) {
    if (!there || process != to) there = &peers_[to = process].connection;
    if (!there->is_up()) {
      reach(process, *there);
      continue;
    }
    const bool may_wait = process.host != chosen_.self.host && spread_pieces::concerns(frame);
    if (may_wait && !spread_.pass(clock_.now(), process, frame)) {
      links_.note_withheld(clock_.now(), process);
      continue;
    }
    static_cast<void>(transport_->try_send(process, frame));
  }
}

// Carries out the links' output. REQUIRES: lock_ is held.
void network::pass_on(effects& after) {
  do {
    links_.take_output(decided_);
    give_frames();
    for (link_table_output::addressed& one : decided_.delivered) deliver(one, after);
    for (const link_table_output::progress& one : decided_.acknowledged) note_progress(one, after);
  } while (links_.has_output());
}

// REQUIRES: lock_ is held, and pass_on() follows.
void network::repeat(const spread_pieces::frames& due) {
  for (const spread_pieces::frame_id& one : due) links_.repeat(one.to, one.sequence);
}

void network::note_progress(const link_table_output::progress& one, effects& after) {
  peer& to = peers_[one.peer];
  to.acknowledged = one.acknowledged;
  repeat(spread_.note_acknowledged(clock_.now(), one.peer, one.acknowledged));
  to.stalled = false;
  while (!to.outs.empty() && to.outs.front().sequence <= one.acknowledged) {
    after.outs.push_back(std::move(to.outs.front().when_out));
    to.outs.pop_front();
  }
  if (const auto call = calls_.find(one.peer);
      call != calls_.end() && call->second <= one.acknowledged)
    calls_.erase(call);
  if (waiting_ != 0) changed_.notify_all();
}

bool network::has_to_send() const {
  const std::lock_guard guard(lock_);
  return !unknown_.empty() || std::ranges::any_of(peers_, [this](const auto& one) {
    const link_end* const link = links_.find(one.first);
    return link != nullptr && link->unacknowledged() != 0;
  });
}

std::uint64_t network::sent_to(const mmps_name& process) const {
  const std::lock_guard guard(lock_);
  const auto found = sent_.find(process);
  return found == sent_.end() ? 0 : found->second;
}

std::vector<message_header> network::take_undelivered() {
  if (!has_undelivered_.load()) return {};
  const std::lock_guard guard(lock_);
  has_undelivered_.store(false);
  return std::exchange(undelivered_, {});
}

}  // namespace mentat::mmps::net
