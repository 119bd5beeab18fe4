// A durable object as bytes: the encoded value of each data member, and which calls have led to it.
// Effects are merged into it without any code of the program, so it is current at no cost for the
// object. The store keeps the same bytes (docs/state_format.md).
//
// Invariant: the image after the records 1 to n of an object is the state of the object after these
// calls. Thread-safety: none. Errors: apply() refuses an effect that does not follow; decode()
// gives nothing for bytes that make no sense, and allocates in proportion to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rts/durable/effect.h"
#include "rts/durable/origin_table.h"

namespace mentat::durable {

enum class durability : std::uint8_t { process, memory, disk };
[[nodiscard]] std::string_view name_of(durability level);

struct object_description {
  static constexpr std::size_t longest_name = 255;  // bytes, of an object or of a class

  std::uint64_t class_hash = 0;   // of its interface
  std::uint64_t layout_hash = 0;  // of its members; 0: not known
  durability level = durability::process;
  std::uint8_t copies = 0;  // on other hosts
  std::string class_name;
  std::string name;  // empty: it has none, and lives as long as its program

  friend bool operator==(const object_description&, const object_description&) = default;
};

struct image {
  // Of the record with which an object begins.
  static constexpr std::uint64_t first = 1;

  object_description about;
  std::uint64_t sequence = 0;  // of the last record
  std::vector<bytes> cells;
  origin_table calls;

  // False: it is not the next effect, or names a member that the object does not have.
  bool apply(effect one);
  [[nodiscard]] std::size_t bytes_of_cells() const;

  // As the body of a record of kind `made` or `image`, whose header has the sequence.
  void encode(base::byte_buffer& behind) const;
  static std::optional<image> decode(std::uint64_t sequence, std::span<const std::byte> body);
};

void put_cells(const std::vector<bytes>& cells, byte_sink& into);
std::vector<bytes> read_cells(byte_cursor& from);

}  // namespace mentat::durable
