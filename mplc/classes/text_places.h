// Places of the syntax tree as ranges of the main file's original text.
#pragma once

#include <cctype>

#include "mplc/facts/model.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class text_places {
 public:
  explicit text_places(context& x) : x_(x) {}

  // Where a token stands in the main file; a macro counts as a whole.
  std::optional<text_offset> begin(clang::SourceLocation at) const {
    if (const auto exact = x_.offset(at)) return exact;
    return x_.offset(x_.sources.getExpansionLoc(at));
  }
  std::optional<text_offset> end(clang::SourceLocation at) const {
    if (const auto exact = x_.end_offset(at)) return exact;
    return x_.end_offset(x_.sources.getExpansionRange(at).getEnd());
  }
  static copied_text copy(std::optional<text_offset> begin, std::optional<text_offset> end) {
    if (!begin || !end || *end < *begin) return {};
    return {text_range{*begin, *end}, ""};
  }
  [[nodiscard]] std::string_view text() const { return x_.original(); }

  // ` = 10`: a default argument whose value is written in `range`, with the blanks and the `=` in
  // front of it.
  std::optional<text_range> default_argument(clang::SourceRange range) const {
    const auto from = begin(range.getBegin());
    const auto to = end(range.getEnd());
    if (!from || !to) return std::nullopt;
    const std::size_t found = text().rfind('=', *from);
    if (found == std::string_view::npos) return std::nullopt;  // Clang has recovered from an error
    auto equals = static_cast<text_offset>(found);
    while (equals > 0 && std::isspace(static_cast<unsigned char>(text()[equals - 1])) != 0)
      --equals;
    return text_range{equals, *to};
  }

 private:
  context& x_;
};

}  // namespace mentat::mplc
