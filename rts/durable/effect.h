// What one call of a durable object has done, as one record: the members that it has changed, its
// answer, and the number by which its caller knows it. There is no state with one of them alone
// (docs/durable.md, docs/state_format.md).
//
// A value. Thread-safety: pure functions. Errors: decode() gives nothing for bytes that make no
// sense, and allocates no more than the bytes need.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/wire/mmps_name.h"
#include "rts/durable/bytes.h"
#include "rts/durable/record.h"

namespace mentat::durable {

// Who makes calls that are numbered together: a process, for one object, during its life.
using origin = std::uint64_t;
// Differs between the processes of a program, also between two that have had one number.
[[nodiscard]] origin origin_of(const mmps::mmps_name& process);

// The name of a call of a unit that may be executed again (docs/custody.md); call 0: none.
struct repetition {
  std::uint64_t call = 0;  // its lineage
  std::uint32_t function = 0;

  [[nodiscard]] bool possible() const { return call != 0; }
  friend auto operator<=>(const repetition&, const repetition&) = default;
};

struct answer {
  bool is_error = false;
  bytes value;

  friend bool operator==(const answer&, const answer&) = default;
};

// The answer to one call of the effect's origin.
struct numbered_answer {
  std::uint64_t number = 0;
  repetition name;
  durable::answer answer;

  friend bool operator==(const numbered_answer&, const numbered_answer&) = default;
};

// A data member, by its place in the class, and its encoded value.
struct cell {
  std::uint32_t place = 0;
  bytes value;

  friend bool operator==(const cell&, const cell&) = default;
};

struct effect {
  mmps::mmps_name object;      // durable (object_name.h)
  std::uint64_t epoch = 0;     // which activation of the object has made it
  std::uint64_t sequence = 0;  // among the records of the object; 1 is that of its beginning
  durable::origin origin = 0;
  std::uint64_t settled = 0;  // the origin has the answers up to this number
  bool ends = false;          // the object was destroyed
  // Those of reads that came before the call and that the caller may not have, then its own.
  std::vector<numbered_answer> answers;
  std::vector<cell> cells;

  friend bool operator==(const effect&, const effect&) = default;
};

// As a record without a checksum, of kind `effect`, or `gone` if it ends the object.
void encode(const effect& one, base::byte_buffer& behind);
std::optional<effect> decode_effect(std::span<const std::byte> record);
std::optional<effect> decode_effect(const record_view& record);

void encode(const numbered_answer& one, byte_sink& into);
numbered_answer decode_answer(byte_cursor& from);
inline constexpr std::size_t least_answer_size = 8 + 8 + 4 + 1 + 4;  // bytes

}  // namespace mentat::durable
