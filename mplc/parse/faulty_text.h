// The places in the main file where Clang or lowering found an error. The syntax tree has holes
// there, so mplc reports nothing more about the function around such a place: it would be noise.
#pragma once

#include <algorithm>
#include <vector>

#include "mplc/lower/source_files.h"
#include "mplc/tree/ast_walk.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class faulty_text {
 public:
  faulty_text(const context& x, const source_files& files) : x_(x), files_(files) {}

  void add(clang::SourceLocation at) {
    if (x_.in_main_file(at))
      if (const auto offset = offset_of(at)) places_.push_back(*offset);
  }
  void add(text_offset at) { places_.push_back(at); }

  [[nodiscard]] bool is_in(clang::FunctionDecl* function) const {
    if (function->isInvalidDecl() || function->getType()->containsErrors()) return true;
    const auto begin = offset_of(function->getBeginLoc());
    const auto end = offset_of(function->getEndLoc());
    const bool reported = std::ranges::any_of(
        places_, [&](text_offset at) { return begin && end && *begin <= at && at <= *end; });
    return reported || hole_search::in(function);
  }

 private:
  // Finds text that Clang does not understand. If the error itself is elsewhere, nothing was
  // reported here.
  class hole_search final : public ast_walk {
   public:
    static bool in(clang::FunctionDecl* function) {
      hole_search search;
      return !search.TraverseDecl(function);
    }
    bool VisitExpr(clang::Expr* expression) override { return !expression->containsErrors(); }
    bool VisitDecl(clang::Decl* declaration) override { return !declaration->isInvalidDecl(); }
  };

  [[nodiscard]] std::optional<text_offset> offset_of(clang::SourceLocation at) const {
    return files_.offset(x_.sources, x_.sources.getExpansionLoc(at));
  }

  const context& x_;
  const source_files& files_;
  std::vector<text_offset> places_;
};

}  // namespace mentat::mplc
