#include "mmps/shm/incoming_link.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::shm {
namespace {

constexpr int messages_at_a_time = 64;

}  // namespace

incoming_link::incoming_link(const mmps_name& peer, segment ring_memory, segment peer_bell,
                             rules chosen)
    : peer_(peer),
      rules_(std::move(chosen)),
      memory_(std::move(ring_memory)),
      bell_segment_(std::move(peer_bell)),
      ring_memory_(*reinterpret_cast<struct ring_memory*>(memory_.data())),
      bell_(*reinterpret_cast<doorbell*>(bell_segment_.data())),
      ring_(ring_memory_) {
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
  if (whole_size_ + (piece.size - from) > header_.body_length)
    return close("a message is longer than its header says");
  ring_.copy({whole_.get() + whole_size_, piece.size - from}, from);
  whole_size_ += piece.size - from;
  if (ring_.done(piece)) bell_.ring();
  if (piece.kind == record_kind::more) return true;
  in_pieces_ = false;
  const std::span<const std::byte> body(whole_.get(), whole_size_);
  if (const decode_error error = check_body(header_, body); error != decode_error::none)
    return close(text_of(error).data());
  handle(header_, body);
  note_handled();
  if (whole_capacity_ > ring_memory::capacity) drop_whole();
  return true;
}

bool incoming_link::begin_whole(const ring_reader::record& first) {
  if (first.size < header_size) return close("a message without a header");
  ring_.copy(std::as_writable_bytes(std::span(&header_, 1)), 0);
  if (!check_header(header_)) return false;
  if (whole_capacity_ < header_.body_length) {
    drop_whole();  // before another one is allocated
    whole_ = std::make_unique_for_overwrite<std::byte[]>(header_.body_length);
    whole_capacity_ = header_.body_length;
  }
  whole_size_ = 0;
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
  memory_.blank();
  bell_segment_.blank();
  forgotten_.store(true, std::memory_order_release);
}

}  // namespace mentat::mmps::shm
