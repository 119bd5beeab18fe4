// The future of a computation as bytes [TOCS96 2.1]: the list of arcs that its result follows. It
// is the first part of the body of a token or exec, because each holder of the token must be able
// to give its result, or an error, to every successor.
//
// A future is the sequence of its arcs, until its bytes end; it may be empty (nobody wants the
// result). An arc is 52 bytes, little-endian, and the future of its consumer:
//   0:16 destination . 16:16 tag . 32:8 class . 40:2 function . 42:2 argument .
//   44:2 argument count . 46:2 depth . 48:4 length of the consumer's future . 52 that future
// A call to an object mostly has one arc, back to its caller. Then the future may be compact: 8
// bytes, the number of the tag under which the caller waits; the message names its sender, and
// that process is the origin of all of its calls.
//
// The depth is that of the consumer's call; with the producer's depth it would grow from arc to
// arc.
//
// Invariants of a future that check_future() accepts:
//  1. At most max_future_arcs arcs in all, futures in futures at most max_future_nesting deep, at
//     most max_future_bytes bytes.
//  2. Each arc goes to a token-matching unit (destination: its process; all zero: the one that the
//     tag names), to an object, or to a caller that waits in a process (argument =
//     to_waiting_caller; then class and count are 0 and there is no further future; the places of
//     depth and function hold arcs_number() and abandons_value()).
//  3. Canonical: writing it again gives the same bytes.
// Ownership: a reader and its arcs are views of the bytes. Errors: future_fault, never exceptions
// at bytes from outside. Thread-safety: all functions, one owner for each reader and writer. Cost:
// check_future() some 10 ns an arc; only the writer allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::mmps {

inline constexpr std::size_t max_future_arcs = fixed::future_arcs.value;
inline constexpr std::size_t max_future_nesting = fixed::future_nesting.value;
inline constexpr std::size_t future_arc_size = 52;
inline constexpr std::size_t compact_future_size = 8;

struct future_arc {
  mmps_name destination;  // a process: the token-matching unit there; unbound: the one that the
                          // tag names
  mmps::tag tag{};
  std::uint64_t class_hash = 0;
  std::uint16_t function = 0;
  std::uint16_t argument = 0;
  std::uint16_t argument_count = 0;
  std::uint16_t depth = 0;
  std::span<const std::byte> future;  // of the consumer

  // Of an arc to a caller, which has neither depth nor function: how many messages `arcs` of the
  // caller's came after the call, and whether the caller has abandoned the value.
  [[nodiscard]] std::uint16_t arcs_number() const { return depth; }
  [[nodiscard]] bool abandons_value() const { return function != 0; }
};

enum class future_fault : std::uint8_t {
  none,
  truncated,  // the bytes end inside an arc
  bad_arc,    // an arc that breaks invariant 2
  too_many,   // fixed.future_arcs
  too_deep,   // fixed.future_nesting
  too_long,   // fixed.future
};
[[nodiscard]] std::string_view text_of(future_fault fault);

struct future_check {
  future_fault fault = future_fault::none;
  std::uint32_t arcs = 0;     // in all
  std::uint32_t nesting = 0;  // 0: no arcs
};

[[nodiscard]] future_check check_future(std::span<const std::byte> bytes);

// The arcs of one future, in order. It checks the arcs of this level; check_future() checks nested
// futures.
class future_reader {
 public:
  explicit future_reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  bool next(future_arc& arc);  // false: no further arc, or a fault
  [[nodiscard]] future_fault fault() const { return fault_; }

 private:
  std::span<const std::byte> rest_;
  future_fault fault_ = future_fault::none;
};

// The arc to a process that waits for the result under this tag. REQUIRES: process.is_process().
[[nodiscard]] future_arc arc_to_caller(const mmps_name& process, const tag& tag);
// Writes a future of one arc. REQUIRES: `to` has its size: future_arc_size and the consumer's
// future.
void write_arc(const future_arc& arc, std::span<std::byte> to);
// Sets arcs_number() and abandons_value() of the future's first arc. REQUIRES: an arc to a caller.
void note_arcs_of_caller(std::span<std::byte> future, std::uint16_t number, bool abandoned);

// Writes a future. The first error is the fault; nothing is written after it.
class future_writer {
 public:
  // Adds an arc with arc.future as its consumer's future.
  void add(const future_arc& arc);
  // Begins an arc whose consumer's future is written until the matching close(); ignores
  // arc.future.
  void open(const future_arc& arc);
  void close();

  [[nodiscard]] future_fault fault() const { return fault_; }
  // REQUIRES: no fault, every open() has its close(). Valid until the writer is used again.
  [[nodiscard]] std::span<const std::byte> bytes() const;

 private:
  bool put(const future_arc& arc, std::size_t future_length);
  void fail(future_fault fault) {
    if (fault_ == future_fault::none) fault_ = fault;
  }

  std::vector<std::byte> bytes_;
  std::vector<std::size_t> open_;  // the positions of the open arcs
  std::size_t arcs_ = 0;
  future_fault fault_ = future_fault::none;
};

}  // namespace mentat::mmps
