// The beginnings of the lines of a text, to find the line of an offset quickly.
//
// Invariant: lines end with '\n' alone, as for the compilers that read generated text.
// Thread-safety: immutable once made.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "mplc/text/edits.h"

namespace mentat::mplc {

class line_table {
 public:
  explicit line_table(std::string_view text) {
    for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
      begins_.push_back(static_cast<text_offset>(at + 1));
  }

  // Number of the line at an offset, from 1.
  [[nodiscard]] unsigned number(text_offset at) const {
    return static_cast<unsigned>(std::ranges::upper_bound(begins_, at) - begins_.begin());
  }
  // Begin of the line at an offset.
  [[nodiscard]] text_offset begin(text_offset at) const { return begins_[number(at) - 1]; }

 private:
  std::vector<text_offset> begins_{0};
};

}  // namespace mentat::mplc
