// The translation of one main file: Clang's view of it, the original text, the edits, and the
// questions that every later stage asks.
//
// Ownership: borrows the AST, owns the edits. Thread-safety: none.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "mplc/lower/class_kind.h"
#include "mplc/text/diagnostics.h"
#include "mplc/text/edits.h"

namespace mentat::mplc {

class source_files;  // mplc/lower/source_files.h: lowered texts and their maps
struct explanation;  // mplc/emit/explanation.h
class call_profile;  // mplc/facts/call_profile.h
struct select_mark;
struct entry_mark;

class context {
 public:
  context(clang::ASTContext& ast, source_files& files, diagnostics& reports);

  clang::ASTContext& ast;
  clang::SourceManager& sources;
  edits changes;
  std::function<void(clang::QualType)> complete = [](clang::QualType) {
  };  // instantiates a class template that nothing needed yet

  std::string_view original() const;  // the text of the main file as the user wrote it
  bool in_main_file(clang::SourceLocation) const;
  // Offset in the original text of the token at (or after the end of the token at) a location.
  // Empty for macro bodies, other files, and text that lowering inserted: such text cannot be
  // edited. Macro arguments map to where they are spelled.
  std::optional<text_offset> offset(clang::SourceLocation) const;
  std::optional<text_offset> end_offset(clang::SourceLocation) const;
  std::string_view spelling(
      clang::SourceRange) const;  // original text of a range that can be edited, else ""

  void error(const char* code, clang::SourceLocation, const std::string& text);
  void warning(const char* code, clang::SourceLocation, const std::string& text);
  void remark(const char* code, clang::SourceLocation, const std::string& text);
  void note(clang::SourceLocation, const std::string& text);
  position place(clang::SourceLocation) const;  // position in the user's text

  explanation* explained = nullptr;  // receives the explanations of functions, if they are wanted
  const call_profile* profile = nullptr;  // of a run of the program, if there is one
  bool reads_comments = false;            // of classes and member functions

  // Classes and member functions. All accept instantiations and answer for the pattern.
  class_kind kind_of(const clang::CXXRecordDecl*) const;
  void mark(const clang::CXXRecordDecl*, class_kind);
  bool is_remote(const clang::CXXMethodDecl*)
      const;  // public, not static, no operator, no template, not injected
  // A `const` member function of a replicated class: its stub runs it on the copy in this process,
  // or, if it has a guard, waits for its call. Either way its callers have an ordinary value.
  bool is_read(const clang::CXXMethodDecl*) const;
  const clang::CXXMethodDecl* root(
      const clang::CXXMethodDecl*) const;  // the first function that this one overrides
  static std::string qualifiers(const clang::CXXMethodDecl*);  // " const &"
  // The function of an ordinary base that this one overrides; null if there is none.
  const clang::CXXMethodDecl* plain_overridden(const clang::CXXMethodDecl*) const;
  std::string stem(
      const clang::CXXMethodDecl*) const;  // "op" or "op_1a2b3c4d": see emitted_names.h
  std::string impl_name(
      const clang::CXXRecordDecl*) const;  // "::ns::counter_impl__", "::ns::box_impl__<int>"
  std::string type_name(
      clang::QualType) const;  // fully qualified, printable anywhere in the main file

  // `main`, unless the file uses <mentat/runtime.h>: the run-time system calls it, under another
  // name. A program that makes its own mentat::runtime keeps its main.
  bool is_whole_program(const clang::FunctionDecl*) const;

  // `void serve()` of a class with objects: the thread of control of its objects, which no call
  // reaches.
  bool is_serve(const clang::CXXMethodDecl*) const;
  // The mselect of the main file that a switch stands for, and the entry that a case of it is; else
  // null.
  const select_mark* written_select(const clang::SwitchStmt*) const;
  const entry_mark* written_entry(const select_mark&, const clang::CaseStmt*) const;

  // The Mentat call that an expression is, seen through parentheses and implicit nodes: a remote
  // member function called through a Mentat variable. Null for local calls (this->op(), op()) and
  // for reads.
  const clang::CXXMemberCallExpr* mentat_call(const clang::Expr*) const;
  bool is_rtf(const clang::Expr*) const;  // rtf(...), also in templates
  // `s.out(...)` of a mentat::space, whose fields may be delayed.
  [[nodiscard]] bool is_tuple_put(const clang::Expr* expression) const;
  // A call of an operation of a mentat::space: its name and where the fields of its tuple or
  // pattern begin among the arguments; an empty name if the expression is none.
  struct space_operation {
    std::string_view name;
    unsigned first_field = 0;
    [[nodiscard]] bool puts() const { return name == "out" || name == "eval"; }
    [[nodiscard]] bool takes() const { return name.starts_with("in"); }
  };
  [[nodiscard]] space_operation space_operation_of(const clang::Stmt* statement) const;
  // A function of the library that calls the member functions that are its arguments: of groups,
  // map, map_reduce, reduce.
  [[nodiscard]] bool calls_members_for_program(const clang::CallExpr* call) const;
  // mentat::guard(...): the call, seen through implicit nodes; else null.
  const clang::CallExpr* guard_call(const clang::Stmt*) const;
  // The guard at the beginning of a function's body; null if there is none.
  const clang::CallExpr* guard_of(const clang::FunctionDecl*) const;

  std::string arguments_of(const clang::CXXRecordDecl*) const;  // "<int>", "<T>" or nothing
  std::optional<text_range> mark_words(
      text_offset class_key) const;  // the keywords of MPL in front of it
  // edits of classes are more specific and have to be made before
  void remove_mark_words();
  class_kind written_kind(const clang::CXXRecordDecl* record) const;
  bool is_injected(const clang::Decl*)
      const;  // declared by lowering: create, destroy, bound, construction and copying
  bool is_inserted(clang::SourceLocation) const;  // any text that lowering inserted
  bool failed() const { return reports_.failed(); }
  unsigned errors() const { return reports_.errors(); }  // until now

 private:
  bool has_overloads(const clang::CXXMethodDecl*) const;
  std::string scope_name(const clang::DeclContext*) const;
  bool calls_function_of_mentat(const clang::CallExpr*, llvm::StringRef name) const;

  source_files& files_;
  diagnostics& reports_;
  std::map<const clang::CXXRecordDecl*, class_kind> kinds_;
};

// The kind that the mark on this very declaration gives the class, in either spelling.
class_kind written_kind(const clang::SourceManager&, const source_files&,
                        const clang::CXXRecordDecl*);

}  // namespace mentat::mplc
