// The receiving half of the network: the turn, and the handling of arrived messages.
#include <algorithm>
#include <optional>
#include <utility>

#include "mmps/net/network.h"
#include "mmps/net/window.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

using base::duration;
using base::instant;

constexpr std::size_t frames_at_a_time = 64;
constexpr std::size_t messages_at_a_time = 64;
constexpr std::size_t mail_high_water = window_bytes / 2;  // of one process: then it is stopped
constexpr std::size_t mail_low_water = window_bytes / 4;   // it may go on
// One in so many polls of a thread that looks for work is a system call.
constexpr unsigned receives_per_poll = 64;
// After so many polls that find one message each, comes_in_bulk() ends.
constexpr unsigned polls_after_bulk = 16;
constexpr duration longest_wait = base::second;                   // of the network's thread
constexpr duration without_end = 365 * 24 * 3600 * base::second;  // so no timer is set
constexpr duration without_a_turn = base::millisecond;  // then the network's thread takes it
constexpr int until_deep = 10;                          // such waits without an event

}  // namespace

// --- the turn

bool network::receive(const handler& handle, bool expects) {
  if (mailbox_.empty() &&
      (expects || empty_polls_.fetch_add(1, std::memory_order_relaxed) % receives_per_poll == 0))
    poll_transport();
  if (mailbox_.empty() && held_back_.load() == 0) return false;
  const std::unique_lock guard(handling_, std::try_to_lock);
  if (!guard) return false;
  std::size_t handled = receive_held_back(handle);
  for (; handled < messages_at_a_time; ++handled) {
    mailbox::inbound_message* const one = mailbox_.take();
    if (one == nullptr) break;
    if (waiting_peers_.empty() || !hold_back(*one)) handle_inbound(*one, handle);
  }
  if (!mailbox_.empty()) chosen_.arrived();
  return handled != 0;
}

void network::handle_inbound(mailbox::inbound_message& one, const handler& handle) {
  hand_over(one, handle);
  note_handled(one.from, mailbox_.done(one));
  one.message = {};  // its body may be large
}

bool network::waits(waiting_peer& one) const {
  std::erase_if(one.causes, [this](const auto& cause) {
    return chosen_.has_handled(cause.first, cause.second);
  });
  return !one.causes.empty();
}

// True: the message is held back, behind others of its sender or for messages of others.
bool network::hold_back(mailbox::inbound_message& one) {
  const auto found = waiting_peers_.find(one.from);
  if (found == waiting_peers_.end()) return false;
  if (found->second.messages.empty() && !waits(found->second)) {
    waiting_peers_.erase(found);
    return false;
  }
  found->second.messages.push_back(std::move(one));
  held_back_.fetch_add(1);
  return true;
}

// Handles the messages that need not be held back any more. Returns their number.
std::size_t network::receive_held_back(const handler& handle) {
  std::size_t handled = 0;
  may_go_on_.store(false);
  for (auto at = waiting_peers_.begin(); at != waiting_peers_.end();) {
    waiting_peer& peer = at->second;
    for (; !peer.messages.empty() && !waits(peer); ++handled) {
      mailbox::inbound_message one = std::move(peer.messages.front());
      peer.messages.pop_front();
      held_back_.fetch_sub(1);
      handle_inbound(one, handle);
    }
    at = peer.messages.empty() && peer.causes.empty() ? waiting_peers_.erase(at) : std::next(at);
  }
  return handled;
}

void network::hand_over(const mailbox::inbound_message& one, const handler& handle) {
  const auto handle_and_count = [&](const message_header& header, std::span<const std::byte> body) {
    handle(header, body);
    count_handled(one.from);
  };
  if ((one.message.header.flags & flag::more) == 0 && !reassembly_.has_incomplete(one.from))
    return handle_and_count(one.message.header, one.message.body());
  std::optional<assembly::message> whole = reassembly_.add(one.from, one.message);
  if (!whole) return discard_if_forgotten(one.from);
  if (whole->too_long) {
    count_handled(one.from);
    return warn_of(one.from, "has sent a message of more than 1 GiB (fixed.message)");
  }
  handle_and_count(whole->header, whole->body());
  reassembly_.give_back(clock_.now(), std::move(*whole));
}

void network::count_handled(const mmps_name& from) {
  {
    const std::lock_guard guard(counting_);
    ++handled_[from];
  }
  may_go_on_.store(true);
}

