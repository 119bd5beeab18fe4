// Stage 1: text with the keywords of MPL becomes text that Clang can parse. Works on raw tokens,
// before any preprocessing.
//
// Model: `[persistent|regular|replicated|durable] mentat (class|struct)` is blanked and remembered
// as a mark; behind the `{` of a marked class (in either spelling) come declarations of the members
// that every Mentat variable has (create, destroy, bound, construction without arguments, copying
// of the name). Invariants: 1. No newline is added or removed, so lines of the lowered text are
// lines of the user. 2. Only these token sequences are touched: `mentat`, `persistent` and
// `regular` stay ordinary names elsewhere, also in strings, comments and raw strings. 3. Every
// offset of the lowered text maps to one offset of the original. Errors: problems() are in original
// offsets; they may be in text that `#if` removes, so the caller decides whether they count.
// Thread-safety: a pure function. An mselect becomes a switch (lower_select.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mplc/lower/class_kind.h"
#include "mplc/lower/select_marks.h"
#include "mplc/text/edits.h"

namespace mentat::mplc {

// Origin of a piece of the lowered text. Pieces of the original have its length (blanked keywords
// too). The others are inserted and stand at one original offset. Clang's errors about silent
// pieces are not shown to the user.
enum class piece { original, silent, anchored };

struct segment {
  text_offset lowered, original, length;
  piece what;
};

// A Mentat class in keyword spelling: definition, forward declaration, friend or specialisation.
struct class_mark {
  text_offset begin;              // begin of the first keyword, in the original
  text_offset class_key;          // of `class` or `struct`, in the original
  text_offset class_key_lowered;  // the same in the lowered text
  class_kind kind;
};

struct lowering_problem {
  text_offset at;
  std::string code, text;
};

struct lowered_text {
  std::string text;
  std::vector<segment> segments;     // sorted, without gaps; the last is the end and has no length
  std::vector<class_mark> marks;     // sorted
  std::vector<select_mark> selects;  // sorted by their switches
  std::vector<lowering_problem> problems;
  bool changed = false;

  [[nodiscard]] text_offset original_offset(
      text_offset lowered) const;  // inserted text maps to its place
  [[nodiscard]] std::optional<text_offset> exact_offset(
      text_offset lowered) const;  // empty for inserted text
  [[nodiscard]] bool is_silent(text_offset lowered) const;

  // Null if there is none.
  [[nodiscard]] const class_mark* mark_at(text_offset class_key_lowered) const;
  [[nodiscard]] const class_mark* mark_in_original(text_offset class_key) const;
  [[nodiscard]] const select_mark* select_at(text_offset switch_lowered) const;

 private:
  [[nodiscard]] const segment* find(text_offset lowered) const;
};

// Whether a text contains a word of MPL at all; other texts need no lexing. Only whole words count:
// "implementation" contains "mentat".
[[nodiscard]] bool may_contain_mpl(std::string_view text);

[[nodiscard]] lowered_text lower(std::string_view original);

}  // namespace mentat::mplc
