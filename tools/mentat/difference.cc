#include "tools/mentat/difference.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace mentat::command {
namespace {

constexpr std::size_t block_size = 64 * 1024;
constexpr std::size_t shown_before = 40;
constexpr std::size_t shown_after = 40;

struct position {
  std::size_t offset = 0;
  std::size_t line_start = 0;
  std::size_t line = 1;

  void advance(const char* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, ++offset) {
      if (bytes[i] != '\n') continue;
      ++line;
      line_start = offset + 1;
    }
  }
};

/// The text around the first difference.
std::string shown(std::ifstream& file, const position& at) {
  const std::size_t begin =
      std::max(at.line_start, at.offset > shown_before ? at.offset - shown_before : 0);
  std::string text(at.offset - begin + shown_after, '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(begin));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() <= at.offset - begin && at.offset == at.line_start)
    return "the end of the output";
  const std::size_t end = text.find('\n', at.offset - begin);
  const bool cut = end == std::string::npos && text.size() == at.offset - begin + shown_after;
  return "'" + std::string(begin > at.line_start ? "..." : "") + text.substr(0, end) +
         (cut ? "...'" : "'");
}

}  // namespace

expected<std::optional<difference>> first_difference(const std::filesystem::path& first,
                                                     const std::filesystem::path& second) {
  std::ifstream files[] = {std::ifstream(first, std::ios::binary),
                           std::ifstream(second, std::ios::binary)};
  if (!files[0] || !files[1]) return fail("cannot read " + (files[0] ? second : first).string());
  std::vector<char> blocks[] = {std::vector<char>(block_size), std::vector<char>(block_size)};
  position at;
  while (true) {
    std::size_t sizes[2];
    for (int i = 0; i < 2; ++i) {
      files[i].read(blocks[i].data(), block_size);
      sizes[i] = static_cast<std::size_t>(files[i].gcount());
    }
    const std::size_t common = std::min(sizes[0], sizes[1]);
    const auto parts =
        std::mismatch(blocks[0].begin(), blocks[0].begin() + static_cast<std::ptrdiff_t>(common),
                      blocks[1].begin());
    const auto same = static_cast<std::size_t>(parts.first - blocks[0].begin());
    at.advance(blocks[0].data(), same);
    if (same < common || sizes[0] != sizes[1])
      return difference{at.line, at.offset - at.line_start + 1, shown(files[0], at),
                        shown(files[1], at)};
    if (common == 0) return std::optional<difference>();
  }
}

}  // namespace mentat::command
