#include "mmps/link/link.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "mmps/wire/codec.h"

namespace mentat::mmps {
namespace {

using base::duration;
using base::instant;

constexpr std::size_t credit_unit = 4096;   // bytes
constexpr std::size_t batch_messages = 64;  // retransmitted at once
constexpr std::size_t batch_bytes = std::size_t{1} << 20;

std::size_t size_of(const mentat_message& message) {
  return header_size + message.header.body_length;
}

bool is_control(std::uint8_t type) {
  switch (static_cast<message_type>(type)) {
    case message_type::hello:
    case message_type::hello_ack:
    case message_type::ack:
    case message_type::ping:
    case message_type::pong:
      return true;
    default:
      return false;
  }
}

mentat_message control(message_type type, std::uint64_t received) {
  std::array<std::byte, 8> body;
  for (std::size_t i = 0; i < body.size(); ++i)
    body[i] = static_cast<std::byte>(received >> (8 * i));
  mentat_message message{std::span<const std::byte>(body)};
  message.header.type = static_cast<std::uint8_t>(type);
  return message;
}

std::optional<std::uint64_t> received_in(const mentat_message& message) {
  const auto body = message.body();
  if (body.size() != 8) return std::nullopt;
  std::uint64_t received = 0;
  for (std::size_t i = 0; i < body.size(); ++i)
    received |= std::to_integer<std::uint64_t>(body[i]) << (8 * i);
  return received;
}

}  // namespace

link_end::link_end(const link_limits& limits, std::uint64_t seed)
    : limits_(limits),
      random_(seed),
      has_pipe_(!limits.awaits_pipe),
      peer_credit_(limits.window_bytes),
      timeout_(limits.first_timeout),
      credit_(limits.window_bytes) {}

// ---- sending

std::uint64_t link_end::send(instant now, mentat_message&& message) {
  const std::size_t size = size_of(message);
  const bool fits = outgoing_bytes_ + size <= limits_.queue_bytes || outgoing_.empty();
  if (outgoing_.size() >= limits_.queue_messages || !fits) return 0;
  message.header.link_sequence = ++queued_;
  outgoing_.push_back(std::move(message));
  outgoing_bytes_ += size;
  if (timer_ == instant::never()) restart_timer(now);
  send_new();
  return queued_;
}

const mentat_message& link_end::kept(std::uint64_t sequence) const {
  return outgoing_[sequence - acknowledged_ - 1];
}

bool link_end::may_go(std::size_t bytes) const {
  if (peer_credit_ == 0 || !has_pipe_) return false;
  if (sent_ == acknowledged_) return true;
  return sent_ - acknowledged_ < limits_.window_messages &&
         on_the_way_bytes_ + bytes <= std::min(limits_.window_bytes, peer_credit_);
}

void link_end::send_new() {
  while (sent_ < queued_) {
    const mentat_message& next = kept(sent_ + 1);
    if (!may_go(size_of(next))) return;
    ++sent_;
    on_the_way_bytes_ += size_of(next);
    transmit(next);
  }
}

// Continues the retransmission of the messages that were on the way when the timer ran out: each
// once, and not far ahead of the peer's progress.
void link_end::send_again(std::size_t most) {
  std::size_t bytes = 0;
  again_ = std::max(again_, received_);
  while (again_ < std::min(lost_until_, received_ + most) && bytes < batch_bytes) {
    const mentat_message& lost = kept(++again_);
    bytes += size_of(lost);
    ++counters_.sent_again;
    transmit(lost);
  }
}

void link_end::repeat(std::uint64_t sequence) {
  if (sequence > acknowledged_ && sequence <= sent_) transmit(kept(sequence));
}

void link_end::note_withheld(instant now) {
  report_at_ = std::min(report_at_, now + limits_.ack_delay);
}

void link_end::suppose_lost(std::size_t most) {
  lost_until_ = sent_;
  again_ = received_;
  send_again(most);
}

void link_end::transmit(const mentat_message& message) {
  mentat_message& frame = output_.frames.emplace_back(message.again());
  frame.header.link_acknowledged = delivered_;
  frame.header.credit = static_cast<std::uint32_t>((credit_ + credit_unit - 1) / credit_unit);
  unreported_ = unreported_bytes_ = 0;
  report_at_ = instant::never();
}

void link_end::transmit_control(message_type type) {
  const mentat_message frame = control(type, delivered_);
  transmit(frame);
}

void link_end::restart_timer(instant now) {
  timeout_ = limits_.first_timeout;
  timer_ = now + timeout_;
}

void link_end::wait_longer(instant now) {
  timeout_ = std::min(2 * timeout_, limits_.longest_timeout);
  // From three to five quarters of the timeout, so that two ends that began together drift apart.
  const auto half = static_cast<std::uint64_t>(timeout_ / 2);
  timer_ = now + (timeout_ - timeout_ / 4 + static_cast<duration>(random_.below(half + 1)));
}

// ---- frames of the peer

void link_end::step(instant now, mentat_message&& frame) {
  const message_header header = frame.header;
  if (header.link_sequence != 0) {  // the owner's, of any type
    hear(now, header, header.link_acknowledged);
    take_in(now, std::move(frame));
    return;
  }
  const std::optional<std::uint64_t> received = received_in(frame);
  if (!is_control(header.type) || !received) {
    ++counters_.malformed;
    return;
  }
  const auto type = static_cast<message_type>(header.type);
  // The peer's own hello answers ours, too: its answer was lost if it had no pipe to us yet.
  const bool tells = type == message_type::hello_ack || type == message_type::hello;
  const bool answered = tells && std::exchange(hello_unanswered_, false);
  hear(now, header, *received);
  if (answered) suppose_lost(limits_.window_messages);
  if (type == message_type::hello) transmit_control(message_type::hello_ack);
  if (type == message_type::ping) transmit_control(message_type::pong);
}

void link_end::hear(instant now, const message_header& header, std::uint64_t received) {
  const std::uint64_t acknowledged = header.link_acknowledged;
  if (acknowledged > received || received > sent_) {
    ++counters_.malformed;
    return;
  }
  const bool progress = acknowledged > acknowledged_ || received > received_;
  received_ = std::max(received_, received);
  if (acknowledged < acknowledged_) return;  // an old frame: its credit is old too
  peer_credit_ = std::size_t{header.credit} * credit_unit;
  for (; acknowledged_ < acknowledged; ++acknowledged_) {
    const std::size_t size = size_of(outgoing_.front());
    outgoing_bytes_ -= size;
    on_the_way_bytes_ -= size;
    outgoing_.pop_front();
  }
  if (progress) {
    restart_timer(now);
    send_again(batch_messages);
  }
  send_new();
  if (outgoing_.empty() && !hello_unanswered_) timer_ = instant::never();
}

void link_end::pipe_up(instant now) {
  const bool is_first = !std::exchange(has_pipe_, true);
  restart_timer(now);
  if (is_first && queued_ > 0) return send_new();  // nothing can have been lost
  hello_unanswered_ = true;
  transmit_control(message_type::hello);
}

void link_end::tick(instant now) {
  if (timer_ <= now) {
    wait_longer(now);
    if (hello_unanswered_) {
      transmit_control(message_type::hello);
    } else if (received_ < sent_) {
      if (limits_.bug != base::seeded_bug::lost_frames_stay_lost) suppose_lost(batch_messages);
    } else {
      transmit_control(message_type::ping);  // for the acknowledgement, or for credit
    }
  }
  if (report_at_ <= now) transmit_control(message_type::ack);
}

instant link_end::next_deadline() const { return std::min(timer_, report_at_); }

link_output link_end::take_output() { return std::exchange(output_, {}); }

// ---- receiving

void link_end::take_in(instant now, mentat_message&& message) {
  const std::uint64_t sequence = message.header.link_sequence;
  const std::size_t size = size_of(message);
  ++unreported_;
  unreported_bytes_ += size;
  if (sequence <= delivered_) {
    ++counters_.duplicates;
    if (limits_.bug == base::seeded_bug::repeated_frames_unacknowledged) return;
    if (limits_.bug == base::seeded_bug::repeated_frames_delivered)
      output_.delivered.push_back(std::move(message));
  } else if (sequence - delivered_ > limits_.window_messages) {
    ++counters_.beyond_window;
  } else if (sequence == delivered_ + 1) {
    deliver(std::move(message));
  } else if (limits_.bug == base::seeded_bug::early_frames_delivered) {
    delivered_ = sequence - 1;
    deliver(std::move(message));
  } else if (early_bytes_ + size > limits_.window_bytes) {
    ++counters_.beyond_window;
  } else if (early_.try_emplace(sequence, std::move(message)).second) {
    ++counters_.early;
    early_bytes_ += size;
  } else {
    ++counters_.duplicates;
  }
  acknowledge_soon(now);
}

bool link_end::expects(std::uint64_t sequence) const {
  return sequence > delivered_ && sequence - delivered_ <= limits_.window_messages &&
         !early_.contains(sequence);
}

void link_end::deliver(mentat_message&& message) {
  output_.delivered.push_back(std::move(message));
  ++delivered_;
  for (auto next = early_.begin(); next != early_.end() && next->first == delivered_ + 1;
       next = early_.erase(next), ++delivered_) {
    early_bytes_ -= size_of(next->second);
    output_.delivered.push_back(std::move(next->second));
  }
}

void link_end::acknowledge_soon(instant now) {
  if (unreported_ >= limits_.ack_messages || unreported_bytes_ >= limits_.window_bytes / 4)
    transmit_control(message_type::ack);
  else
    report_at_ = std::min(report_at_, now + limits_.ack_delay);
}

void link_end::set_credit(instant now, std::size_t bytes) {
  const std::size_t before = std::exchange(credit_, std::min(bytes, limits_.window_bytes));
  if (credit_ > before) report_at_ = std::min(report_at_, now + limits_.ack_delay);
}

std::vector<mentat_message> link_end::close() {
  std::vector<mentat_message> undelivered;
  undelivered.reserve(outgoing_.size());
  for (mentat_message& message : outgoing_) {
    message.header.link_sequence = 0;
    undelivered.push_back(std::move(message));
  }
  outgoing_.clear();
  early_.clear();
  timer_ = report_at_ = instant::never();
  return undelivered;
}

}  // namespace mentat::mmps
