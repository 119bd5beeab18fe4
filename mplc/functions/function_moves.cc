#include "mplc/functions/function_moves.h"

#include <algorithm>

#include "mplc/functions/function_types.h"
#include "mplc/tree/view_types.h"

namespace mentat::mplc {
namespace {

const clang::DeclRefExpr* name_in(const clang::Expr* argument) {
  return llvm::dyn_cast<clang::DeclRefExpr>(
      const_cast<clang::Expr*>(argument)->IgnoreUnlessSpelledInSource());
}

// Functions that keep no reference that they are given, except in an object.
bool keeps_nothing(const clang::FunctionDecl* callee) {
  if (callee == nullptr) return false;
  const clang::DeclContext* around = callee;
  while (around != nullptr && !around->isStdNamespace()) around = around->getParent();
  return callee->getBuiltinID() != 0 || around != nullptr;
}

// Whether an object of the class has a member that can lead to memory of others.
bool can_keep(const context& x, const clang::CXXRecordDecl* record) {
  if (!record->hasDefinition()) return true;
  return llvm::any_of(record->fields(),
                      [&](const clang::FieldDecl* field) {
                        return types::may_refer(x, field->getType());
                      }) ||
         llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier& base) {
           const auto* of = base.getType()->getAsCXXRecordDecl();
           return of == nullptr || can_keep(x, of);
         });
}

}  // namespace

void move_scan::run(function_flow& flow) {
  if (!scan_.jumps.empty()) return;
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
  if (!text || !is_candidate(one, unit)) return;
  const std::string quoted = "'" + one->getNameAsString() + "'";
  if (!is_only_name(one, at)) return;
  const clang::Stmt* read = flow.next_read(reads_of(one, unit), call);
  if (read == nullptr) {
    scan_.facts.moved.push_back(*text);
    x_.remark("R0408", name->getLocation(),
              quoted + " is moved into the call, because nothing reads it afterwards");
  } else if (read != call) {
    x_.remark("R0407", name->getLocation(),
              quoted + " is copied into the call, because it is read afterwards");
    x_.note(read->getBeginLoc(), "it is read here; a mentat::buffer is shared instead");
  }
}

move_scan::variable move_scan::named_alone(const clang::Expr* argument) const {
  const clang::DeclRefExpr* name = name_in(argument);
  const auto* one = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  if (one == nullptr || !one->hasLocalStorage() || one->isImplicit() ||
      scan_.is_shown(name->getLocation()) || scan_.variables.contains(one))
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
    const fate end = fates_.follow(name, fate_finder::carrier::lvalue);
    if (end.kept || is_lent(name)) return false;
    if (end.loop != nullptr && !is_private_in(*end.loop, one, unit)) return false;
  }
  return true;
}

bool move_scan::is_private_in(const clang::CXXForRangeStmt& loop, variable one, unit_index unit) {
  const node_range body = tree_.range(tree_.index_of(loop.getBody()));
  if (std::ranges::any_of(scan_.names_of(one),
                          [&](node_index name) { return body.contains(name); }))
    return false;
  const clang::VarDecl* element = loop.getLoopVariable();
  if (llvm::isa<clang::DecompositionDecl>(element)) return false;
  return !element->getType()->isReferenceType() || is_private(element, unit);
}

bool move_scan::is_lent(node_index name) const {
  bool leads_inside = false;  // a pointer, an iterator or a view, no longer the variable itself
  for (node_index at = name, up = tree_.parent(at); up != nothing; at = up, up = tree_.parent(up)) {
    const auto* around = tree_.as<clang::Expr>(up);
    if (around == nullptr) return false;
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(around)) {
      if (!types::may_refer(x_, made->getType())) return false;
      leads_inside = true;
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(around)) {
      if (x_.is_rtf(call) || x_.mentat_call(call) == call) return false;
      if (may_keep(call, tree_[at], leads_inside)) return true;
      if (!call->isGLValue() && !types::may_refer(x_, call->getType())) return false;
      leads_inside |= !call->isGLValue();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(around)) {
      leads_inside |= unary->getOpcode() == clang::UO_AddrOf;
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(around)) {
      if (cast->getType()->isArithmeticType()) return false;
    }
  }
  return false;
}

bool move_scan::may_keep(const clang::CallExpr* call, const clang::Stmt* below,
                         bool leads_inside) const {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (keeps_nothing(callee)) return false;
  if (callee == nullptr || leads_inside || call->getCallee() == below) return true;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  return method != nullptr && !method->isStatic() && can_keep(x_, method->getParent());
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
        assignment->getArg(0) == tree_[name] && types::assignment_overwrites(assignment))
      found.overwrites.push_back(assignment);
    else
      found.reads.push_back(tree_[name]);
  }
  return found;
}

}  // namespace mentat::mplc
