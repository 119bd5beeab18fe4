// Whether a member function of a replicated class that is not `const` changes nothing of its
// object: W0905. Every call of it takes effect in all processes, and a `const` one would read the
// copy at hand.
//
// Model: each name of the object's data is followed upwards, through elements, references and
// iterators, to where it is read. Code that the analysis does not know counts as a change.
#pragma once

#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class const_scan {
 public:
  explicit const_scan(const scan_base& scan) : scan_(scan), x_(scan.x), tree_(scan.tree) {}

  void run();

 private:
  // How a name leads to the object's data: as an lvalue of it, or as an iterator or pointer whose
  // own value may be copied.
  enum class leads { to_data, to_place };

  [[nodiscard]] bool is_suspect(const clang::CXXMethodDecl* method) const;
  [[nodiscard]] bool only_reads() const;
  [[nodiscard]] bool only_read(node_index at, leads how, unsigned depth) const;
  [[nodiscard]] bool only_read_by(const clang::CXXMemberCallExpr* call, node_index at, leads how,
                                  unsigned depth) const;
  [[nodiscard]] bool only_read_by(const clang::CXXOperatorCallExpr* call, node_index at,
                                  const clang::Stmt* below, leads how, unsigned depth) const;
  [[nodiscard]] bool only_read_in(const clang::DeclStmt* declaration, const clang::Stmt* below,
                                  leads how, unsigned depth) const;
  [[nodiscard]] bool only_read_in(const clang::CXXForRangeStmt* loop, leads how) const;

  const scan_base& scan_;
  context& x_;
  const function_tree& tree_;
};

}  // namespace mentat::mplc
