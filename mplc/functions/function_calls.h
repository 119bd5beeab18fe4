// The Mentat calls of a function: the use of each result, and the data for the edit of the call.
#pragma once

#include "mplc/functions/function_errors.h"
#include "mplc/functions/function_scan.h"
#include "mplc/text/emitted_names.h"

namespace mentat::mplc {

class call_scan {
 public:
  explicit call_scan(scan_base& scan)
      : scan_(scan), x(scan.x), tree(scan.tree), facts(scan.facts), witnesses_(scan.tree) {}

  void run();

 private:
  // Calls.
  void scan_call(node_index at, const clang::CXXMemberCallExpr* expression);

  void describe(const clang::CXXMemberCallExpr* expression, call_facts& call);

  void describe_argument(unsigned number, const clang::Expr* argument, call_facts& call);

  void note_copy(const clang::Expr* value);

  // Scans the arguments of a Mentat class's constructor, which go through a variable's constructor.
  void scan_construction(const clang::CXXConstructExpr* made);

  void place(node_index at, const clang::CXXMemberCallExpr* expression, call_facts& call);

  // Returns T if the value becomes that of a mentat::result<T>, which takes the call unchanged.
  clang::QualType lasting_target(node_index up, const clang::Stmt* below) const;

  static clang::QualType result_of(const clang::CXXMemberCallExpr* expression);

  void place_assignment(node_index at, const clang::CXXMemberCallExpr* expression,
                        const clang::Expr* target, call_facts& call);

  // `v.push_back(A.op())`: the new element is delayed.
  void place_pushed(const clang::CXXMemberCallExpr* outer, node_index at,
                    const clang::CXXMemberCallExpr* expression, call_facts& call);

  void aim(call_facts& call, const clang::VarDecl* variable, const access_path& path);

  static void block(call_facts& call, std::string reason) { call.reason = std::move(reason); }

  void place_argument(const clang::CallExpr* outer, const clang::Stmt* below,
                      const clang::CXXMemberCallExpr* expression, call_facts& call);

  // The call is the result of the function, unless code here could observe its error.
  void place_result(std::string witness, const clang::CXXMemberCallExpr* expression,
                    call_facts& call);

  static void mark_handed_on(const clang::CXXMemberCallExpr* expression, clang::QualType target,
                             call_facts& call);

  bool returns_result(node_index at) const;

  // Declarations.
  void place_initialiser(const clang::DeclStmt* declaration, const clang::Stmt* value,
                         const clang::CXXMemberCallExpr* expression, call_facts& call);

  // `T w = A.op()`, `T w(A.op())`, `T w{A.op()}`: the text between the name, the call and the
  // end of the declarator.
  bool read_initialiser(const clang::DeclStmt* declaration, const clang::VarDecl* variable,
                        const call_facts& call, initialiser_facts& result) const;

  // Whether each declarator is a plain name, so that the declaration can become several.
  static bool splits(const clang::DeclStmt* declaration);

  void split_declaration(const call_facts& call);

  std::optional<declarator_facts> read_declarator(const clang::VarDecl* previous,
                                                  const clang::VarDecl* variable) const;

  // Rtf and return.
  void scan_rtf(node_index at, const clang::CallExpr* expression);

  void note_wait(rtf_facts& rtf, const clang::Expr* value) const;

  // Whether a statement is the last one of the member function.
  bool is_last(node_index at) const;

  // Whether no destructor of another local variable could observe that the result has been moved.
  bool nothing_looks_back() const;

  void scan_return(node_index at, const clang::ReturnStmt* leave);

  bool is_of_result_type(const clang::Expr* value) const;

  static bool is_comma(const clang::Expr* value);

  // The text of a value that is a mentat::result; else empty.
  text_span lasting_value(const clang::Expr* value) const;
  static const clang::Expr* spelled_value(const clang::ReturnStmt* leave);

  // For a local variable `return v;` moves; the translated text must move too.
  static bool is_local_variable(const clang::Expr* value);

  scan_base& scan_;
  context& x;
  const function_tree& tree;
  function_facts& facts;
  error_witnesses witnesses_;
  std::map<node_index, std::size_t> split_;  // in facts.declarations
};

}  // namespace mentat::mplc
