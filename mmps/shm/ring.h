// A ring of bytes between one writing and one reading process. Each message is one or more records:
// a head of eight bytes (size, kind, and 24 bits for the kind's own use) and the bytes, padded to
// whole cache lines.
//
// A nonzero head publishes its record: the reader polls the line that it needs anyway, and the
// writer's position does not travel. So the head behind the last record is always zero; a writer
// clears it before it completes the record in front of it. The reader publishes its position once
// for every quarter of the ring: then the largest record finds room in a ring that has been read.
// Neither side trusts the other: heads and positions are copied out once, checked, and only the
// copies are used; a reader reports an invalid head as `broken` and never reads outside of the
// ring. Positions only grow. Thread-safety: one writer and one reader at a time; each has its own
// object (ring_writer, ring_reader) on the same memory. Cost: a record of 128 bytes some 10 ns on
// each side, plus the transfer of its three cache lines.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "mmps/machine/processor.h"

namespace mentat::mmps::shm {

// The part of its message that a record holds.
enum class record_kind : std::uint8_t {
  whole = 1,    // the message, or its last piece
  more = 2,     // a piece; the next record has the next one
  compact = 3,  // the message, with a compact_header
  // A piece that is in a shared block: a block_reference. The next record has the next piece.
  block = 4,
  last_block = 5,
};

struct ring_memory {
  static constexpr std::size_t capacity = std::size_t{1} << 18;  // bytes; a power of two
  // In bytes; longer messages go in pieces.
  static constexpr std::size_t largest_record = capacity / 4;
  static constexpr std::size_t line = 64;

  alignas(line) std::atomic<std::uint64_t> read;          // by the reader
  std::atomic<std::uint32_t> closed;                      // by the reader, when it stops reading
  alignas(line) std::atomic<std::uint32_t> writer_waits;  // for room; the reader rings
  // The number of messages ever handled; by the reader. The writer rarely reads this line.
  std::atomic<std::uint64_t> handled;
  alignas(line) std::byte bytes[capacity];

  // Accesses single words: a load that spans two separately written words would stall.
  static std::atomic_ref<std::uint64_t> word_at(std::byte* line, std::size_t i) {
    return std::atomic_ref(reinterpret_cast<std::uint64_t*>(line)[i]);
  }
  std::atomic_ref<std::uint64_t> head_at(std::uint64_t position) {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(bytes + position % capacity));
  }
  void close() { closed.store(1, std::memory_order_relaxed); }
  [[nodiscard]] bool is_closed() const { return closed.load(std::memory_order_relaxed) != 0; }
  static std::uint64_t space_of(std::size_t size) {
    return (sizeof(std::uint64_t) + size + line - 1) / line * line;
  }
  static std::uint64_t head(std::size_t size, record_kind kind, std::uint32_t note) {
    return size | std::uint64_t{static_cast<std::uint8_t>(kind)} << 32 | std::uint64_t{note} << 40;
  }
};

class ring_writer {
 public:
  explicit ring_writer(ring_memory& memory) : memory_(memory) {}

