#include "mmps/shm/outgoing_link.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "mmps/base/call_both.h"

namespace mentat::mmps::shm {
namespace {

constexpr std::size_t piece = ring_memory::largest_record;
// How long the writer of a large message polls while the reader makes no room.
constexpr auto patience = std::chrono::microseconds(100);
constexpr int polls_before_yield = 50;
constexpr std::uint64_t bytes_before_ring = 65536;

}  // namespace

outgoing_link::outgoing_link(const mmps_name& self, const mmps_name& peer, segment ring_memory,
                             segment peer_bell, doorbell& own_bell,
                             std::atomic<unsigned>& links_that_wait, block_channel blocks)
    : self_(self),
      peer_(peer),
      memory_(std::move(ring_memory)),
      bell_segment_(std::move(peer_bell)),
      ring_memory_(*reinterpret_cast<struct ring_memory*>(memory_.data())),
      bell_(*reinterpret_cast<doorbell*>(bell_segment_.data())),
      own_bell_(own_bell),
      links_that_wait_(links_that_wait),
      passes_blocks_(blocks.open()),
      ring_(ring_memory_),
      blocks_(std::move(blocks)) {
  memory_.close_descriptor();
  bell_segment_.close_descriptor();
}

// `put_or_keep` leaves `when_out` alone if the whole message is in the ring, else takes it over.
template <class PutOrKeep>
bool outgoing_link::send_by(std::function<void()>*& when_out, PutOrKeep put_or_keep) {
  bool owes = false;
  block_list dropped;
  {
    std::lock_guard guard(lock_);
    if (gone()) return false;
    count();
    put_or_keep(dropped);
    owes = !out_.empty();
  }
  bell_.ring();
  dropped.clear();
  if (owes) [[unlikely]]
    own_bell_.ring();
  if (when_out && *when_out) (*when_out)();
  return true;
}

bool outgoing_link::send(const message_header& header, std::span<const std::byte> body,
                         std::function<void()>* when_out) {
  return send_by(when_out, [&](block_list& dropped) {
    const auto head = std::as_bytes(std::span(&header, 1));
    if (!waiting_.empty()) [[unlikely]] {
      send_rest(0, head, body, std::exchange(when_out, nullptr), dropped);
    } else if (!put_small(header, body)) {
      const std::size_t done = put(head, body);
      if (done < head.size() + body.size())
        send_rest(done, head, body, std::exchange(when_out, nullptr), dropped);
    }
  });
}

bool outgoing_link::send_patiently(const message_header& header, std::span<const std::byte> body,
                                   std::function<void()>* when_out) {
  bool is_put = false, rings = false;
  {
    const std::lock_guard guard(lock_);
    if (gone()) return false;
    const auto head = std::as_bytes(std::span(&header, 1));
    const std::uint64_t before = ring_.bytes();
    is_put = waiting_.empty() && head.size() + body.size() <= piece &&
             (put_small(header, body) || put(head, body) != 0);
    if (is_put) count();
    rings = before / bytes_before_ring != ring_.bytes() / bytes_before_ring;
  }
  if (!is_put) return send(header, body, when_out);
  if (rings) bell_.ring();
  if (when_out && *when_out) (*when_out)();
  return true;
}

bool outgoing_link::send_blocks(const message_header& header, std::vector<mentat_message>&& blocks,
                                std::function<void()>* when_out) {
  // Under the lock it needs no memory: a message that is counted is sent.
  std::list<rest> one(1);
  rest& left = one.front();
  left.blocks.push_back({mentat_message(std::as_bytes(std::span(&header, 1)))});
  for (mentat_message& block : blocks) left.blocks.push_back(kept(std::move(block)));
  return send_by(when_out, [&](block_list& dropped) {
    if (waiting_.empty() && put_rest(left, true, dropped)) return;
    if (when_out && *when_out) left.when_out = std::move(*when_out);
    when_out = nullptr;
    keep(std::move(one));
    flush(dropped);
  });
}

bool outgoing_link::send(const compact_header& header, std::span<const std::byte> body) {
  bool put = false;
  {
    std::lock_guard guard(lock_);
    if (gone()) [[unlikely]]
      return false;
    if (body.size() <= compact_header::max_body && waiting_.empty()) [[likely]]
      put = ring_.put(header.words, body, record_kind::compact, header.note);
    if (put) [[likely]]
      count();
  }
  if (!put) [[unlikely]]
    return send(header.whole(self_, peer_, static_cast<std::uint32_t>(body.size())), body, nullptr);
  bell_.ring();
  return true;
}

// REQUIRES: lock_ is held.
bool outgoing_link::put_small(const message_header& header, std::span<const std::byte> body) {
  if (body.size() > compact_header::max_body || !compact_header::fits(header, self_, peer_))
    return false;
  const compact_header compact = compact_header::of(header);
  return ring_.put(compact.words, body, record_kind::compact, compact.note);
}

kept_parts::kept_parts(std::size_t done, std::span<const std::byte> whole_head,
                       std::span<const std::byte> body)
    : head(whole_head.subspan(std::min(done, whole_head.size()))) {
  const auto body_left = body.subspan(done - (whole_head.size() - head.size()));
  beside_head = body_left.first(std::min(body_left.size(), piece - head.size()));
  behind = body_left.subspan(beside_head.size());
}

// REQUIRES: lock_ is held.
void outgoing_link::send_rest(std::size_t done, std::span<const std::byte> head,
                              std::span<const std::byte> body, std::function<void()>* when_out,
                              block_list& dropped) {
  const kept_parts parts(done, head, body);
  base::byte_buffer first;
  first.reserve(parts.head.size() + parts.beside_head.size());
  first.append(parts.head);
  first.append(parts.beside_head);
  std::list<rest> left(1);
  left.front().blocks.push_back({mentat_message::of(std::move(first))});
  if (!parts.behind.empty()) left.front().blocks.push_back({mentat_message(parts.behind)});
  if (when_out) left.front().when_out = std::move(*when_out);
  keep(std::move(left));
  flush(dropped);
}

// Puts as much of the message as there is room for, and returns its bytes. An awake reader makes
// room for further pieces meanwhile. REQUIRES: lock_ is held.
std::size_t outgoing_link::put(std::span<const std::byte> head, std::span<const std::byte> body) {
  if (head.size() + body.size() <= piece)
    return ring_.put(head, body, record_kind::whole) ? head.size() + body.size() : 0;
  std::size_t done = 0;
  for (auto left = body; !left.empty();) {
    const auto first = done == 0 ? head : head.first(0);
    const auto now = left.first(std::min(left.size(), piece - first.size()));
    const auto kind = now.size() == left.size() ? record_kind::whole : record_kind::more;
    if (!ring_.put(first, now, kind) && !put_when_there_is_room(first, now, kind)) break;
    bell_.ring();
    done += first.size() + now.size();
    left = left.subspan(now.size());
  }
  return done;
}

bool outgoing_link::put_when_there_is_room(std::span<const std::byte> first,
                                           std::span<const std::byte> second, record_kind kind) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (int polls = 1; !ring_.put(first, second, kind); ++polls) {
    if (polls % polls_before_yield != 0) continue;
    sched_yield();
    if (std::chrono::steady_clock::now() >= end) return false;
  }
  return true;
}

