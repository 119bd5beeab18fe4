#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The first difference of two texts: line and column (from 1), and that line in both texts, cut to
/// a readable length around the column. A missing line is shown as the end of the text.
struct difference {
  std::size_t line = 1;
  std::size_t column = 1;
  std::string first;
  std::string second;
};

/// Compares two files as bytes, block by block.
expected<std::optional<difference>> first_difference(const std::filesystem::path& first,
                                                     const std::filesystem::path& second);

}  // namespace mentat::command
