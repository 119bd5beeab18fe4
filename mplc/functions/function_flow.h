// Control flow of a function: the assignments that come after an alias, the variables that may be
// delayed at each use, the number of times that rtf runs.
//
// Model: forward questions on Clang's control-flow graph of the function and of each
// lambda in it. A variable *may be delayed* at a place if some path from a Mentat assignment leads
// there on which it was neither resolved, nor overwritten, nor declared again. Every doubt
// (templates, handlers of exceptions, assignments made by lambdas, functions too large to ask) is
// answered with "may be".
// Ownership: borrows the AST. Thread-safety: none.
#pragma once

#include <memory>
#include <vector>

#include "mplc/facts/function_facts.h"

namespace clang {
class ASTContext;
class FunctionDecl;
}  // namespace clang

namespace mentat::mplc {

// How often the paths through a member function execute rtf.
struct rtf_paths {
  bool never = false;                        // no path executes one
  bool sometimes = false;                    // some path executes none
  const clang::Stmt* twice = nullptr;        // the second rtf on some path
  std::vector<const rtf_facts*> work_after;  // rtfs that statements follow
  std::vector<const rtf_facts*> wait_after;  // rtfs behind which the function may wait
};

// The places of a local variable whose names all stand in one unit.
struct local_reads {
  const clang::VarDecl* declaration;
  unit_index unit;
  std::vector<const clang::Stmt*> reads;       // its names, but for those that are overwritten
  std::vector<const clang::Stmt*> overwrites;  // the assignments
};

class function_flow {
 public:
  function_flow(clang::ASTContext& ast, const function_facts& facts);
  ~function_flow();
  function_flow(const function_flow&) = delete;
  function_flow& operator=(const function_flow&) = delete;

  // Whether a call can be assigned to the variable after the alias was made, in the same
  // incarnation of the variable.
  [[nodiscard]] bool assigned_after(const alias_facts& alias);

  // Writes use_facts::before and capture_facts::before for all live variables.
  void find_delays(function_facts& facts);

  // A read of the variable that a path from behind a statement, or from a handler of an exception,
  // reaches before the variable is overwritten or declared again. Null: there is none. `from`: it
  // is not known whether there is one.
  [[nodiscard]] const clang::Stmt* next_read(const local_reads& variable, const clang::Stmt* from);

  [[nodiscard]] rtf_paths count_rtf();

 private:
  class graph;
  class assignments;
  class read_search;
  graph* graph_of(unit_index unit);
  assignments& assignments_to(variable_index variable);

  clang::ASTContext& ast_;
  const function_facts& facts_;
  std::vector<std::unique_ptr<graph>> graphs_;
  // one for each variable; null: not computed yet
  std::vector<std::unique_ptr<assignments>> assignments_;
  std::size_t searched_ = 0;  // blocks, by next_read
};

}  // namespace mentat::mplc