  // Writes one record made of the two parts, if there is room; the reader sees it at once.
  bool put(std::span<const std::byte> first, std::span<const std::byte> second, record_kind kind) {
    const std::size_t size = first.size() + second.size();
    if (!make_room(size)) return false;
    copy(written() + head_size, first);
    copy(written() + head_size + first.size(), second);
    complete(size, kind, 0);
    return true;
  }
  // The same for a first part of words that fit into the first line; `note` has 24 bits.
  template <std::size_t Words>
  bool put(const std::array<std::uint64_t, Words>& first, std::span<const std::byte> second,
           record_kind kind, std::uint32_t note) {
    static_assert(head_size + sizeof first <= ring_memory::line);
    const std::size_t size = sizeof first + second.size();
    if (!make_room(size)) [[unlikely]]
      return false;
    constexpr std::size_t before = head_size + sizeof first;
    static_assert(ring_memory::line - before <= 2 * sizeof(std::uint64_t));
    std::byte* const line = memory_.bytes + written() % ring_memory::capacity;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Words; ++i)
      ring_memory::word_at(line, i + 1).store(first[i], std::memory_order_relaxed);
    if (before + second.size() <= ring_memory::line) [[likely]]
      copy_short(line + before, second);
    else
      copy(written() + before, second);
    complete(size, kind, note);
    return true;
  }
  // Prefetches the line of a one-line record that follows within some 50 ns. The reader polls that
  // line, so an earlier prefetch would lose it again. From any thread.
  void expect_put() const {
    machine::prefetch_to_write(memory_.bytes + written() % ring_memory::capacity);
  }
  // The number of bytes ever written, with heads and padding.
  [[nodiscard]] std::uint64_t bytes() const { return written(); }
  // True: the reader will ring when it has made room. False: there is room already.
  bool ask_for_room() {
    memory_.writer_waits.store(1, std::memory_order_seq_cst);
    return memory_.read.load(std::memory_order_seq_cst) == read_;
  }
  // After that: the reader has made room, and has rung or is about to.
  [[nodiscard]] bool room_was_made() const {
    return memory_.writer_waits.load(std::memory_order_seq_cst) == 0;
  }

 private:
  [[nodiscard]] std::uint64_t written() const { return written_.load(std::memory_order_relaxed); }
  static constexpr std::size_t head_size = sizeof(std::uint64_t);
  // Prefetches the lines of the next usual record, which the reader had last, while this process
  // does something else.
  static void fetch_behind(const std::byte* bytes, std::uint64_t position) {
    for (std::uint64_t i = 1; i <= 4; ++i)
      machine::prefetch_to_write(bytes +
                                 (position + i * ring_memory::line) % ring_memory::capacity);
  }
  [[nodiscard]] bool has_room(std::uint64_t space) const {
    return written() + space - read_ <= ring_memory::capacity;
  }
  [[nodiscard]] bool make_room(std::size_t size) {
    const std::uint64_t wanted = ring_memory::space_of(size) + ring_memory::line;
    if (has_room(wanted)) [[likely]]
      return true;
    read_ = memory_.read.load(std::memory_order_acquire);
    return read_ <= written() && has_room(wanted);
  }
  void complete(std::size_t size, record_kind kind, std::uint32_t note) {
    const std::uint64_t space = ring_memory::space_of(size), here = written();
    ring_memory& memory = memory_;
    memory.head_at(here + space).store(0, std::memory_order_relaxed);
    memory.head_at(here).store(ring_memory::head(size, kind, note), std::memory_order_release);
    written_.store(here + space, std::memory_order_relaxed);
    fetch_behind(memory.bytes, here + space);
  }
  void copy(std::uint64_t position, std::span<const std::byte> from) {
    if (from.empty()) return;
    const std::size_t at = position % ring_memory::capacity;
    const std::size_t before_end = std::min(from.size(), ring_memory::capacity - at);
    std::memcpy(memory_.bytes + at, from.data(), before_end);
    if (before_end < from.size())
      std::memcpy(memory_.bytes, from.data() + before_end, from.size() - before_end);
  }
  // Copies at most two words without a call, as two pieces that may overlap.
  static void copy_short(std::byte* to, std::span<const std::byte> from) {
    const std::size_t size = from.size();
    if (size >= 8) {
      std::memcpy(to, from.data(), 8);
      std::memcpy(to + size - 8, from.data() + size - 8, 8);
    } else if (size >= 4) {
      std::memcpy(to, from.data(), 4);
      std::memcpy(to + size - 4, from.data() + size - 4, 4);
    } else {
      for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
    }
  }

  ring_memory& memory_;
  std::atomic<std::uint64_t> written_{0};  // by the writer; expect_put() reads it
  std::uint64_t read_ = 0;
};

class ring_reader {
 public:
  explicit ring_reader(ring_memory& memory) : memory_(memory) {}

  static constexpr std::size_t head_size = sizeof(std::uint64_t);

  enum class found { nothing, record, broken };
  struct record {
    std::uint64_t position = 0;
    std::size_t size = 0;
    record_kind kind = record_kind::whole;
    std::uint32_t note = 0;

