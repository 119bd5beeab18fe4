#include "mplc/functions/function_uses.h"

namespace mentat::mplc {

void use_scan::run() {
  if (facts.variables.empty()) return;
  for (const call_facts& call : facts.calls)
    if (call.place == call_place::assigned || call.is_copy) assignments_[call.changes] = &call;
  for (const return_facts& leave : facts.returns)
    if (!leave.waits) returns_.insert(leave.node);
  for (const rtf_facts& rtf : facts.rtfs)
    if (!rtf.waits) rtfs_.insert(rtf.index);
  look_around();
  for (node_index i = 0; i < tree.size(); ++i) {
    if (const auto* name = tree.as<clang::DeclRefExpr>(i))
      scan_name(i, name);
    else if (const auto* call = tree.as<clang::CallExpr>(i))
      scan_barrier(i, call);
  }
  for (node_index i = 0; i < tree.size(); ++i) {
    if (const auto* lambda = tree.as<clang::LambdaExpr>(i))
      scan_lambda(i, lambda);
    else if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
                 tree[i]))
      scan_loop(i);
  }
  scan_writes();
}

variable_index use_scan::seen(const clang::ValueDecl* declaration, unit_index unit) const {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(declaration);
  const auto known = variable == nullptr ? scan_.variables.end() : scan_.variables.find(variable);
  if (known == scan_.variables.end()) return nothing;
  return scan_.sees_itself(variable, unit, facts.variables[known->second].unit) ? known->second
                                                                                : nothing;
}

void use_scan::give_up(variable_index variable, std::string reason, clang::SourceLocation where) {
  variable_facts& target = facts.variables[variable];
  if (!target.obstacle.empty()) return;
  target.obstacle = std::move(reason);
  target.obstacle_at = where;
}

void use_scan::add_alias(variable_index variable, node_index at, const std::string& reason,
                         node_range within) {
  facts.aliases.push_back(
      {variable, tree[at], at, tree.unit(at), reason, tree[at]->getBeginLoc(), within});
}

void use_scan::scan_name(node_index at, const clang::DeclRefExpr* name) {
  if (const auto lent = lent_.find(name->getDecl()); lent != lent_.end()) {
    if (const fate end = fates_.follow(at, fate_finder::carrier::lvalue); end.kept)
      add_alias(lent->second, at, end.reason);
  }
  const variable_index variable = seen(name->getDecl(), tree.unit(at));
  if (variable == nothing) return;
  const access_path path = scan_.path_of(at);
  if (asks_constant(path.top)) return;
  use_facts use;
  use.variable = variable;
  use.node = at;
  use.unit = tree.unit(at);
  use.name_node = name;
  use.where = name->getLocation();
  const auto text = scan_.span(name);
  if (!text) return give_up(variable, "it is used in the body of a macro", name->getBeginLoc());
  use.name = *text;
  const auto whole = scan_.span(tree[path.top]);
  use.path = whole.value_or(*text);
  use.depth = path.depth;
  use.element = path.element;
  use.everything = !whole;
  use.subscripts = path.subscripts;
  use.subscripted = path.subscripted;
  use.complicated = path.complicated;
  classify(use, path);
  use.settles = find_full_expression(at, variable, use.expression);
  use.header_of = around_[at].header_of;
  if (const node_index block = around_[at].try_block; block != nothing)
    use.guarded = tree.range(block);
  use.pinned = scan_.is_shown(name->getLocation());
  if (use.pinned) use.anchor = add_anchor(at);
  facts.uses.push_back(std::move(use));
}

bool use_scan::asks_constant(node_index at) const {
  node_index child = at;
  const auto* member = tree.as<clang::MemberExpr>(scan_.above(at, child));
  const auto* type = llvm::cast<clang::Expr>(tree[at])->getType()->getAsCXXRecordDecl();
  return member != nullptr && types::is_std(type, "array") && is_size(member);
}

bool use_scan::is_size(const clang::MemberExpr* member) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
  if (method == nullptr || method->getIdentifier() == nullptr ||
      !method->getParent()->isInStdNamespace())
    return false;
  const llvm::StringRef name = method->getName();
  return name == "size" || name == "empty" || name == "capacity" || name == "max_size";
}

