// What the keeper reads in the bodies of records: the description of an object, and its cells
// (docs/state_format.md). It knows no type of a user: a cell is a place and bytes; what a call has
// to say of its caller and its answer is one run of bytes, which only images carry on.
//
// Decoders check each length before they use it, refer to the given bytes, and allocate no more
// than these justify. Pure; thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mentat::keeper {

inline constexpr std::size_t longest_name = 255;  // bytes, of an object or of a class

enum class durability : std::uint8_t { process, memory, disk };
[[nodiscard]] std::string_view name_of(durability level);

struct object_description {
  std::uint64_t class_hash = 0;   // of its interface
  std::uint64_t layout_hash = 0;  // of its members
  durability level = durability::process;
  std::uint8_t copies = 0;  // on other hosts
  std::string class_name;
  std::string name;  // empty: it has none, and lives as long as its program

  friend bool operator==(const object_description&, const object_description&) = default;
};

struct cell_view {
  std::uint32_t place = 0;
  std::span<const std::byte> value;
};

/// Of `made` and `image`: the object itself.
struct state_body {
  object_description about;
  std::vector<cell_view> cells;
  std::span<const std::byte> calls;  // whose effects it has, and kept answers; of an image
};
/// Of `effect`: what has changed.
struct effect_body {
  std::vector<cell_view> cells;
  std::span<const std::byte> call;  // who made it, and its answer
};

[[nodiscard]] std::vector<std::byte> encode(const state_body& of);
[[nodiscard]] std::vector<std::byte> encode(const effect_body& of);
[[nodiscard]] std::optional<state_body> read_state(std::span<const std::byte> body);
[[nodiscard]] std::optional<effect_body> read_effect(std::span<const std::byte> body);

}  // namespace mentat::keeper
