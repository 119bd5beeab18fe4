#include "mplc/functions/function_moves.h"

#include <algorithm>

#include "clang/AST/Attr.h"
#include "mplc/functions/function_types.h"
#include "mplc/tree/view_types.h"

namespace mentat::mplc {
namespace {

const clang::DeclRefExpr* name_in(const clang::Expr* argument) {
  return llvm::dyn_cast<clang::DeclRefExpr>(
      const_cast<clang::Expr*>(argument)->IgnoreUnlessSpelledInSource());
}

std::string quoted(const clang::VarDecl* variable) {
  return "'" + variable->getNameAsString() + "'";
}

}  // namespace

void move_scan::run(function_flow& flow) {
  if (!scan_.jumps.empty() || may_return_twice()) return;
  std::map<text_offset, int> written;  // a macro that repeats its argument repeats the call
  for (const call_facts& call : scan_.facts.calls)
    if (call.editable) ++written[call.name.begin];
  for (const call_facts& call : scan_.facts.calls)
    if (call.editable && !call.is_copy && written[call.name.begin] == 1 &&
        !scan_.facts.units[call.unit].dependent)
      scan_call(call, flow);
}

void move_scan::scan_call(const call_facts& call, function_flow& flow) {
  const auto* expression = tree_.as<clang::CXXMemberCallExpr>(call.node);
  if (expression == nullptr ||
      std::ranges::any_of(scan_.facts.guards,
                          [&](const node_range& guard) { return guard.contains(call.node); }))
    return;
  const clang::CXXMethodDecl* method = expression->getMethodDecl();
  for (unsigned k = 0; k < expression->getNumArgs() && k < method->getNumParams(); ++k) {
    const clang::Expr* argument = expression->getArg(k);
    const clang::DeclRefExpr* name = name_in(argument);
    if (name == nullptr) continue;
    const clang::QualType target = method->getParamDecl(k)->getType().getNonReferenceType();
    if (types::same(name->getType(), target) || converts_to_view(name->getType(), target))
      scan_argument(argument, expression, flow);
  }
}

void move_scan::scan_argument(const clang::Expr* argument, const clang::Stmt* call,
                              function_flow& flow) {
  const variable one = named_alone(argument);
  if (one == nullptr) return;
  const clang::DeclRefExpr* name = name_in(argument);
  const node_index at = tree_.index_of(name);
  const unit_index unit = tree_.unit(at);
  const auto text = scan_.span(name);
  if (!text) return;
  const auto report_copy = [&](const char* reason) {
    x_.remark("R0407", name->getLocation(),
              quoted(one) + " is copied into the call, because " + reason);
  };
  if (!is_candidate(one, unit))
    return report_copy(
        "a reference, a lambda or another function may still lead to it");
  if (!is_only_name(one, at)) return report_copy("the expression names it again");
  const clang::Stmt* read = flow.next_read(reads_of(one, unit), call);
  if (read == nullptr) {
    scan_.facts.moved.push_back(*text);
    x_.remark("R0408", name->getLocation(),
              quoted(one) + " is moved into the call, because nothing reads it afterwards");
  } else {
    report_copy("it is read afterwards");
    if (read != call)
      x_.note(read->getBeginLoc(), "it is read here; a mentat::buffer is shared instead");
  }
}

move_scan::variable move_scan::named_alone(const clang::Expr* argument) const {
  const clang::DeclRefExpr* name = name_in(argument);
  const auto* one = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  if (one == nullptr || !one->hasLocalStorage() || one->isImplicit() || one->isInitCapture() ||
      one->hasAttr<clang::CleanupAttr>() || scan_.is_shown(name->getLocation()) ||
      scan_.variables.contains(one))
    return nullptr;
  const clang::QualType type = one->getType();
  if (type.isConstQualified() || type.isVolatileQualified() || type->isReferenceType() ||
      !types::moves_unseen(x_, type))
    return nullptr;
  return one;
}

bool move_scan::is_candidate(variable one, unit_index unit) {
  const auto [known, added] = candidates_.try_emplace({one, unit}, false);
  if (added) known->second = scan_.owner_of(one) == unit && is_private(one, unit);
  return known->second;
}

bool move_scan::is_private(variable one, unit_index unit) {
  std::set<text_offset> written;
  for (const node_index name : scan_.names_of(one)) {
    const auto text = scan_.span(tree_[name]);
    if (tree_.unit(name) != unit || !text || !written.insert(text->begin).second) return false;
    for (node_index up = name; up != nothing; up = tree_.parent(up))
      if (tree_.unit(up) == unit && tree_.as<clang::LambdaExpr>(up) != nullptr) return false;
    const clang::CXXForRangeStmt* loop = nullptr;
    if (!uses_.is_closed(tree_, name, &loop)) return false;
    if (loop == nullptr) continue;
    // Each round of the loop reads the variable.
    const node_range body = tree_.range(tree_.index_of(loop->getBody()));
    if (std::ranges::any_of(scan_.names_of(one),
                            [&](node_index other) { return body.contains(other); }))
      return false;
  }
  return true;
}

bool move_scan::may_return_twice() const {
  for (node_index i = 0; i < tree_.size(); ++i) {
    const auto* call = tree_.as<clang::CallExpr>(i);
    const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee != nullptr && callee->hasAttr<clang::ReturnsTwiceAttr>()) return true;
  }
  return false;
}

bool move_scan::is_only_name(variable one, node_index name) const {
  node_index outermost = name;
  while (tree_.as<clang::Expr>(tree_.parent(outermost)) != nullptr)
    outermost = tree_.parent(outermost);
  const node_range expression = tree_.range(outermost);
  return std::ranges::count_if(scan_.names_of(one),
                               [&](node_index other) { return expression.contains(other); }) == 1;
}

local_reads move_scan::reads_of(variable one, unit_index unit) const {
  local_reads found{one, unit, {}, {}};
  for (const node_index name : scan_.names_of(one)) {
    const auto* assignment = tree_.as<clang::CXXOperatorCallExpr>(tree_.parent(name));
    if (assignment != nullptr && assignment->getOperator() == clang::OO_Equal &&
        assignment->getArg(0) == tree_[name] &&
        (types::assignment_overwrites(assignment) || types::assigns_members(assignment)))
      found.overwrites.push_back(assignment);
    else
      found.reads.push_back(tree_[name]);
  }
  return found;
}

}  // namespace mentat::mplc
