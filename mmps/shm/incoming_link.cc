#include "mmps/shm/incoming_link.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::shm {
namespace {

constexpr int messages_at_a_time = 64;

}  // namespace

incoming_link::incoming_link(const mmps_name& peer, segment ring_memory, segment peer_bell,
                             rules chosen, block_channel blocks)
    : peer_(peer),
      rules_(std::move(chosen)),
      memory_(std::move(ring_memory)),
      bell_segment_(std::move(peer_bell)),
      ring_memory_(*reinterpret_cast<struct ring_memory*>(memory_.data())),
      bell_(*reinterpret_cast<doorbell*>(bell_segment_.data())),
      ring_(ring_memory_),
      channel_(std::move(blocks)) {
  memory_.close_descriptor();
  bell_segment_.close_descriptor();
}

// All take_...() and close() return false when there is nothing more to take.
template <std::size_t Lines>
bool incoming_link::take_compact(const ring_reader::record& next, const handler& handle,
                                 const compact_handler* compact) {
  if (in_pieces_) [[unlikely]]
    return close("a message in the midst of another");
  if (next.size < compact_header::size || next.size > small) [[unlikely]]
    return close("a message is shorter or longer than its kind");
  const compact_header header{ring_.words<compact_header::size / sizeof(std::uint64_t)>(next),
                              next.note};
  copy<Lines> copied;
  ring_.copy_lines(copied.bytes.data(), next, compact_header::size);
  if (ring_.done(next)) [[unlikely]]
    bell_.ring();
  const std::span<const std::byte> body(
      copied.bytes.data() + ring_reader::head_size + compact_header::size,
      next.size - compact_header::size);
  if (!header.makes_sense(body.size())) [[unlikely]]
    return close("a header makes no sense");
  if (!compact || !(*compact)(peer_, header, body)) [[unlikely]]
    hand_over_whole(header, body, handle);
  note_handled();
  return true;
}

void incoming_link::hand_over_whole(const compact_header& header, std::span<const std::byte> body,
                                    const handler& handle) {
  handle(header.whole(peer_, rules_.self, static_cast<std::uint32_t>(body.size())), body);
}

bool incoming_link::take_record(const handler& handle, const compact_handler* compact) {
  ring_reader::record next;
  switch (ring_.peek(next)) {
    case ring_reader::found::nothing:
      return false;
    case ring_reader::found::broken:
      return close("its ring is damaged");
    case ring_reader::found::record:
      break;
  }
  if (next.kind == record_kind::compact) [[likely]]
    return next.is_one_line() ? take_compact<1>(next, handle, compact)
                              : take_compact<max_lines>(next, handle, compact);
  if (next.kind == record_kind::block || next.kind == record_kind::last_block)
    return take_block(next, handle);
  const bool is_small = next.kind == record_kind::whole && !in_pieces_ && next.size <= small;
  return is_small ? take_small(next, handle) : take_piece(next, handle);
}

bool incoming_link::receive(const handler& handle, const compact_handler* compact) {
  if (!has_mail()) return false;
  const std::unique_lock guard(lock_, std::try_to_lock);
  if (!guard || closed_.load(std::memory_order_relaxed)) return false;
  int taken = 0;
  while (taken < messages_at_a_time && (awaited_.empty() || !waits()) &&
         take_record(handle, compact))
    ++taken;
  ring_memory_.handled.store(handled(), std::memory_order_release);
  return taken != 0;
}

// Whether messages of others, on their way here, must be handled first.
bool incoming_link::waits() {
  std::erase_if(awaited_,
                [this](const auto& one) { return rules_.has_handled(one.first, one.second); });
  return !awaited_.empty();
}

bool incoming_link::has_unhandled() const {
  if (closed_.load(std::memory_order_relaxed)) return false;
  const std::unique_lock guard(lock_, std::try_to_lock);  // held: a message is being handled
  return !guard || !ring_.empty();
}

bool incoming_link::take_small(const ring_reader::record& next, const handler& handle) {
  copy<max_lines> copied;
  ring_.copy_lines(copied.bytes.data(), next);
  if (ring_.done(next)) bell_.ring();
  const std::span<const std::byte> message(copied.bytes.data() + ring_reader::head_size, next.size);
  if (message.size() < header_size) return close("a message without a header");
  const auto& header = *reinterpret_cast<const message_header*>(message.data());
  if (!check_header(header)) return false;
  const auto body = message.subspan(header_size);
  if (const decode_error error = check_body(header, body); error != decode_error::none)
    return close(text_of(error).data());
  handle(header, body);
  note_handled();
  return true;
}

// A larger message, or a piece of one. The first piece has the header with the body's length.
bool incoming_link::take_piece(const ring_reader::record& piece, const handler& handle) {
  const std::size_t from = in_pieces_ ? 0 : header_size;
  if (!in_pieces_ && !begin_whole(piece)) return false;
  if (arrived() + (piece.size - from) > header_.body_length)
    return close("a message is longer than its header says");
  // After the largest piece many may follow; the pieces between blocks are small.
  const std::size_t all = header_.body_length - size_of_blocks_;
  const std::size_t needed = whole_size_ + piece.size - from;
  const bool is_largest = piece.size == ring_memory::largest_record;
  reserve(is_largest ? all : std::max(needed, std::min(all, 2 * whole_size_)));
  ring_.copy({whole_.get() + whole_size_, piece.size - from}, from);
  whole_size_ += piece.size - from;
  if (ring_.done(piece)) bell_.ring();
  return piece.kind == record_kind::more || hand_over(handle);
}

