// A ring of bytes between one process that writes and one that reads. Messages lie in it as
// records: a head of eight bytes and the bytes themselves, padded to whole cache lines.
//
// A record is there when its head is: the reader waits on the line that it needs anyway, and no
// position of the writer travels. So the head behind the last record is always zero; a writer
// clears it before it completes the record in front of it. The reader says how far it is once for
// every quarter of the ring: that is enough for the largest record to find room in a ring that has
// been read. Neither side trusts the other: heads and positions are copied out once, checked, and
// only the copies are used; a reader that finds nonsense says `broken` and never reads outside of
// the ring. A position only grows. Thread-safety: one writer and one reader at a time; each has its
// own object (ring_writer, ring_reader) on the same memory. Cost: a record of 128 bytes some 10 ns
// on each side, plus its three cache lines that travel.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace mentat::mmps::shm {

struct ring_memory {
  static constexpr std::size_t capacity = std::size_t{1} << 18;  // bytes; a power of two
  static constexpr std::size_t largest_record =
      capacity / 4;  // bytes; longer messages are sent otherwise
  static constexpr std::size_t line = 64;

  alignas(line) std::atomic<std::uint64_t> read;          // by the reader
  std::atomic<std::uint32_t> closed;                      // by the reader: it reads no more
  alignas(line) std::atomic<std::uint32_t> writer_waits;  // for room; the reader rings
  alignas(line) std::byte bytes[capacity];

  std::atomic_ref<std::uint64_t> head_at(std::uint64_t position) {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(bytes + position % capacity));
  }
  void close() { closed.store(1, std::memory_order_relaxed); }
  [[nodiscard]] bool is_closed() const { return closed.load(std::memory_order_relaxed) != 0; }
  static std::uint64_t space_of(std::size_t size) {
    return (sizeof(std::uint64_t) + size + line - 1) / line * line;
  }
};

// How a record belongs to its message.
enum class record_kind : std::uint8_t {
  whole = 1,  // it is the message, or the last piece of it
  more = 2,   // a piece of it; the next record has the next piece
  brief = 3,  // it is the message, with a brief_header
};

class ring_writer {
 public:
  explicit ring_writer(ring_memory& memory) : memory_(memory) {}

  // Writes one record made of the two parts, if there is room; it is seen by the reader at once.
  bool put(std::span<const std::byte> first, std::span<const std::byte> second, record_kind kind) {
    const std::size_t size = first.size() + second.size();
    const std::uint64_t space = ring_memory::space_of(size);
    if (!has_room(space + ring_memory::line)) {
      read_ = memory_.read.load(std::memory_order_acquire);
      if (read_ > written_ || !has_room(space + ring_memory::line)) return false;
    }
    copy(written_ + head_size, first);
    copy(written_ + head_size + first.size(), second);
    memory_.head_at(written_ + space).store(0, std::memory_order_relaxed);
    memory_.head_at(written_).store(size | std::uint64_t{static_cast<std::uint8_t>(kind)} << 32,
                                    std::memory_order_release);
    written_ += space;
    fetch_next();
    return true;
  }
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
  static constexpr std::size_t head_size = sizeof(std::uint64_t);
  static constexpr std::size_t usual_first = 48;  // bytes: sizeof(brief_header)
  // The lines of a usual record behind the last one, which the reader had: they come while this
  // process does something else.
  void fetch_next() const {
#if defined(__x86_64__)
    for (std::uint64_t i = 1; i <= 4; ++i)
      asm volatile(
          "prefetchw %0"
          :
          : "m"(memory_.bytes[(written_ + i * ring_memory::line) % ring_memory::capacity]));
#endif
  }
  [[nodiscard]] bool has_room(std::uint64_t space) const {
    return written_ + space - read_ <= ring_memory::capacity;
  }
  void copy(std::uint64_t position, std::span<const std::byte> from) {
    if (from.empty()) return;
    const std::size_t at = position % ring_memory::capacity;
    const std::size_t before_end = std::min(from.size(), ring_memory::capacity - at);
    if (from.size() == usual_first && before_end == usual_first) {  // without a call of memcpy
      std::memcpy(memory_.bytes + at, from.data(), usual_first);
      return;
    }
    std::memcpy(memory_.bytes + at, from.data(), before_end);
    if (before_end < from.size())
      std::memcpy(memory_.bytes, from.data() + before_end, from.size() - before_end);
  }

  ring_memory& memory_;
  std::uint64_t written_ = 0, read_ = 0;
};

class ring_reader {
 public:
  explicit ring_reader(ring_memory& memory) : memory_(memory) {}

  static constexpr std::size_t head_size = sizeof(std::uint64_t);

  enum class found { nothing, record, broken };
  struct record {
    std::size_t size = 0;
    record_kind kind = record_kind::whole;
  };

  // From any thread. While another one reads it may say `false` though there is nothing any more.
  [[nodiscard]] bool empty() const {
    return memory_.head_at(position()).load(std::memory_order_acquire) == 0;
  }

  // The next record, which stays where it is until done().
  found look(record& next) {
    const std::uint64_t head = memory_.head_at(position()).load(std::memory_order_acquire);
    if (head == 0) return found::nothing;
    const std::uint64_t kind = head >> 32;
    next.size = head & UINT32_MAX;
    if (next.size > ring_memory::largest_record || kind == 0 ||
        kind > static_cast<std::uint64_t>(record_kind::brief))
      return found::broken;
    next.kind = static_cast<record_kind>(kind);
    // Is there another one? The answer comes while this one is handled.
    __builtin_prefetch(memory_.bytes +
                       (position() + ring_memory::space_of(next.size)) % ring_memory::capacity);
    return found::record;
  }
  // The whole record that look() found, its head before it, line by line. `to` has room for
  // space_of(its size) bytes.
  void copy_lines(std::byte* to, const record& found) const {
    const std::uint64_t space = ring_memory::space_of(found.size);
    for (std::uint64_t done = 0; done < space; done += ring_memory::line)
      std::memcpy(to + done, memory_.bytes + (position() + done) % ring_memory::capacity,
                  ring_memory::line);
  }
  // Bytes of the record that look() found, from `offset`; offset + to.size() <= its size.
  void copy(std::span<std::byte> to, std::size_t offset) const {
    if (to.empty()) return;
    const std::size_t at = (position() + head_size + offset) % ring_memory::capacity;
    const std::size_t before_end = std::min(to.size(), ring_memory::capacity - at);
    std::memcpy(to.data(), memory_.bytes + at, before_end);
    if (before_end < to.size())
      std::memcpy(to.data() + before_end, memory_.bytes, to.size() - before_end);
  }
  // True: the writer waits for room and is to be rung.
  bool done(const record& with) {
    const std::uint64_t now = position() + ring_memory::space_of(with.size);
    read_.store(now, std::memory_order_relaxed);
    if (now - said_ < ring_memory::capacity / 4) return false;
    said_ = now;
    memory_.read.store(now, std::memory_order_seq_cst);
    return memory_.writer_waits.load(std::memory_order_seq_cst) != 0 &&
           memory_.writer_waits.exchange(0) != 0;
  }

 private:
  [[nodiscard]] std::uint64_t position() const { return read_.load(std::memory_order_relaxed); }

  ring_memory& memory_;
  std::atomic<std::uint64_t> read_{
      0};                   // written by the one reader, looked at by whoever asks empty()
  std::uint64_t said_ = 0;  // the position that the writer knows
};

}  // namespace mentat::mmps::shm
