#include "mplc/functions/function_selects.h"

#include "mplc/tree/ast_walk.h"

namespace mentat::mplc {
namespace {

// Finds a name of the variable, also where it is not evaluated: it must be declared there too.
class name_search final : public ast_walk {
 public:
  name_search(const context& x, const clang::VarDecl* variable) : x_(x), variable_(variable) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    found = name->getDecl() == variable_ && !x_.is_inserted(name->getLocation());
    return !found;
  }
  bool found = false;

 private:
  const context& x_;
  const clang::VarDecl* variable_;
};

}  // namespace

bool may_select(const context& x, const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  return method != nullptr && !method->isStatic() &&
         !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method) &&
         has_objects(x.kind_of(method->getParent()));
}

void select_scan::run() {
  for (node_index i = 0; i < tree_.size(); ++i) {
    const auto* choice = tree_.as<clang::SwitchStmt>(i);
    if (const select_mark* mark = choice == nullptr ? nullptr : x_.written_select(choice))
      read(choice, *mark);
  }
}

void select_scan::read(const clang::SwitchStmt* choice, const select_mark& mark) {
  x_.warning("W0702", choice->getSwitchLoc(),
             "mselect has no sequential elision; an ordinary compiler does not know it");
  select_facts select{&mark, {}};
  std::vector<const clang::CXXMethodDecl*> always;  // accepted by an entry without guard
  for (const clang::Stmt* one : choice->getBody()->children()) {
    const auto* branch = llvm::dyn_cast<clang::CaseStmt>(one);
    const entry_mark* entry = branch == nullptr ? nullptr : x_.written_entry(mark, branch);
    if (entry == nullptr) continue;
    const auto* block = llvm::cast<clang::CompoundStmt>(branch->getSubStmt());
    arm_facts arm;
    arm.mark = entry;
    arm.number = static_cast<unsigned>(entry - mark.entries.data()) + 1;
    note_guard(*block, *entry);
    if (entry->kind == entry_kind::accept) read_accept(*block, *entry, arm, always);
    check_end(*block, arm);
    select.arms.push_back(std::move(arm));
  }
  facts_.selects.push_back(std::move(select));
}

void select_scan::note_guard(const clang::CompoundStmt& block, const entry_mark& entry) {
  if (entry.guard.end != 0)
    facts_.guards.push_back(tree_.range(tree_.index_of(*block.body_begin())));
}

void select_scan::read_accept(const clang::CompoundStmt& block, const entry_mark& entry,
                              arm_facts& arm, std::vector<const clang::CXXMethodDecl*>& always) {
  const unsigned first = entry.guard.end == 0 ? 0 : 1;  // behind the guard
  std::vector<const clang::VarDecl*> parameters;
  for (std::size_t k = 0; k < entry.parameters.size(); ++k) {
    const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(block.body_begin()[first + k]);
    if (declaration == nullptr || !declaration->isSingleDecl()) return;
    parameters.push_back(llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()));
  }
  const auto* call =
      llvm::dyn_cast<clang::Expr>(block.body_begin()[first + entry.parameters.size()]);
  const clang::CXXMethodDecl* method = accepted(call, parameters);
  const clang::SourceLocation where = call == nullptr ? block.getBeginLoc() : call->getExprLoc();
  if (!x_.is_remote(method)) return report_not_remote(method, entry, where);
  report_duplicate(method, entry, where, always);
  arm.tag = (function_->isDependentContext() ? "typename " : "") +
            x_.impl_name(method->getParent()) + "::" + tag_name(x_.stem(method));
  for (unsigned k = 0; k < parameters.size(); ++k)
    if (is_used(block, parameters[k]))
      arm.used.push_back({entry.parameters[k].before, entry.parameters[k].after,
                          parameters[k]->getNameAsString(), k});
}

