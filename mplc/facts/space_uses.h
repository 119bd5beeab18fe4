// The operations on tuple spaces that a text has, and the key of each type of tuple: the fields to
// which every pattern of the type gives a value, and no tuple gives a formal. A value of the key is
// known wherever a tuple or a pattern is, so that both can meet in one place. Plain data.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mentat::mplc {

struct space_use {
  std::vector<std::string> fields;  // their types, of a name `"job"` with its quotes
  std::uint32_t formals = 0;        // bit k: field k is a formal
  std::string operation;            // "out", "in_some"
  std::string file;
  unsigned line = 0;

  [[nodiscard]] bool puts() const { return operation == "out" || operation == "eval"; }
  auto operator<=>(const space_use&) const = default;
};

// All uses of one type of tuple.
struct tuple_type {
  std::vector<std::string> fields;
  std::vector<space_use> uses;          // those that put come first, then by file and line
  std::uint32_t key = 0;                // bit k: field k is part of it
  std::vector<std::size_t> emptied_by;  // the uses without which the key would have a field

  [[nodiscard]] bool is_put() const;
  [[nodiscard]] bool is_met() const;  // by a pattern
};

// By type; equal uses count once.
[[nodiscard]] std::vector<tuple_type> tuple_types_of(std::vector<space_use> uses);

// A line for each use, and back; nothing if a line is none.
[[nodiscard]] std::string lines_of(const std::vector<space_use>& uses);
[[nodiscard]] std::optional<std::vector<space_use>> uses_of_lines(std::string_view lines);

}  // namespace mentat::mplc
