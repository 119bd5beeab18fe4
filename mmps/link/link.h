// One end of a link between two incarnations of processes. It delivers each message once and in
// order, over a pipe that loses, repeats and reorders. docs/custody.md explains the meaning of an
// acknowledgement in the product.
//
// How it works. Each message of the owner gets the next sequence number, from 1, and is kept until
// the peer has acknowledged it. Frames carry a cumulative acknowledgement and their sender's
// credit; without a frame to carry it, an `ack` goes out after `ack_delay` or `ack_messages`. An
// early message waits until the gap before it is filled; a repeated one is dropped. Unacknowledged
// messages are retransmitted in batches, after a timeout that doubles from `first_timeout` to
// `longest_timeout`, with jitter. The number of the last message that was delivered to the owner is
// in every header (`link_acknowledged`), and in the body of ack, hello, hello_ack, ping, pong (8
// bytes, little-endian); it ends retransmission and the sender's custody. The link's own frames
// have the number 0; the owner's messages may be of any type.
//
// Invariants:
//  1. delivered = 1, 2, 3, ... without gap or repetition.
//  2. acknowledged <= received <= sent <= queued. A frame that says otherwise changes nothing.
//  3. At most window_messages are on the way and unacknowledged, with at most the smaller of
//     window_bytes and the peer's credit; a larger message goes alone. Without credit nothing goes;
//     the link asks the peer for it (ping).
//  4. There is a deadline exactly while some message is unacknowledged.
// Limits: send() returns 0 ("fixed.link_queue") when the owner is that far ahead of the peer.
// Messages beyond the window are dropped. Ownership: the link owns its messages, and shares their
// bodies with the frames. Thread-safety: none. Pure: time and seed are arguments. Cost: a map entry
// for an early message, else O(1) a message, and no allocation but the queues'.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/base/random.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps {

// Bytes are those of header and body.
struct link_limits {
  std::size_t window_messages = 4096;
  std::size_t window_bytes = std::size_t{16} << 20;
  std::size_t queue_messages = 65536;  // unacknowledged, on the way or not
  std::size_t queue_bytes = std::size_t{256} << 20;
  base::duration first_timeout = 20 * base::millisecond;
  base::duration longest_timeout = 400 * base::millisecond;
  base::duration ack_delay = base::millisecond;
  std::size_t ack_messages = 64;
  bool awaits_pipe = false;  // no message is sent before the first pipe_up()
  base::seeded_bug bug = base::seeded_bug::none;
};

struct link_counters {
  std::uint64_t sent_again = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t early = 0;
  std::uint64_t beyond_window = 0;  // dropped: the peer exceeded our window
  std::uint64_t malformed = 0;      // dropped: impossible numbers
};

struct link_output {
  std::vector<mentat_message> frames;  // to the peer, in this order
  // To the owner, in this order.
  std::vector<mentat_message> delivered;
};

class link_end {
 public:
  link_end(const link_limits& limits, std::uint64_t seed);

  // Returns the message's sequence number, or 0, with the message untouched, if the queue is full.
  [[nodiscard]] std::uint64_t send(base::instant now, mentat_message&& message);
  // A frame from the peer. Its header has passed decode_header().
  void step(base::instant now, mentat_message&& frame);
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] link_output take_output();
  // The same into `to`, which must be empty; the next output reuses its memory.
  void take_output(link_output& to) { std::swap(to, output_); }
  [[nodiscard]] bool has_output() const {
    return !output_.frames.empty() || !output_.delivered.empty();
  }

  // The pipe to the peer was made (again). Asks which messages have arrived, so that those lost
  // with the old pipe are retransmitted at once.
  void pipe_up(base::instant now);
  // Sets how many bytes the peer may have on the way to us: at most limits.window_bytes; 0 stops
  // it.
  void set_credit(base::instant now, std::size_t bytes);
  // Whether a frame with this number would be taken in: it is new, and within the window.
  [[nodiscard]] bool expects(std::uint64_t sequence) const;
  // Sends the message once more, now, if it was sent and is not acknowledged.
  void repeat(std::uint64_t sequence);
  // A frame of the output does not go out now. What it would have acknowledged is said soon.
  void note_withheld(base::instant now);
  // The peer's incarnation has ended. Returns all unacknowledged messages, in order. The link is
  // not used afterwards.
  [[nodiscard]] std::vector<mentat_message> close();

  // Everything up to this number is in the peer's custody.
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }
  [[nodiscard]] std::size_t unacknowledged() const { return outgoing_.size(); }
  [[nodiscard]] std::size_t unacknowledged_bytes() const { return outgoing_bytes_; }
  // The messages that were never sent yet, because the peer has no room for them.
  [[nodiscard]] std::size_t waiting() const { return queued_ - sent_; }
  [[nodiscard]] const link_counters& counters() const { return counters_; }

 private:
  [[nodiscard]] const mentat_message& kept(std::uint64_t sequence) const;
  [[nodiscard]] bool may_go(std::size_t bytes) const;
  void send_new();
  void send_again(std::size_t most);
  void suppose_lost(std::size_t most);
  void transmit(const mentat_message& message);
  void transmit_control(message_type type);
  void hear(base::instant now, const message_header& header, std::uint64_t received);
  void restart_timer(base::instant now);
  void wait_longer(base::instant now);
  void take_in(base::instant now, mentat_message&& message);
  void deliver(mentat_message&& message);
  void acknowledge_soon(base::instant now);

  link_limits limits_;
  base::random random_;
  link_counters counters_;
  bool has_pipe_;  // or has had one
  link_output output_;

  // Sending: outgoing_ holds the messages acknowledged_ + 1 .. queued_.
  std::deque<mentat_message> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  std::size_t on_the_way_bytes_ = 0;  // of acknowledged_ + 1 .. sent_
  std::uint64_t acknowledged_ = 0;
  std::uint64_t received_ = 0;  // by the peer, in order
  std::uint64_t sent_ = 0;
  std::uint64_t queued_ = 0;
  // sent_ when the timer ran out: missing messages up to it are retransmitted; again_ is the last
  // that was.
  std::uint64_t lost_until_ = 0;
  std::uint64_t again_ = 0;
  std::size_t peer_credit_;
  bool hello_unanswered_ = false;
  base::duration timeout_;
  base::instant timer_ = base::instant::never();

  // Receiving.
  std::map<std::uint64_t, mentat_message> early_;
  std::size_t early_bytes_ = 0;
  std::uint64_t delivered_ = 0;
  std::size_t credit_;
  std::size_t unreported_ = 0;  // messages since the last acknowledgement
  std::size_t unreported_bytes_ = 0;
  base::instant report_at_ = base::instant::never();
};

}  // namespace mentat::mmps
