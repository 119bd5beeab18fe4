// The fields of tuples and patterns in the main file: E0801 (a field that cannot be in one), E0802
// (a formal first), E0803 (too many fields), E0807 (no time to wait). The interface of spaces
// asserts the same; here the report names the place and the member. R0806 (a pattern that leaves a
// key empty) is about the operations of this file.
#pragma once

#include <map>
#include <vector>

#include "mplc/classes/serialisation.h"
#include "mplc/facts/space_uses.h"
#include "mplc/tree/ast_walk.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class space_checks final : public ast_walk {
 public:
  space_checks(context& x, serialisation& types) : x_(x), types_(types) {}

  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) override;

  // Behind the walk: the operations that it met but for those of templates.
  std::vector<space_use> report_keys();

 private:
  static constexpr unsigned most_fields = 16;  // rts/space/encoded_tuple.h

  void note_use(const clang::CXXMemberCallExpr* call, const context::space_operation& operation);
  void check_time(const clang::Expr* longest);
  void check_field(const clang::Expr* field, unsigned number, bool is_put);

  // Whether equal values, and only those, have equal bytes.
  static bool has_one_encoding(clang::QualType type);

  context& x_;
  serialisation& types_;
  std::map<space_use, clang::SourceLocation> places_;
};

}  // namespace mentat::mplc