    // The record fits into one line.
    [[nodiscard]] bool is_one_line() const { return head_size + size <= ring_memory::line; }
  };

  // From any thread. While another thread reads, it may return `false` although nothing is left.
  [[nodiscard]] bool empty() const {
    return memory_.head_at(position()).load(std::memory_order_acquire) == 0;
  }

  // The next record, which stays where it is until done().
  found peek(record& next) {
    const std::uint64_t here = position();
    const std::uint64_t head = memory_.head_at(here).load(std::memory_order_acquire);
    if (head == 0) return found::nothing;
    next.position = here;
    const std::uint64_t kind = head >> 32 & 0xff;
    next.note = static_cast<std::uint32_t>(head >> 40);
    next.size = head & UINT32_MAX;
    if (next.size > ring_memory::largest_record || kind == 0 ||
        kind > static_cast<std::uint64_t>(record_kind::last_block))
      return found::broken;
    next.kind = static_cast<record_kind>(kind);
    // Prefetches the head of the next record while this one is handled.
    __builtin_prefetch(memory_.bytes +
                       (here + ring_memory::space_of(next.size)) % ring_memory::capacity);
    return found::record;
  }
  // The first words of a record that peek() found. REQUIRES: its first line has that many.
  template <std::size_t Words>
  [[nodiscard]] std::array<std::uint64_t, Words> words(const record& found) const {
    std::byte* const line = memory_.bytes + found.position % ring_memory::capacity;
    std::array<std::uint64_t, Words> read;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Words; ++i)
      read[i] = ring_memory::word_at(line, i + 1).load(std::memory_order_relaxed);
    return read;
  }
  // Copies the whole record that peek() found, with its head, line by line; it may leave out the
  // head and the first `without` bytes. `to` has room for space_of(its size) bytes.
  void copy_lines(std::byte* to, const record& found, std::size_t without = 0) const {
    constexpr std::size_t rest = ring_memory::line / 4;  // of the first line
    const std::byte* const first = memory_.bytes + found.position % ring_memory::capacity;
    const bool only_rest = head_size + without + rest >= ring_memory::line;
    if (only_rest)
      std::memcpy(to + ring_memory::line - rest, first + ring_memory::line - rest, rest);
    else
      std::memcpy(to, first, ring_memory::line);
    if (found.is_one_line()) [[likely]]
      return;
    const std::uint64_t space = ring_memory::space_of(found.size);
    for (std::uint64_t done = ring_memory::line; done < space; done += ring_memory::line)
      std::memcpy(to + done, memory_.bytes + (found.position + done) % ring_memory::capacity,
                  ring_memory::line);
  }
  // Copies bytes of the record that peek() found, from `offset`. REQUIRES: offset + to.size() <=
  // its size.
  void copy(std::span<std::byte> to, std::size_t offset) const {
    if (to.empty()) return;
    const std::size_t at = (position() + head_size + offset) % ring_memory::capacity;
    const std::size_t before_end = std::min(to.size(), ring_memory::capacity - at);
    std::memcpy(to.data(), memory_.bytes + at, before_end);
    if (before_end < to.size())
      std::memcpy(to.data() + before_end, memory_.bytes, to.size() - before_end);
  }
  // Releases the record. True: the writer waits for room, and the caller must ring.
  bool done(const record& with) {
    const std::uint64_t now = with.position + ring_memory::space_of(with.size);
    read_.store(now, std::memory_order_relaxed);
    if (now - published_ < ring_memory::capacity / 4) [[likely]]
      return false;
    published_ = now;
    memory_.read.store(now, std::memory_order_seq_cst);
    return memory_.writer_waits.load(std::memory_order_seq_cst) != 0 &&
           memory_.writer_waits.exchange(0) != 0;
  }

 private:
  [[nodiscard]] std::uint64_t position() const { return read_.load(std::memory_order_relaxed); }

  ring_memory& memory_;
  std::atomic<std::uint64_t> read_{0};  // written by the reader; empty() reads it
  std::uint64_t published_ = 0;         // the last published position
};

}  // namespace mentat::mmps::shm
