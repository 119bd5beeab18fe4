// Writes lowered text piece by piece and keeps the map back to the original.
//
// Model: a pen that goes through the original from its begin to its end. Text that is
// copied or blanked keeps its lines; inserted text has none. Invariant: no newline is added or
// removed. Ownership: borrows the original and the result. Thread-safety: none.
#pragma once

#include <string_view>

#include "mplc/lower/lowering.h"
#include "mplc/lower/raw_tokens.h"

namespace mentat::mplc {

class lowered_writer {
 public:
  lowered_writer(std::string_view original, lowered_text& result)
      : original_(original), result_(result) {}

  [[nodiscard]] text_offset lowered() const {
    return static_cast<text_offset>(result_.text.size());
  }

  void copy_to(text_offset end) {
    if (end <= done_) return;
    add(done_, end - done_, piece::original);
    result_.text.append(original_, done_, end - done_);
    done_ = end;
  }

  // Inserts text for Clang alone; Clang's errors about it are reported elsewhere in other words.
  void insert(std::string_view text) { insert(text, done_, piece::silent); }
  // Inserts text in whose errors the user has a part: they are reported at `anchor`.
  void insert_for(text_offset anchor, std::string_view text) {
    insert(text, anchor, piece::anchored);
  }

  // Blanks with the same length; the characters that end lines stay.
  void blank_to(text_offset end) {
    if (end <= done_) return;
    add(done_, end - done_, piece::original);
    for (text_offset i = done_; i < end; ++i) result_.text += makes_line(i) ? original_[i] : ' ';
    done_ = end;
    result_.changed = true;
  }

  // Clang reports missing text at the end of the lowered text. It is missing at the end of the
  // original, whatever was inserted last.
  void end() { result_.segments.push_back({lowered(), done_, 0, piece::original}); }

  // Copies a word from elsewhere in the original. A word that is split by backslash-newlines is
  // written without them, because this line must keep its number.
  void copy_word(text_offset begin, text_offset end) {
    const std::string_view word = original_.substr(begin, end - begin);
    if (word.find('\\') != std::string_view::npos) return insert_for(begin, without_splices(word));
    add(begin, end - begin, piece::original);
    result_.text.append(original_, begin, end - begin);
  }

 private:
  void insert(std::string_view text, text_offset anchor, piece what) {
    add(anchor, static_cast<text_offset>(text.size()), what);
    result_.text += text;
    result_.changed = true;
  }

  void add(text_offset original, text_offset length, piece what) {
    if (length != 0) result_.segments.push_back({lowered(), original, length, what});
  }

  [[nodiscard]] bool makes_line(text_offset at) const {
    if (original_[at] != '\\') return original_[at] == '\n' || original_[at] == '\r';
    const std::string_view next = original_.substr(at + 1, 2);
    return next.starts_with("\n") || next == "\r\n";
  }

  std::string_view original_;
  lowered_text& result_;
  text_offset done_ = 0;  // how much of the original has been written
};

}  // namespace mentat::mplc