void use_scan::classify(use_facts& use, const access_path& path) {
  node_index child = path.top;
  const node_index up = scan_.above(path.top, child);
  const node_index assignment = assignment_to(path.top);
  use.kind = use_kind::strict;
  if (const call_facts* known = change_of(assignment); known != nullptr) {
    use.kind = known->is_copy ? use_kind::copied_to : use_kind::assigned;
    return;
  }
  if (is_copied(path.top, child, up)) {
    use.kind = use_kind::copied_from;
    return;
  }
  if (tree.as<clang::MemberExpr>(up) != nullptr)
    if (const call_facts* push = change_of(tree.parent(up)); push != nullptr && push->pushes) {
      use.kind = use_kind::grown;
      return;
    }
  if (assignment != nothing) {
    const auto* operation = tree.as<clang::CXXOperatorCallExpr>(assignment);
    if (operation == nullptr || types::assignment_overwrites(operation))
      use.kind = use_kind::overwritten;
  } else if (is_handed_on(path.top, up, child)) {
    use.kind = use_kind::argument;
    return;
  } else if (const auto* member = tree.as<clang::MemberExpr>(up);
             member != nullptr && use.depth == 0 && facts.variables[use.variable].container &&
             is_size(member)) {
    use.kind = use_kind::size;
    return;
  }
  follow(use, path.top);
  if (use.kind == use_kind::strict && path.depth == 0) find_leaving_statement(use, up);
}

const call_facts* use_scan::change_of(node_index at) const {
  const auto known = at == nothing ? assignments_.end() : assignments_.find(tree[at]);
  return known == assignments_.end() ? nullptr : known->second;
}

bool use_scan::is_copied(node_index top, node_index child, node_index up) const {
  const call_facts* copy = change_of(up);
  return copy != nullptr && copy->is_copy && copy->copied == top &&
         (tree.as<clang::BinaryOperator>(up) == nullptr ||
          tree.as<clang::BinaryOperator>(up)->getRHS() == tree[child]);
}

void use_scan::follow(use_facts& use, node_index top) {
  const fate end = fates_.follow(top, fate_finder::carrier::lvalue);
  if (end.spreads) use.everything = true;
  if (end.kept) add_alias(use.variable, use.node, end.reason);
  if (end.in_thread) warn_thread(use.variable, tree[top]->getBeginLoc());
  if (end.loop == nullptr) return;
  add_alias(use.variable, use.node, "it is assigned in a range-for over itself",
            tree.range(tree.index_of(end.loop)));
  if (end.loop->getLoopVariable()->getType()->isReferenceType())
    lent_[end.loop->getLoopVariable()] = use.variable;
}

node_index use_scan::assignment_to(node_index top) const {
  while (tree.as<clang::ParenExpr>(tree.parent(top)) != nullptr) top = tree.parent(top);
  const node_index up = tree.parent(top);
  if (const auto* binary = tree.as<clang::BinaryOperator>(up))
    return binary->getOpcode() == clang::BO_Assign && binary->getLHS() == tree[top] ? up : nothing;
  const auto* operation = tree.as<clang::CXXOperatorCallExpr>(up);
  return operation != nullptr && operation->getOperator() == clang::OO_Equal &&
                 operation->getArg(0) == tree[top]
             ? up
             : nothing;
}

bool use_scan::is_handed_on(node_index top, node_index up, node_index child) const {
  if (tree.as<clang::ReturnStmt>(up) != nullptr) return returns_.contains(tree[up]);
  const node_index over = scan_.above_view(top, child);
  const bool is_viewed = over != up;
  up = over;
  const auto* call = tree.as<clang::CallExpr>(up);
  if (call == nullptr || !llvm::is_contained(call->arguments(), tree[child])) return false;
  if (is_viewed && x.mentat_call(call) != call) return false;
  if (rtfs_.contains(up) || (x.is_tuple_put(call) && scan_.span(call))) return true;
  const auto known = facts_in(facts.calls, {up, up + 1});
  return !known.empty() && known.front().editable;
}

void use_scan::find_leaving_statement(use_facts& use, node_index up) const {
  if (tree.as<clang::CXXThrowExpr>(up) != nullptr &&
      tree.as<clang::ExprWithCleanups>(tree.parent(up)) != nullptr)
    up = tree.parent(up);
  const bool leaves = up != nothing && (tree.as<clang::ReturnStmt>(up) != nullptr ||
                                        tree.as<clang::CXXThrowExpr>(up) != nullptr ||
                                        tree.as<clang::ExprWithCleanups>(up) != nullptr);
  if (!leaves || !scan_.is_statement(up)) return;
  const auto text = scan_.span(tree[up]);
  const auto after = text ? after_semicolon(x.original(), text->end) : std::nullopt;
  if (!after) return;
  use.whole_statement = true;
  use.statement = {text->begin, *after};
}

