// The parts of a recording's file: a magic text, a header in JSON, then blocks. Each block has a
// kind, a size and a checksum, so a file that ends anywhere is readable to its last whole block.
//
// Numbers are little-endian; inside of blocks they have as many bytes as they need (LEB128), and
// those of an event are differences from the one before. Decoding checks everything and allocates
// no more than the bytes at hand justify. Pure; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rts/record/event.h"

namespace mentat::record {

inline constexpr std::string_view trace_magic = "MENTATRC";
// 1 has neither places nor arguments, 2 no other hosts.
inline constexpr std::uint32_t trace_version = 3;
inline constexpr std::size_t max_header = std::size_t{64} << 20;  // bytes
inline constexpr std::size_t max_block = std::size_t{16} << 20;

/// The worker whose events a block has.
struct recorded_worker {
  std::uint32_t ring = 0;  // others may have had it before, or later
  std::uint32_t process = 0;
  std::uint32_t worker = 0;  // of its process
  std::string label;         // of the process in its session, or empty
  std::uint32_t host = 0;    // a reader's number of the part that has it; not in the blocks

  friend auto operator<=>(const recorded_worker&, const recorded_worker&) = default;
};

struct event_block {
  recorded_worker from;
  std::vector<event> events;
};
/// Events that were overwritten before they were read.
struct loss_block {
  recorded_worker from;
  std::uint64_t events = 0;
  std::uint64_t first_tick = 0, last_tick = 0;  // between these
};
struct clock_block {
  std::uint64_t ticks = 0;
  std::uint64_t monotonic_ns = 0, real_ns = 0;
};
struct counted_method {
  std::uint16_t method = 0;
  std::uint64_t calls = 0, recorded = 0;
  std::uint64_t ticks = 0;  // of those that were recorded
};
struct count_block {
  recorded_worker from;
  std::vector<counted_method> methods;
};
/// Places of the user's text: the first has that number, the others follow.
struct place_block {
  std::uint64_t first = 0;
  std::vector<std::string> places;  // "counter.mpl.cc:12"; empty: not known
};
/// The last one of a recording that came to its end.
struct end_block {
  std::uint64_t unrecorded_workers = 0;
};

// A program on several hosts: the file is that of the host on which it was started, and has the
// files of the others in pieces.

/// A host that takes part.
struct host_block {
  std::uint32_t host = 0;  // its number in the session
  bool is_own = false;     // the file is that of this host
  std::string name;
};
/// The next bytes of the file of another host. The pieces follow each other.
struct part_block {
  std::uint32_t host = 0;
  std::string bytes;
};
/// No more comes of the file of another host.
struct part_end_block {
  std::uint32_t host = 0;
  std::string missing;  // why its end is missing; empty: it is whole
};
/// The steady clocks of two hosts: this one asked the other one, and heard the answer, in ns.
struct clock_answer_block {
  std::uint32_t host = 0;
  std::uint64_t asked_ns = 0, told_ns = 0, heard_ns = 0;
};

using block = std::variant<event_block, loss_block, clock_block, count_block, end_block,
                           place_block, host_block, part_block, part_end_block, clock_answer_block>;

/// The beginning of a file.
[[nodiscard]] std::string encode_header(std::string_view json);
/// The block as it is in the file.
[[nodiscard]] std::string encode(const block& one);

/// The frame of a block.
struct block_frame {
  static constexpr std::size_t bytes = 12;
  std::uint32_t kind = 0, size = 0, checksum = 0;
};
/// Nothing: that is no block, or it is too large.
[[nodiscard]] std::optional<block_frame> decode_frame(std::string_view bytes);
/// Nothing: the content does not fit the frame.
[[nodiscard]] std::optional<block> decode(const block_frame& frame, std::string_view content);

[[nodiscard]] std::uint32_t read_u32(std::string_view bytes);  // REQUIRES 4 bytes

}  // namespace mentat::record