const clang::CXXMethodDecl* select_scan::accepted(
    const clang::Expr* expression, const std::vector<const clang::VarDecl*>& parameters) const {
  if (expression == nullptr) return nullptr;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(
      const_cast<clang::Expr*>(expression)->IgnoreUnlessSpelledInSource());
  if (call == nullptr) return nullptr;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    if (const clang::CXXMethodDecl* method = member->getMethodDecl()) return method;
  }
  const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(call->getCallee()->IgnoreParens());
  const auto* single = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (single != nullptr) return llvm::dyn_cast<clang::CXXMethodDecl>(single->getMemberDecl());
  if (overloads == nullptr) return nullptr;
  for (const clang::NamedDecl* one : overloads->decls()) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(one->getUnderlyingDecl());
    if (method != nullptr && takes(method, parameters)) return method;
  }
  return nullptr;
}

bool select_scan::takes(const clang::CXXMethodDecl* method,
                        const std::vector<const clang::VarDecl*>& parameters) const {
  if (method->getNumParams() != parameters.size()) return false;
  for (unsigned k = 0; k < parameters.size(); ++k)
    if (!x_.ast.hasSameUnqualifiedType(method->getParamDecl(k)->getType(),
                                       parameters[k]->getType()))
      return false;
  return true;
}

void select_scan::report_not_remote(const clang::CXXMethodDecl* method, const entry_mark& entry,
                                    clang::SourceLocation where) const {
  if (x_.is_serve(method))
    return x_.error("E0601", where,
                    "'serve' is the thread of control of the object and cannot be accepted");
  x_.error(
      "E0601", where,
      "'" + std::string(x_.original().substr(entry.name.begin, entry.name.end - entry.name.begin)) +
          "' is not a public member function of this class with these parameters");
}

void select_scan::report_duplicate(const clang::CXXMethodDecl* method, const entry_mark& entry,
                                   clang::SourceLocation where,
                                   std::vector<const clang::CXXMethodDecl*>& always) const {
  const auto* known = x_.root(method);
  if (llvm::is_contained(always, known))
    x_.warning("W0602", where,
               "an entry above accepts '" + method->getNameAsString() +
                   "' without a guard; this one is never chosen");
  else if (entry.guard.end == 0)
    always.push_back(known);
}

bool select_scan::is_used(const clang::CompoundStmt& block, const clang::VarDecl* parameter) const {
  name_search search(x_, parameter);
  search.TraverseStmt(const_cast<clang::CompoundStmt*>(&block));
  return search.found;
}

void select_scan::check_end(const clang::CompoundStmt& block, arm_facts& arm) const {
  const clang::Stmt* last =
      block.size() < 2 ? nullptr
                       : block.body_begin()[block.size() - 2];  // before the break that was added
  arm.open_end = last == nullptr || !leaves(last);
  if (!arm.open_end) return;
  x_.warning("W0603", block.getEndLoc(),
             "the entry ends without 'break', 'continue' or 'return'; the mselect is left here");
}

bool select_scan::leaves(const clang::Stmt* stmt) {
  if (llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt,
                clang::CXXThrowExpr>(stmt))
    return true;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    for (const clang::Stmt* one : llvm::reverse(block->body()))
      if (!llvm::isa<clang::NullStmt>(one)) return leaves(one);
    return false;
  }
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(stmt))
    return choice->getElse() != nullptr && leaves(choice->getThen()) && leaves(choice->getElse());
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(stmt)) return leaves(full->getSubExpr());
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt))
    return call->getDirectCallee() != nullptr && call->getDirectCallee()->isNoReturn();
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(stmt))
    return loop->getCond() == nullptr && !breaks(loop->getBody());
  return false;
}

bool select_scan::breaks(const clang::Stmt* stmt) {
  if (stmt == nullptr) return false;
  if (llvm::isa<clang::BreakStmt, clang::GotoStmt>(stmt)) return true;
  return llvm::any_of(stmt->children(), [](const clang::Stmt* one) { return breaks(one); });
}
}  // namespace mentat::mplc
