// Edits on the original text of one input file.
//
// What it stands for: the list of insertions and replacements that turn a user's text into
// translated text. Offsets are byte offsets in the ORIGINAL text (never in the lowered text that
// Clang parsed). Invariants: 1. Two replacements that overlap without one containing the other are
// an error of ours and are reported by render(), never dropped. 2. At one offset, closing
// insertions (insert_after) come first, the last made first, then opening insertions
// (insert_before) in the order in which they were made, so that wrap() nests (the outer one is made
// first).
// 3. What lies inside a replacement is superseded by it; the same replacement or wrap made twice
// counts once, because a macro argument is seen once for each time that it is expanded.
// Thread-safety: none. Errors: render() returns the first overlap as text.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <tl/expected.hpp>

namespace mentat::mplc {

using text_offset = std::uint32_t;

struct text_range {
  text_offset begin = 0, end = 0;
};

class edits {
 public:
  void insert_before(text_offset at,
                     std::string text);  // opens: goes after everything that closes here
  void insert_after(text_offset at,
                    std::string text);  // closes: goes before everything that opens here
  void replace(text_offset begin, text_offset end, std::string text);
  void wrap(text_offset begin, text_offset end, std::string open, std::string close);

  // Renders [begin, end) with the edits inside it; used for text that is moved elsewhere.
  [[nodiscard]] tl::expected<std::string, std::string> render(std::string_view original,
                                                              text_offset begin,
                                                              text_offset end) const;
  // Drops the edits inside [begin, end) and replaces the range by `text` (made by render() from the
  // same range).
  void fold(text_offset begin, text_offset end, std::string text);

 private:
  struct edit {
    text_offset begin, end;
    std::string text;
    bool closing;
    std::uint32_t sequence;
  };
  static bool inside(const edit& one, text_offset begin, text_offset end, text_offset size);
  static std::string overlap(const edit& one, text_offset begin, text_offset end);

  std::vector<edit> edits_;
  std::set<std::tuple<text_offset, text_offset, std::string, std::string>> wraps_;
  std::uint32_t next_ = 0;
};

}  // namespace mentat::mplc