// A piece that the peer shares. Its header has come before.
bool incoming_link::take_block(const ring_reader::record& record, const handler& handle) {
  block_reference named;
  if (!in_pieces_ || record.size != sizeof named) return close("a block without a message");
  if (whole_size_ < header_.future_length) return close("a block within a future");
  ring_.copy(std::as_writable_bytes(std::span(&named, 1)), 0);
  if (named.size < shared_blocks::least || named.size > header_.body_length - arrived())
    return close("a block is shorter or longer than its message says");
  block_channel::taken got = channel_.take(named);
  if (!got.bytes) {
    if (got.own_fault) rules_.cut_off(got.why);
    return close(got.why);
  }
  blocks_.push_back({whole_size_, std::move(got.bytes), named.size});
  size_of_blocks_ += named.size;
  warn_if_copied(blocks_.back());
  if (ring_.done(record)) bell_.ring();
  return record.kind == record_kind::block || hand_over(handle);
}

// Once.
void incoming_link::warn_if_copied(const placed_block& arrived) const {
  static std::atomic_flag is_told;
  if (shared_blocks::here().find(arrived.bytes.get(), arrived.size) || is_told.test_and_set())
    return;
  const std::string limit(shared_blocks::here().limit_reached(arrived.size));
  rules_.warn(
      "a large buffer of another process is copied, and further ones may be: " +
      (limit.empty() ? "the system refuses to map it" : "the limit " + limit + " is reached"));
}

// The message is complete.
bool incoming_link::hand_over(const handler& handle) {
  in_pieces_ = false;
  if (are_apart()) return hand_over_blocks(handle);
  if (!blocks_.empty()) fill_in_blocks();
  const std::span<const std::byte> body(whole_.get(), whole_size_);
  if (const decode_error error = check_body(header_, body); error != decode_error::none)
    return close(text_of(error).data());
  handle(header_, body);
  note_handled();
  if (whole_capacity_ > ring_memory::capacity) drop_whole();
  return true;
}

// Whether the handler gets the blocks beside the body. Those that could not be mapped are copies,
// which only this process has, and nobody counts.
bool incoming_link::are_apart() const {
  if (blocks_.empty() || (header_.flags & flag::body_crc) != 0) return false;
  const block_use use = rules_.use_of_blocks(header_);
  return use == block_use::decodes ||
         (use == block_use::keeps && std::ranges::all_of(blocks_, [](const placed_block& one) {
            return shared_blocks::here().find(one.bytes.get(), one.size).has_value();
          }));
}

bool incoming_link::hand_over_blocks(const handler& handle) {
  if (arrived() != header_.body_length) return close(text_of(decode_error::body_size).data());
  header_.body_length = static_cast<std::uint32_t>(whole_size_);
  if (header_.future_length > whole_size_) return close(text_of(decode_error::body_size).data());
  std::vector<base::arrived_block> in_place;
  for (placed_block& one : std::exchange(blocks_, {}))
    in_place.push_back({whole_.get() + one.behind, std::move(one.bytes), one.size});
  {
    const base::arrived_blocks found_by_decoders(in_place);
    handle(header_, {whole_.get(), whole_size_});
  }
  note_handled();
  if (whole_capacity_ > ring_memory::capacity) drop_whole();
  return true;
}

// From the last to the first, each to its place.
void incoming_link::fill_in_blocks() {
  std::size_t end = arrived(), left = whole_size_;
  reserve(end);
  for (; !blocks_.empty(); blocks_.pop_back()) {
    const placed_block& last = blocks_.back();
    const std::size_t behind = left - last.behind;
    end -= behind;
    std::memmove(whole_.get() + end, whole_.get() + last.behind, behind);
    end -= last.size;
    std::memcpy(whole_.get() + end, last.bytes.get(), last.size);
    left = last.behind;
  }
  whole_size_ = std::exchange(size_of_blocks_, 0) + whole_size_;
}

// Makes room for a body of so many bytes, of which whole_size_ are there.
void incoming_link::reserve(std::size_t size) {
  if (size <= whole_capacity_) return;
  if (whole_size_ == 0) drop_whole();  // before another one is allocated
  auto larger = std::make_unique_for_overwrite<std::byte[]>(size);
  if (whole_size_ != 0) std::memcpy(larger.get(), whole_.get(), whole_size_);
  whole_ = std::move(larger);
  whole_capacity_ = size;
}

bool incoming_link::begin_whole(const ring_reader::record& first) {
  if (first.size < header_size) return close("a message without a header");
  ring_.copy(std::as_writable_bytes(std::span(&header_, 1)), 0);
  if (!check_header(header_)) return false;
  whole_size_ = 0;
  blocks_.clear();
  size_of_blocks_ = 0;
  in_pieces_ = true;
  return true;
}

bool incoming_link::check_header(const message_header& header) {
  const decode_error error = check_local_header(header, rules_.largest_body);
  if (error != decode_error::none) return close(text_of(error).data());
  if ((header.flags & flag::more) != 0) return close("a piece of a message of the network");
  if (header.source.process() == peer_ || rules_.may_forward) return true;
  return close("a message claims another source");
}

bool incoming_link::close(const char* why) {
  closed_.store(true, std::memory_order_relaxed);
  ring_memory_.close();
  drop_whole();
  blocks_.clear();
  rules_.warn("the link from process " + std::to_string(peer_.process_number()) +
              " was closed: " + why);
  return false;
}

void incoming_link::drop_whole() {
  whole_.reset();
  whole_capacity_ = 0;
}

void incoming_link::forget() {
  if (forgotten()) return;
  std::lock_guard guard(lock_);
  closed_.store(true, std::memory_order_relaxed);
  drop_whole();
  blocks_.clear();
  memory_.blank();
  bell_segment_.blank();
  channel_ = {};
  forgotten_.store(true, std::memory_order_release);
}

}  // namespace mentat::mmps::shm