void use_scan::look_around() {
  around_.reserve(tree.size());
  for (node_index i = 0; i < tree.size(); ++i) {
    surroundings made{i, true, nothing, nothing};
    const node_index up = tree.parent(i);
    if (up != nothing) {
      const surroundings& above = around_[up];
      if (llvm::isa<clang::Expr>(tree[up])) {
        made.full_expression = above.full_expression;
        made.certain = above.certain && !depends_on_condition(up, tree[i]);
      }
      if (tree.unit(up) == tree.unit(i))
        made.try_block = tree.as<clang::CXXTryStmt>(up) != nullptr ? up : above.try_block;
      made.header_of = is_in_header(up, tree[i]) ? up
                       : scan_.is_statement(i)   ? nothing
                                                 : above.header_of;
    }
    around_.push_back(made);
  }
}

bool use_scan::depends_on_condition(node_index up, const clang::Stmt* below) const {
  if (const auto* choice = tree.as<clang::AbstractConditionalOperator>(up))
    return choice->getCond() != below;
  const auto* binary = tree.as<clang::BinaryOperator>(up);
  return binary != nullptr && binary->isLogicalOp() && binary->getLHS() != below;
}

bool use_scan::is_in_header(node_index up, const clang::Stmt* here) const {
  if (const auto* loop = tree.as<clang::ForStmt>(up)) return loop->getInit() == here;
  const auto* loop = tree.as<clang::CXXForRangeStmt>(up);
  return loop != nullptr && (loop->getInit() == here || loop->getRangeInit() == here);
}

const clang::Stmt* use_scan::find_full_expression(node_index at, variable_index variable,
                                                  node_range& whole) const {
  const node_index outermost = around_[at].full_expression;
  whole = tree.range(outermost);
  if (!around_[at].certain) return nullptr;
  for (const call_facts& call : facts_in(facts.calls, whole))
    if (call.target == variable && (call.place == call_place::assigned || call.is_copy))
      return nullptr;
  const clang::Stmt* end = tree[outermost];
  for (;;) {
    if (const auto* parens = llvm::dyn_cast<clang::ParenExpr>(end))
      end = parens->getSubExpr();
    else if (const auto* full = llvm::dyn_cast<clang::FullExpr>(end))
      end = full->getSubExpr();
    else
      return end;
  }
}

node_index use_scan::add_anchor(node_index at) {
  facts.anchors.push_back(scan_.anchor_of(scan_.statement_of(at)));
  return static_cast<node_index>(facts.anchors.size() - 1);
}

void use_scan::scan_lambda(node_index at, const clang::LambdaExpr* lambda) {
  closure made{at, {}};
  for (const clang::LambdaCapture& capture : lambda->captures()) {
    if (!capture.capturesVariable() || lambda->isInitCapture(&capture)) continue;
    const variable_index variable = seen(capture.getCapturedVar(), tree.unit(at));
    if (variable == nothing) continue;
    if (capture.getCaptureKind() == clang::LCK_ByCopy)
      resolve_before(at, tree[at], variable);
    else
      made.by_reference.push_back(variable);
  }
  if (made.by_reference.empty()) return;
  if (is_called(at)) return;
  const fate end = fates_.follow(at, fate_finder::carrier::view);
  if (end.closure != nullptr) return scan_closure(end.closure, made);
  escape(made, at, end);
}

bool use_scan::is_called(node_index at) const {
  node_index child = at;
  const auto* call = tree.as<clang::CXXOperatorCallExpr>(scan_.above(at, child));
  return call != nullptr && call->getOperator() == clang::OO_Call && call->getArg(0) == tree[child];
}

void use_scan::scan_closure(const clang::VarDecl* variable, const closure& made) {
  for (const node_index i : scan_.names_of(variable)) {
    if (tree.unit(i) == tree.unit(made.lambda)) {
      if (!is_called(i)) escape(made, i, fates_.follow(i, fate_finder::carrier::view));
      continue;
    }
    unit_index unit = tree.unit(i);
    while (facts.units[unit].parent != tree.unit(made.lambda) &&
           facts.units[unit].parent != nothing)
      unit = facts.units[unit].parent;
    fate end;
    end.kept = true;
    end.reason = "another lambda calls one that captures it";
    escape(made, facts.units[unit].lambda, end);
  }
}