// REQUIRES: lock_ is held.
void outgoing_link::keep(std::list<rest>&& left) {
  if (!has_waiting_.exchange(true, std::memory_order_seq_cst))
    links_that_wait_.fetch_add(1, std::memory_order_relaxed);
  waiting_.splice(waiting_.end(), left);
}

outgoing_link::kept_block outgoing_link::kept(mentat_message&& bytes) const {
  const auto body = std::as_const(bytes).body();
  if (!passes_blocks_ || body.size() < shared_blocks::least) return {std::move(bytes)};
  auto shared = shared_blocks::here().lend(body.data(), body.size());
  return {std::move(bytes), shared};
}

// Passes the descriptor of the block, once; false: its bytes have to go into the ring. REQUIRES:
// lock_ is held, and all that was sent before is in the ring.
bool outgoing_link::pass(kept_block& block) {
  if (!block.shared) return false;
  if (block.passed.number != 0) return true;
  const std::uint64_t number = blocks_.send(*block.shared);
  if (number == 0) block.shared.reset();
  block.passed = {number, block.shared ? block.shared->offset : 0,
                  std::as_const(block.bytes).body().size()};
  return number != 0;
}

// Puts as much of it as there is room for, and moves the blocks that are in the ring to `dropped`;
// true if all are. The header is the first block of a message, so that it is in one record.
// `patiently`: an awake reader makes room meanwhile. REQUIRES: lock_ is held.
bool outgoing_link::put_rest(rest& left, bool patiently, block_list& dropped) {
  while (!left.blocks.empty()) {
    kept_block& first = left.blocks.front();
    const bool is_last = left.blocks.size() == 1;
    if (pass(first)) {
      const auto kind = is_last ? record_kind::last_block : record_kind::block;
      if (!put_piece(std::as_bytes(std::span(&first.passed, 1)), kind, patiently)) return false;
      if (patiently) bell_.ring();
    } else {
      const auto block = std::as_const(first.bytes).body().subspan(left.sent);
      const auto now = block.first(std::min(block.size(), piece));
      const bool ends_block = now.size() == block.size();
      const auto kind = ends_block && is_last ? record_kind::whole : record_kind::more;
      if (!put_piece(now, kind, patiently)) return false;
      if (patiently) bell_.ring();
      left.sent += now.size();
      if (!ends_block) continue;
    }
    dropped.splice(dropped.end(), left.blocks, left.blocks.begin());
    left.sent = 0;
  }
  return true;
}

