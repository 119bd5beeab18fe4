// The functions of a replicated class may run on several copies of an object, so they use the
// object's data and their arguments alone: E0902 (a Mentat object, a space, mselect), E0903
// (const_cast of this), W0906 (state that differs between processes). The checks follow calls into
// functions that the main file defines. Those of a durable class use the object's data and their
// arguments alone, too, because the object may go on in another process: E1004, E1015.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class replica_scan {
 public:
  explicit replica_scan(const scan_base& scan)
      : x_(scan.x), tree_(scan.tree), function_(scan.function) {}

  void run();

 private:
  struct finding {
    clang::SourceLocation at;
    std::string what;         // "calls ...", "uses ..."
    bool is_forbidden;        // E0902; else W0906
    std::string by_way_of{};  // the function in which it stands
  };

  void find(const function_tree& tree, std::vector<finding>& found);
  void find_in_callee(const clang::Expr* call, const clang::FunctionDecl* callee,
                      std::vector<finding>& found);
  void report(const finding& one, bool writes) const;
  void check_casts() const;
  void report_cast(const clang::ExplicitCastExpr* cast) const;

  [[nodiscard]] std::string forbidden(const clang::Stmt* part) const;
  [[nodiscard]] std::string own_of_process(const function_tree& tree, node_index at) const;

  context& x_;
  const function_tree& tree_;
  const clang::FunctionDecl* function_;
  bool is_durable_ = false;
  std::set<const clang::FunctionDecl*> visited_;
};

}  // namespace mentat::mplc