std::uint64_t network::handled_from(const mmps_name& process) const {
  const std::lock_guard guard(counting_);
  const auto found = handled_.find(process);
  return found == handled_.end() ? 0 : found->second;
}

// Its sender may have been forgotten while the piece was in the mailbox.
void network::discard_if_forgotten(const mmps_name& process) {
  {
    const std::lock_guard guard(lock_);
    if (peers_.contains(process)) return;
  }
  reassembly_.forget(process);
}

void network::poll_transport() {
  std::unique_lock turn(turn_, std::try_to_lock);
  if (!turn) return;
  ++turns_;
  effects after;
  {
    const std::lock_guard guard(lock_);
    keep_up(clock_.now(), after);
  }
  take_in(after);
  turn.unlock();
  for (const auto& out : after.outs) out();
}

void network::sleep(std::uint32_t expected, duration longest) {
  if (!chosen_.has_thread) return static_cast<void>(turn(clock_.now()));
  std::unique_lock turn(turn_, std::try_to_lock);
  if (!turn) return base::futex_wait(word_, expected, longest, true);
  ++turns_;
  expected_.store(expected);
  waits_.store(true);
  const instant end = longest > 0 ? clock_.now() + longest : instant::never();
  effects after;
  while (word_.load() == expected && !has_mail() && after.outs.empty() &&
         wait_and_take_in(end, true, after)) {
  }
  waits_.store(false);
  if (deep_.exchange(false)) wake_sleeper();
  turn.unlock();
  for (const auto& out : after.outs) out();
}

// The network's thread. While another thread waits for messages, it sleeps on that thread's word;
// when no thread has had the turn for a while, it takes it. It wakes up every millisecond as long
// as there is activity, so that other threads need not wake it.
void network::watch() {
  instant last_turn = clock_.now();
  std::uint64_t turns = 0;
  int quiet = 0;
  while (!stopping_.load()) {
    const bool waited = waits_.load();
    const std::uint32_t seen = word_.load();
    if (waited && (seen != expected_.load() || wait_until_.load() <= clock_.now()))
      transport_->wake();
    const bool deep = waited && quiet >= until_deep;
    deep_.store(deep);
    if (!deep || (waits_.load() && !stopping_.load()))
      base::futex_wait(word_, seen, deep ? until_deadline() : without_a_turn, true);
    deep_.store(false);
    // A wake-up wakes only one of the two sleepers, and this one may have been meant for the other.
    if (word_.load() != seen && !waits_.load()) base::futex_wake(word_, true);
    const std::uint64_t now_taken = turns_.load();
    const bool taken = now_taken != std::exchange(turns, now_taken);
    if (!waited || taken)
      quiet = 0;
    else if (!deep)
      ++quiet;
    if (waited || taken) {
      last_turn = clock_.now();
      continue;
    }
    if (clock_.now() - last_turn < without_a_turn) continue;
    while (!stopping_.load() && !receive_for_others()) {
    }
    last_turn = clock_.now();
  }
}

// True: the thread of the word was woken and will take the turn when it sleeps again, or another
// thread has the turn already. Then this thread watches instead of waiting for the turn.
bool network::receive_for_others() {
  std::unique_lock turn(turn_, std::try_to_lock);
  if (!turn) return true;
  effects after;
  wait_and_take_in(clock_.now() + longest_wait, false, after);
  turn.unlock();
  const bool gives = after.mail && chosen_.arrived();
  for (const auto& out : after.outs) out();
  return gives;
}

instant network::turn(instant now) {
  effects after;
  bool more = false;
  {
    const std::lock_guard turn(turn_);
    {
      const std::lock_guard guard(lock_);
      keep_up(now, after);
    }
    more = take_in(after) == frames_at_a_time;
  }
  if (after.mail) chosen_.arrived();
  for (const auto& out : after.outs) out();
  return more ? now : next_deadline();
}

instant network::next_deadline() const {
  const std::lock_guard guard(lock_);
  return next_timer();
}

// REQUIRES: lock_ is held.
instant network::next_timer() const {
  return std::min({links_.next_deadline(), unknown_.next_deadline(), spread_.next_deadline(),
                   fetched_.next_deadline()});
}

// --- arrived messages