void use_scan::escape(const closure& made, node_index at, const fate& end) {
  for (const variable_index variable : made.by_reference) {
    if (used_strictly(variable, made.lambda) || end.in_thread)
      resolve_before(at, tree[at], variable);
    if (end.kept)
      add_alias(variable, at,
                end.in_thread ? "a thread may use it" : "a lambda that captures it is kept");
    if (end.in_thread) warn_thread(variable, tree[at]->getBeginLoc());
  }
}

bool use_scan::used_strictly(variable_index variable, node_index lambda) const {
  return std::ranges::any_of(facts_in(facts.uses, tree.range(lambda)), [&](const use_facts& use) {
    return use.variable == variable && !is_target(use.kind) && use.kind != use_kind::argument &&
           use.kind != use_kind::copied_from;
  });
}

void use_scan::resolve_before(node_index at, const clang::Stmt* node, variable_index variable) {
  const auto text = scan_.span(node);
  if (!text) return give_up(variable, "it is captured in the body of a macro", node->getBeginLoc());
  if (!captured_.insert({at, variable}).second) return;
  node_range whole;
  const clang::Stmt* settles = find_full_expression(at, variable, whole);
  facts.captures.push_back({at, tree.unit(at), node, settles, *text, variable, delay_none});
}

void use_scan::warn_thread(variable_index variable, clang::SourceLocation where) {
  if (!warned_.insert({variable, where.getRawEncoding()}).second) return;
  x.warning("W0404", where,
            "result variable '" + facts.variables[variable].name +
                "' is given to a thread, which does not know when its value comes");
}

void use_scan::scan_barrier(node_index at, const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const auto* space = callee == nullptr
                          ? nullptr
                          : llvm::dyn_cast<clang::NamespaceDecl>(
                                callee->getDeclContext()->getEnclosingNamespaceContext());
  const bool of_mentat =
      space != nullptr && (space->getName() == "mentat" || space->getName() == "mplc_only__");
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const bool own = member != nullptr && x.kind_of(member->getRecordDecl()) != class_kind::none;
  if (of_mentat || own || x.is_rtf(call)) barriers_.push_back(at);
}

void use_scan::scan_loop(node_index at) {
  loop_facts loop;
  loop.anchor = scan_.anchor_of(at);
  loop.unit = tree.unit(at);
  const node_range range = tree.range(at);
  const auto inside = [&](node_index node) { return range.contains(node); };
  const auto barrier = std::ranges::lower_bound(barriers_, range.begin);
  loop.closed = (barrier == barriers_.end() || !inside(*barrier)) &&
                std::ranges::all_of(facts_in(facts.calls, range), &call_facts::is_copy);
  for (node_index i = range.begin; i < range.end && loop.closed; ++i)
    if (llvm::isa<clang::SwitchCase>(tree[i]) && !inside(switch_of(i))) loop.closed = false;
  facts.loops.push_back(std::move(loop));
}

node_index use_scan::switch_of(node_index at) const {
  while (at != nothing && tree.as<clang::SwitchStmt>(at) == nullptr) at = tree.parent(at);
  return at;
}

void use_scan::scan_writes() {
  std::set<const clang::VarDecl*> watched;
  for (const use_facts& use : facts.uses)
    watched.insert(use.subscripts.begin(), use.subscripts.end());
  for (node_index i = 0; i < tree.size(); ++i) {
    if (const auto* loop = tree.as<clang::CXXForRangeStmt>(i);
        loop != nullptr && watched.contains(loop->getLoopVariable()))
      facts.writes.push_back({loop->getLoopVariable(), i});
    const auto* name = tree.as<clang::DeclRefExpr>(i);
    const auto* variable =
        name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable == nullptr || !watched.contains(variable)) continue;
    const auto* cast = tree.as<clang::ImplicitCastExpr>(tree.parent(i));
    if (cast == nullptr || cast->getCastKind() != clang::CK_LValueToRValue)
      facts.writes.push_back({variable, i});
  }
  for (const auto& [variable, node] : scan_.declared)
    if (watched.contains(variable)) facts.writes.push_back({variable, node});
}
}  // namespace mentat::mplc
