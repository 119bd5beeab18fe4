// Edits on the original text of one input file.
//
// Model: the list of insertions and replacements that turn a user's text into
// translated text. Offsets are byte offsets in the ORIGINAL text (never in the lowered text that
// Clang parsed). Invariants: 1. Two replacements that overlap without one containing the other are
// an error of ours and are reported by render(), never dropped. 2. At one offset, closing
// insertions (insert_after) come first, the last made first, then opening insertions
// (insert_before) in the order in which they were made, so that wrap() nests (the outer one is made
// first).
// 3. Edits inside a replacement are superseded by it; the same replacement or wrap made twice
// counts once, because a macro argument is seen once for each time that it is expanded.
// Thread-safety: none. Errors: render() returns the first overlap as text. Cost: of render() and
// fold() in proportion to the edits inside of the range and in front of it by no more than the
// longest replacement.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

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
  // In the order in which render() writes them: insertions first, closing ones in reverse; of two
  // replacements at one place the larger first.
  struct order {
    using is_transparent = void;
    bool operator()(const edit& left, const edit& right) const { return key(left) < key(right); }
    bool operator()(const edit& left, text_offset right) const { return left.begin < right; }
    bool operator()(text_offset left, const edit& right) const { return left < right.begin; }

   private:
    static std::tuple<text_offset, bool, bool, text_offset, std::uint32_t> key(const edit& one) {
      const bool insertion = one.begin == one.end;
      return {one.begin, !insertion, !one.closing, insertion ? 0u : ~one.end,
              one.closing ? ~one.sequence : one.sequence};
    }
  };
  using sorted_edits = std::set<edit, order>;

  void add(edit one);
  // The first edit that may reach behind an offset.
  [[nodiscard]] sorted_edits::const_iterator first_near(text_offset begin) const;
  static bool inside(const edit& one, text_offset begin, text_offset end, text_offset size);
  static std::string overlap(const edit& one, text_offset begin, text_offset end);

  sorted_edits edits_;       // a piece of the text is rendered for each member of a class
  text_offset longest_ = 0;  // length of the longest replacement
  std::set<std::tuple<text_offset, text_offset, std::string, std::string>> wraps_;
  std::uint32_t next_ = 0;
};

}  // namespace mentat::mplc
