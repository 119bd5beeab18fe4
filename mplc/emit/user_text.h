// Reuses pieces of the user's main file in emitted text: rendered with their edits, put on one
// line, cut at tokens.
//
// Ownership: borrows the original and the edits. Thread-safety: none. Errors: the first overlap of
// edits is kept in error(). An overlap is a fault of the translator; then nothing may be written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mplc/facts/model.h"
#include "mplc/lower/raw_tokens.h"
#include "mplc/text/edits.h"
#include "mplc/text/line_table.h"

namespace mentat::mplc {

class user_text {
 public:
  user_text(std::string_view original, edits& changes)
      : original_(original), tokens_(original), lines_(original), changes_(changes) {}

  [[nodiscard]] std::string_view original() const { return original_; }
  [[nodiscard]] edits& changes() { return changes_; }
  [[nodiscard]] const std::string& error() const { return error_; }

  // A range with its edits, without comments, on one line.
  [[nodiscard]] std::string line(text_range range);
  [[nodiscard]] std::string line(const copied_text& text);
  // Like line(), without some parts of the range.
  [[nodiscard]] std::string line_without(text_range range, const std::vector<text_range>& parts);

  // The result type of a function, from the text before its name: without `virtual`, `inline`,
  // attributes and the like.
  [[nodiscard]] std::string result_type(const method_head& head);
  [[nodiscard]] bool has_specifier(const method_head& head, std::string_view word) const;
  // Begin of the attributes [[...]] that stand directly before an offset; the offset itself when
  // there are none.
  [[nodiscard]] text_offset before_attributes(text_offset at) const;
  // The marks [[mentat::...]] behind a class-key.
  [[nodiscard]] std::vector<text_range> mentat_attributes(text_offset class_key,
                                                          text_offset name) const;

  // Replaces a range. The newlines of the range stay, in front of the new text, so line numbers do
  // not change.
  void replace(text_range range, const std::string& text);

  [[nodiscard]] unsigned line_number(text_offset at) const { return lines_.number(at); }
  [[nodiscard]] text_offset line_begin(text_offset at) const { return lines_.begin(at); }
  [[nodiscard]] bool only_blanks(text_offset begin, text_offset end) const;
  // Where text can be added at the end of a header: before the #endif of its include guard, else at
  // its end.
  [[nodiscard]] text_offset end_of_header() const;

 private:
  [[nodiscard]] std::size_t token_at(
      text_offset at) const;  // the first token that begins there or later
  [[nodiscard]] std::string newlines(text_range range) const;
  std::string render(text_range range);

  std::string_view original_;
  raw_tokens tokens_;
  line_table lines_;
  edits& changes_;
  std::string error_;
};

// Removes comments and newlines; one blank remains where the text had any.
[[nodiscard]] std::string one_line(std::string_view text);

// `#line 12 "file"`: the next line is line 12 of that file. Nothing without a file.
[[nodiscard]] std::string line_directive(unsigned line, std::string_view file);
// As a string literal.
[[nodiscard]] std::string string_literal(std::string_view text);

}  // namespace mentat::mplc