// Returns false once `end` has come.
bool network::wait_and_take_in(instant end, bool watched, effects& after) {
  const instant begin = clock_.now();
  if (end <= begin) return false;
  instant next = end;
  {
    const std::lock_guard guard(lock_);
    keep_up(begin, after);
    next = std::min(next, next_timer());
  }
  if (after.mail || !after.outs.empty()) return true;
  if (watched) wait_until_.store(next);
  // Deadlines that others change meanwhile are seen within that time.
  if (watched) next = std::min(next, begin + longest_wait);
  // Setting and cancelling a timer for each message costs as much as the system call that waits.
  // The network's thread watches the time for the waiting one, unless it sleeps deeply.
  const bool timed = next != instant::never() && (!watched || deep_.load());
  transport_->wait(timed ? std::max<duration>(next - begin, 0) : without_end);
  take_in(after);
  return true;
}

// The length of a sleep until then; 0: there is no deadline.
duration network::until_deadline() const {
  const instant next = wait_until_.load();
  return next == instant::never() ? 0 : std::max(next - clock_.now(), without_a_turn);
}

// Runs due timers and takes in the peers' events. Call it before a wait, so that results do not
// wait for a message. REQUIRES: lock_ is held.
void network::keep_up(instant at, effects& after) {
  reassembly_.tidy(at);
  note_events();
  links_.tick(at);
  repeat(spread_.take_overdue(at));
  say_missing(fetched_.take_overdue(at));
  for (unknown_peers::outbound_message& one : unknown_.take_overdue(at))
    refuse(std::move(one), after);
  pass_on(after);
}

// Returns the number of frames.
std::size_t network::take_in(effects& after) {
  frames_.clear();
  transport_->receive(frames_at_a_time, [this](const mmps_name& from, mentat_message&& message) {
    frames_.push_back({from, std::move(message)});
  });
  if (frames_.empty()) return 0;
  const std::size_t arrived = frames_.size();
  if (frames_.size() > 1)
    bulk_for_.store(polls_after_bulk, std::memory_order_relaxed);
  else if (const unsigned left = bulk_for_.load(std::memory_order_relaxed); left != 0)
    bulk_for_.store(left - 1, std::memory_order_relaxed);
  std::erase_if(frames_, [this](mailbox::inbound_message& one) { return !take_piece(one); });
  const std::lock_guard guard(lock_);
  const instant at = clock_.now();
  for (mailbox::inbound_message& frame : frames_) {
    links_.step(at, frame.from, std::move(frame.message));
    if (!peers_.contains(frame.from) && links_.find(frame.from) != nullptr)
      introduce(frame.from, after);
  }
  pass_on(after);
  return arrived;
}

void network::note_events() {
  for (const peer_event& event : transport_->take_events()) {
    const auto found = peers_.find(event.peer);
    if (found == peers_.end()) continue;
    const bool is_up = event.what == peer_event::kind::up;
    peer_connection& there = found->second.connection;
    there.now = is_up ? peer_connection::state::up : peer_connection::state::down;
    for (mentat_message& one : std::exchange(there.apart, {}))
      if (is_up) static_cast<void>(transport_->try_send(event.peer, one));
    if (!is_up) {
      say_missing(fetched_.give_up(event.peer));
      repeat(spread_.note_unreachable(event.peer));
    }
    if (is_up) links_.pipe_up(clock_.now(), event.peer);
    changed_.notify_all();
  }
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
  if ((one.message.header.flags & flag::repeated) != 0 && !from.received.take(one.message)) {
    if (!std::exchange(from.warned, true))
      chosen_.warn(
          "messages name pieces that are not kept (fixed.repeated_pieces), and are dropped");
    return;
  }
  after.mail = true;
  // The checksum was verified; it would be wrong for a reassembled or forwarded message.
  one.message.header.flags &= static_cast<std::uint16_t>(~flag::body_crc);
  one.message.header.body_crc = 0;
  if (mailbox_.put(one.peer, std::move(one.message)) < mail_high_water) return;
  if (from.stopped) return;
  ++stopped_;
  // A thread that has handled the message meanwhile did not see that the peer is stopped.
  if (mailbox_.bytes_of(one.peer) < mail_low_water) {
    --stopped_;
    return;
  }
  from.stopped = true;
  links_.set_credit(clock_.now(), one.peer, 0);
}

void network::note_handled(const mmps_name& from, std::size_t left) {
  if (stopped_.load(std::memory_order_seq_cst) == 0 || left >= mail_low_water) return;
  const std::lock_guard guard(lock_);
  const auto found = peers_.find(from);
  if (found == peers_.end() || !std::exchange(found->second.stopped, false)) return;
  --stopped_;
  links_.set_credit(clock_.now(), from, window_bytes);
  transport_->wake();  // the link then tells the peer when it is due
}

}  // namespace mentat::mmps::net