// True if it wrote anything. send_on() calls the callbacks of the written messages. REQUIRES: lock_
// is held.
bool outgoing_link::flush(block_list& dropped) {
  bool any = false;
  while (!waiting_.empty()) {
    rest& first = waiting_.front();
    const std::size_t blocks = first.blocks.size(), sent = first.sent;
    const bool is_out = put_rest(first, false, dropped);
    any |= is_out || first.blocks.size() != blocks || first.sent != sent;
    if (!is_out) {
      if (ring_.ask_for_room()) return any;
      continue;
    }
    if (first.when_out) {
      out_.push_back(std::move(first.when_out));
      owes_callbacks_.store(true, std::memory_order_seq_cst);
    }
    waiting_.pop_front();
  }
  return any;
}

// Takes the callbacks that are due. REQUIRES: lock_ is held.
outgoing_link::callbacks outgoing_link::take_callbacks() {
  owes_callbacks_.store(false, std::memory_order_relaxed);
  if (waiting_.empty() && has_waiting_.exchange(false, std::memory_order_seq_cst))
    links_that_wait_.fetch_sub(1, std::memory_order_relaxed);
  return std::exchange(out_, {});
}

bool outgoing_link::send_on() {
  if (!has_waiting_.load(std::memory_order_relaxed)) return false;
  callbacks outs;
  block_list dropped;
  {
    std::unique_lock guard(lock_, std::try_to_lock);
    if (!guard) return false;
    bool any = gone();
    if (any)
      drop_what_waits(dropped);
    else
      any = flush(dropped);
    outs = take_callbacks();
    if (!any && outs.empty()) return false;
  }
  bell_.ring();
  dropped.clear();
  for (const auto& out : outs) out();
  return true;
}

bool outgoing_link::can_send_on() const {
  return has_waiting_.load(std::memory_order_seq_cst) &&
         (gone() || owes_callbacks_.load(std::memory_order_seq_cst) || ring_.room_was_made());
}

bool outgoing_link::await_room(const callback_maker* make) {
  if (!has_waiting_.load(std::memory_order_relaxed)) return false;
  const std::lock_guard guard(lock_);
  if (waiting_.empty()) return false;
  if (make) base::call_both(waiting_.back().when_out, (*make)());
  return true;
}

// Drops the waiting messages; their callbacks run all the same.
void outgoing_link::drop_what_waits(block_list& dropped) {
  for (rest& one : waiting_) {
    if (one.when_out) out_.push_back(std::move(one.when_out));
    dropped.splice(dropped.end(), one.blocks);
  }
  waiting_.clear();
}

void outgoing_link::forget() {
  callbacks outs;
  block_list dropped;
  {
    std::lock_guard guard(lock_);
    gone_.store(true, std::memory_order_relaxed);
    drop_what_waits(dropped);
    outs = take_callbacks();
    memory_.blank();
    bell_segment_.blank();
    blocks_ = {};
  }
  dropped.clear();
  for (const auto& out : outs) out();
}

}  // namespace mentat::mmps::shm
