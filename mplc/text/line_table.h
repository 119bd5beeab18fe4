// Where the lines of a text begin, so that many places in it can be told in little time.
//
// Invariant: lines end with '\n' alone, as for the compilers that read generated text.
// Thread-safety: none needed once it is made.
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

  // From 1.
  [[nodiscard]] unsigned number(text_offset at) const {
    return static_cast<unsigned>(std::ranges::upper_bound(begins_, at) - begins_.begin());
  }
  // Of the line of an offset.
  [[nodiscard]] text_offset begin(text_offset at) const { return begins_[number(at) - 1]; }

 private:
  std::vector<text_offset> begins_{0};
};

}  // namespace mentat::mplc
