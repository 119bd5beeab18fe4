// How often the paths through a member function execute rtf, and what follows it.
#include <algorithm>
#include <map>
#include <set>

#include "clang/Analysis/CFG.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "mplc/functions/flow_blocks.h"
#include "mplc/functions/function_flow.h"

namespace mentat::mplc {
namespace {

// Least and greatest number of rtf on the paths to a place; more than two count as two.
struct rtf_count {
  int least = 9, most = -1;
  [[nodiscard]] bool reached() const { return most >= 0; }
  bool operator==(const rtf_count&) const = default;
};

bool leaves_by_exception(const clang::CFGBlock* block) {
  if (block->hasNoReturnElement()) return true;
  // No handler of a try block catches an exception of the handlers beside it.
  if (llvm::isa_and_nonnull<clang::CXXTryStmt>(block->getTerminatorStmt())) return true;
  for (const clang::CFGElement& element : *block)
    if (llvm::isa_and_nonnull<clang::CXXThrowExpr>(statement_of(element))) return true;
  return false;
}

// Functions of libraries do not wait for results, those of the run-time system may.
bool belongs_to_library(const clang::FunctionDecl* function, const clang::SourceManager& sources) {
  if (function->getBuiltinID() != 0) return true;
  if (!sources.isInSystemHeader(function->getLocation())) return false;
  const clang::DeclContext* outermost = nullptr;
  for (const clang::DeclContext* at = function->getDeclContext(); at != nullptr;
       at = at->getParent())
    if (at->isNamespace()) outermost = at;
  const auto* space = llvm::dyn_cast_or_null<clang::NamespaceDecl>(outermost);
  return space == nullptr || space->getName() != "mentat";
}

class rtf_analysis {
 public:
  rtf_analysis(const clang::CFG& cfg, const function_facts& facts,
               const clang::SourceManager& sources)
      : cfg_(cfg), facts_(facts), sources_(sources) {
    for (const variable_facts& variable : facts.variables) variables_.insert(variable.declaration);
    for (const rtf_facts& rtf : facts.rtfs) results_.insert(rtf.node);
    for (const return_facts& leave : facts.returns) results_.insert(leave.node);
    for (const clang::CFGBlock* block : cfg)
      for (const clang::CFGElement& element : *block)
        if (const clang::Stmt* statement = statement_of(element); results_.contains(statement))
          blocks_of_.emplace(statement, block);
  }

  rtf_paths run() {
    std::vector<rtf_count> out(cfg_.getNumBlockIDs());
    rtf_paths found;
    // From the entry on: Clang lists the blocks from the exit to the entry.
    for (bool changed = true; changed;) {
      changed = false;
      for (const clang::CFGBlock* block : llvm::reverse(cfg_)) {
        const rtf_count now = behind(block, out, nullptr);
        changed |= out[block->getBlockID()] != now;
        out[block->getBlockID()] = now;
      }
    }
    for (const clang::CFGBlock* block : cfg_) behind(block, out, &found.twice);
    rtf_count end;
    for (const clang::CFGBlock* block : cfg_.getExit().preds())
      if (block != nullptr && !leaves_by_exception(block)) merge(end, out[block->getBlockID()]);
    found.never = end.reached() && end.most == 0;
    found.sometimes = end.reached() && end.least == 0 && end.most > 0;
    for (const rtf_facts& rtf : facts_.rtfs) {
      if (follows(rtf, is_work)) found.work_after.push_back(&rtf);
      if (follows(rtf, [&](const clang::Stmt* one) { return may_wait(one); }))
        found.wait_after.push_back(&rtf);
    }
    return found;
  }

 private:
  static void merge(rtf_count& into, const rtf_count& from) {
    if (!from.reached()) return;
    into = {std::min(into.least, from.least), std::max(into.most, from.most)};
  }

  rtf_count before(const clang::CFGBlock* block, const std::vector<rtf_count>& out) const {
    if (block == &cfg_.getEntry() || is_handler(block)) return {0, 0};
    rtf_count now;
    for (const clang::CFGBlock* previous : block->preds())
      if (previous != nullptr) merge(now, out[previous->getBlockID()]);
    return now;
  }

  // The count behind a block; `twice` becomes the last statement in it that may be the second one.
  rtf_count behind(const clang::CFGBlock* block, const std::vector<rtf_count>& out,
                   const clang::Stmt** twice) const {
    rtf_count now = before(block, out);
    if (!now.reached()) return now;
    for (const clang::CFGElement& element : *block) {
      const clang::Stmt* statement = statement_of(element);
      if (!results_.contains(statement)) continue;
      if (now.most >= 1 && twice != nullptr) *twice = statement;
      now = {std::min(2, now.least + 1), std::min(2, now.most + 1)};
    }
    return now;
  }

  // Whether such a statement stands on a path behind the rtf.
  bool follows(const rtf_facts& rtf, auto&& is_such) const {
    std::vector<const clang::CFGBlock*> work;
    std::set<const clang::CFGBlock*> seen;
    const auto [begin, end] = blocks_of_.equal_range(rtf.node);
    for (auto one = begin; one != end; ++one) {
      work.push_back(one->second);
      bool behind = false;
      for (const clang::CFGElement& element : *one->second) {
        const clang::Stmt* statement = statement_of(element);
        if (behind && statement != rtf.node && is_such(statement)) return true;
        behind |= statement == rtf.node;
      }
    }
    while (!work.empty()) {
      const clang::CFGBlock* block = work.back();
      work.pop_back();
      for (const clang::CFGBlock* next : block->succs()) {
        if (next == nullptr || !seen.insert(next).second) continue;
        for (const clang::CFGElement& element : *next)
          if (is_such(statement_of(element))) return true;
        work.push_back(next);
      }
    }
    return false;
  }

  static bool is_work(const clang::Stmt* statement) {
    const auto* leave = llvm::dyn_cast_or_null<clang::ReturnStmt>(statement);
    return statement != nullptr && (leave == nullptr || leave->getRetValue() != nullptr);
  }

  // Any part of an expression is a statement of the graph, but for the body of a lambda.
  bool may_wait(const clang::Stmt* statement) const {
    if (statement == nullptr) return false;
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(statement))
      return variables_.contains(named->getDecl());
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement))
      return call->getDirectCallee() == nullptr ||
             !belongs_to_library(call->getDirectCallee(), sources_);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement))
      return made->getConstructor()->isUserProvided() &&
             !belongs_to_library(made->getConstructor(), sources_);
    const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement);
    return lambda != nullptr && contains_wait(lambda->getBody());
  }

  bool contains_wait(const clang::Stmt* statement) const {
    return statement != nullptr &&
           (may_wait(statement) || llvm::any_of(statement->children(), [&](const auto* part) {
              return contains_wait(part);
            }));
  }

  const clang::CFG& cfg_;
  const function_facts& facts_;
  const clang::SourceManager& sources_;
  std::set<const clang::Decl*> variables_;
  std::set<const clang::Stmt*> results_;
  std::multimap<const clang::Stmt*, const clang::CFGBlock*> blocks_of_;
};

}  // namespace

rtf_paths function_flow::count_rtf() {
  if (facts_.units[0].dependent) return {};
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  const auto cfg = clang::CFG::buildCFG(
      facts_.units[0].function, const_cast<clang::Stmt*>(facts_.units[0].body), &ast_, options);
  return cfg == nullptr ? rtf_paths{} : rtf_analysis(*cfg, facts_, ast_.getSourceManager()).run();
}

}  // namespace mentat::mplc
