// The raw tokens of a text, as Clang's lexer cuts them before preprocessing: comments are skipped,
// macros are not expanded, inactive text is not removed. Thread-safety: a pure function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mplc/text/edits.h"

namespace mentat::mplc {

// A word without the backslash-newlines that split it. Thread-safety: a pure function.
std::string without_splices(std::string_view word);

struct raw_token {
  text_offset begin,
      end;  // in the text; an identifier split by backslash-newline begins behind the splice
  std::string_view text;  // without splices for identifiers, as written for all others
  bool identifier;        // name or keyword
  bool begins_line;
  bool directive;       // is on a line (or its continuations) that begins with '#'
  std::string cleaned;  // owns `text` when splices were removed
};

class raw_tokens {
 public:
  explicit raw_tokens(std::string_view text);  // borrows the text
  raw_tokens(const raw_tokens&) = delete;
  raw_tokens& operator=(const raw_tokens&) = delete;

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const raw_token& operator[](std::size_t i) const { return tokens_[i]; }
  [[nodiscard]] bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].text == text;
  }
  // Whether the token closes a bracket of any kind.
  [[nodiscard]] bool is_closer(std::size_t i) const {
    return is(i, ")") || is(i, "]") || is(i, "}") || is(i, "%>") || is(i, ":>");
  }
  // The text of a range, as written.
  [[nodiscard]] std::string_view text(text_range range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }
  // Index of the closer that belongs to the opener ( [ or { at `i`; size() if it is missing. Any
  // kind of closer ends any kind of opener. It is read from a table, because a search each time
  // would make nested text quadratic.
  [[nodiscard]] std::size_t match(std::size_t i) const {
    return i < closers_.size() ? closers_[i] : tokens_.size();
  }

 private:
  void find_closers();

  std::string_view text_;
  std::vector<raw_token> tokens_;
  std::vector<std::size_t> closers_;  // for each token; size() for a token that opens nothing
};

}  // namespace mentat::mplc
