#include "mplc/functions/function_calls.h"

#include "mplc/tree/view_types.h"

namespace mentat::mplc {

void call_scan::run() {
  for (node_index i = 0; i < tree.size(); ++i) {
    if (const auto* call = tree.as<clang::CXXMemberCallExpr>(i);
        call != nullptr && x.mentat_call(call) == call)
      scan_call(i, call);
    else if (const auto* other = tree.as<clang::CallExpr>(i); other != nullptr && x.is_rtf(other))
      scan_rtf(i, other);
    else if (const auto* leave = tree.as<clang::ReturnStmt>(i))
      scan_return(i, leave);
    else if (const auto* made = tree.as<clang::CXXConstructExpr>(i))
      scan_construction(made);
  }
  for (const call_facts& call : facts.calls)
    if (call.place == call_place::initialises) split_declaration(call);
}

void call_scan::scan_call(node_index at, const clang::CXXMemberCallExpr* expression) {
  call_facts call;
  call.node = at;
  call.unit = tree.unit(at);
  call.where = expression->getBeginLoc();
  describe(expression, call);
  if (!call.editable) {
    call.place = call_place::value;
  } else if (scan_.is_dropped(at)) {
    call.place = call_place::ignored;
  } else {
    place(at, expression, call);
  }
  facts.calls.push_back(std::move(call));
}

void call_scan::describe(const clang::CXXMemberCallExpr* expression, call_facts& call) {
  const auto* member = llvm::cast<clang::MemberExpr>(expression->getCallee()->IgnoreParens());
  const auto name = scan_.span(member->getMemberLoc(), member->getMemberLoc());
  const auto whole = scan_.span(expression);
  const auto close = x.offset(expression->getRParenLoc());
  const clang::CXXMethodDecl* method = expression->getMethodDecl();
  const clang::CXXRecordDecl* record = method->getParent();
  call.editable = name && whole && close;
  if (!call.editable) {
    call.reason = "it is written in the body of a macro";
    return;
  }
  if (scan_.is_shown(member->getMemberLoc())) {
    call.editable = false;
    call.reason = "a macro shows its text";
    return;
  }
  if (member->hasQualifier() || record->isDependentType()) {
    call.editable = false;
    call.reason = record->isDependentType() ? "its class depends on a template parameter"
                                            : "the function is named with its class";
    return;
  }
  call.name = *name;
  call.whole = *whole;
  call.close = *close;
  const std::string prefix = x.impl_name(record) + "::" + x.stem(method);
  call.tag = tag_name(prefix);
  call.bare = true;
  for (unsigned k = 0; k < expression->getNumArgs(); ++k) {
    const clang::Expr* argument = expression->getArg(k);
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
      call.defaults.push_back(default_name(prefix, k) + "()");
    } else {
      call.bare = false;
      describe_argument(k, argument, call);
    }
  }
}

void call_scan::describe_argument(unsigned number, const clang::Expr* argument, call_facts& call) {
  const auto text = scan_.span(argument);
  if (text && x.original()[text->begin] == '{')
    call.braced.push_back({number, *text});
  else
    note_copy(argument);
}

void call_scan::note_copy(const clang::Expr* value) {
  if (!types::goes_by_copy(value)) return;
  if (const auto text = scan_.span(value)) facts.copied.push_back(*text);
}

void call_scan::scan_construction(const clang::CXXConstructExpr* made) {
  const clang::CXXConstructorDecl* constructor = made->getConstructor();
  if (x.kind_of(constructor->getParent()) == class_kind::none ||
      constructor->isCopyOrMoveConstructor())
    return;
  for (const clang::Expr* argument : made->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) note_copy(argument);
}

void call_scan::place(node_index at, const clang::CXXMemberCallExpr* expression, call_facts& call) {
  node_index child = at;
  node_index up = scan_.above(at, child);
  if (tree.as<clang::InitListExpr>(up) != nullptr &&
      tree.as<clang::DeclStmt>(tree.parent(up)) != nullptr) {
    child = up;
    up = tree.parent(up);
  }
  if (const auto* made = tree.as<clang::CXXConstructExpr>(up);
      made != nullptr && types::is_std(made->getConstructor()->getParent(), "optional") &&
      made->getNumArgs() == 1 && !made->isListInitialization()) {
    child = up;
    up = scan_.above(up, child);
  }
  call.reason = "its value is used at once";
  if (up == nothing) return;
  node_index viewed = at;
  if (const node_index over = scan_.above_view(at, viewed); over != up)
    if (const auto* outer = tree.as<clang::CallExpr>(over);
        outer != nullptr && x.mentat_call(outer) == outer)
      std::tie(up, child) = std::pair(over, viewed);
  const clang::Stmt* below = tree[child];
  if (const clang::QualType lasting = lasting_target(up, below); !lasting.isNull()) {
    if (types::converts_later(result_of(expression), lasting))
      call.place = call_place::argument;
    else
      block(call, "its result is converted to another type");
  } else if (const auto* assignment = tree.as<clang::BinaryOperator>(up)) {
    if (assignment->getOpcode() == clang::BO_Assign && assignment->getRHS() == below)
      place_assignment(up, expression, assignment->getLHS(), call);
  } else if (const auto* operation = tree.as<clang::CXXOperatorCallExpr>(up)) {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(operation->getDirectCallee());
    if (operation->getOperator() == clang::OO_Equal && operation->getArg(1) == below &&
        method != nullptr &&
        (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator() ||
         types::is_std(method->getParent(), "optional")))
      place_assignment(up, expression, operation->getArg(0), call);
  } else if (const auto* declaration = tree.as<clang::DeclStmt>(up)) {
    place_initialiser(declaration, below, expression, call);
  } else if (const auto* grown = tree.as<clang::CXXMemberCallExpr>(up);
             grown != nullptr && types::grown_container(grown) != nullptr) {
    place_pushed(grown, up, expression, call);
  } else if (const auto* outer = tree.as<clang::CallExpr>(up)) {
    place_argument(outer, below, expression, call);
  } else if (tree.as<clang::ReturnStmt>(up) != nullptr && returns_result(up)) {
    place_result(witnesses_.reason(up, true), expression, call);
  }
}

clang::QualType call_scan::lasting_target(node_index up, const clang::Stmt* below) const {
  if (const auto* made = tree.as<clang::CXXConstructExpr>(up);
      made != nullptr && made->getNumArgs() == 1 && made->getArg(0) == below)
    return types::lasting_result(made->getConstructor()->getParent());
  const auto* operation = tree.as<clang::CXXOperatorCallExpr>(up);
  if (operation == nullptr || operation->getOperator() != clang::OO_Equal ||
      operation->getArg(1) != below)
    return {};
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(operation->getDirectCallee());
  return method == nullptr ? clang::QualType() : types::lasting_result(method->getParent());
}

clang::QualType call_scan::result_of(const clang::CXXMemberCallExpr* expression) {
  return expression->getMethodDecl()->getReturnType();
}

void call_scan::place_assignment(node_index at, const clang::CXXMemberCallExpr* expression,
                                 const clang::Expr* target, call_facts& call) {
  if (!scan_.is_dropped(at)) return;
  std::string reason;
  const clang::DeclRefExpr* name = scan_base::root_name(target, reason);
  const auto* variable =
      name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  if (variable == nullptr)
    return block(call, reason.empty() ? "it is not assigned to a local variable" : reason);
  reason = scan_.why_not_a_variable(variable, call.unit);
  if (!reason.empty()) return block(call, reason);
  if (variable->getType().isConstQualified()) return block(call, "its target is constant");
  const access_path path = scan_.path_of(tree.index_of(name));
  if (tree[path.top] != target->IgnoreParens() || target->refersToBitField())
    return block(call, "it is assigned to a part of '" + variable->getNameAsString() +
                           "' that cannot be delayed");
  if (target->getType().isVolatileQualified()) return block(call, "its target is volatile");
  if (!types::converts_later(result_of(expression), target->getType()))
    return block(call, "its result is converted to another type");
  // An optional is empty, and a missing element does not exist, until its value is known.
  const bool appears = !types::inside_optional(target->getType()).isNull() ||
                       (path.element && types::is_keyed(variable->getType()));
  if (reason = appears ? witnesses_.reason(at, false) : ""; !reason.empty())
    return block(call, reason);
  if (path.element && !types::assignable(x, target->getType()))
    return block(call, "its target cannot be assigned later");
  call.place = call_place::assigned;
  call.changes = tree[at];
  aim(call, variable, path);
}

void call_scan::place_pushed(const clang::CXXMemberCallExpr* outer, node_index at,
                             const clang::CXXMemberCallExpr* expression, call_facts& call) {
  const clang::DeclRefExpr* name = types::grown_container(outer);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  const auto text = scan_.span(name);
  if (variable == nullptr || !text || !scan_.is_dropped(at) ||
      !is_push(x.original(), text->end, call.whole.begin))
    return;
  std::string reason = scan_.why_not_a_variable(variable, call.unit);
  if (reason.empty()) reason = witnesses_.reason(at, false);
  if (reason.empty() && !types::may_grow(x, name->getType()))
    reason = "an element of '" + variable->getNameAsString() + "' cannot be delayed";
  if (reason.empty() &&
      !types::converts_later(result_of(expression), types::element_of(name->getType())))
    reason = "its result is converted to another type";
  if (!reason.empty()) return block(call, reason);
  call.place = call_place::assigned;
  call.changes = outer;
  call.pushes = true;
  call.container = *text;
  access_path element;
  element.element = true;
  element.depth = 1;
  aim(call, variable, element);
}

void call_scan::aim(call_facts& call, const clang::VarDecl* variable, const access_path& path) {
  call.target = scan_.variable_of(variable);
  call.assigns = path.element ? delay_elements : delay_whole;
  call.depth = path.depth;
  if (call.unit != facts.variables[call.target].unit) facts.variables[call.target].shared = true;
}

void call_scan::place_argument(const clang::CallExpr* outer, const clang::Stmt* below,
                               const clang::CXXMemberCallExpr* expression, call_facts& call) {
  for (unsigned k = 0; k < outer->getNumArgs(); ++k) {
    if (outer->getArg(k) != below) continue;
    const node_index at = tree.index_of(outer);
    if (x.is_rtf(outer)) return place_result(witnesses_.reason(at, false), expression, call);
    if (x.is_tuple_put(outer) && scan_.span(outer)) {
      call.place = call_place::argument;
      return;
    }
    const auto known = facts_in(facts.calls, {at, at + 1});
    if (!known.empty() && !known.front().editable)
      return block(call, "the call that it is an argument of needs its value");
    const auto* method = x.mentat_call(outer) == outer
                             ? llvm::cast<clang::CXXMemberCallExpr>(outer)->getMethodDecl()
                             : nullptr;
    if (method == nullptr || k >= method->getNumParams()) return;
    mark_handed_on(expression, method->getParamDecl(k)->getType(), call);
  }
}

void call_scan::place_result(std::string witness, const clang::CXXMemberCallExpr* expression,
                             call_facts& call) {
  if (!witness.empty()) return block(call, std::move(witness));
  mark_handed_on(expression, scan_.function->getReturnType(), call);
}

void call_scan::mark_handed_on(const clang::CXXMemberCallExpr* expression, clang::QualType target,
                               call_facts& call) {
  if (types::converts_later(result_of(expression), target) ||
      converts_to_view(result_of(expression), target))
    call.place = call_place::argument;
  else
    block(call, "its result is converted to another type");
}

bool call_scan::returns_result(node_index at) const {
  return facts.remote && tree.unit(at) == 0 && !scan_.function->getReturnType()->isVoidType();
}

void call_scan::place_initialiser(const clang::DeclStmt* declaration, const clang::Stmt* value,
                                  const clang::CXXMemberCallExpr* expression, call_facts& call) {
  const clang::VarDecl* variable = nullptr;
  for (const clang::Decl* one : declaration->decls())
    if (const auto* found = llvm::dyn_cast<clang::VarDecl>(one);
        found != nullptr && found->getInit() == value)
      variable = found;
  if (variable == nullptr) return;
  std::string reason = scan_.why_not_a_variable(variable, call.unit);
  if (reason.empty() && !types::converts_later(result_of(expression), variable->getType()))
    reason = "its result is converted to another type";
  if (reason.empty() && !declaration->isSingleDecl() && !splits(declaration))
    reason = "its declaration cannot be split";
  initialiser_facts initialiser;
  if (reason.empty() && !read_initialiser(declaration, variable, call, initialiser))
    reason = "its declaration is not understood";
  if (!reason.empty()) return block(call, reason);
  call.place = call_place::initialises;
  call.changes = declaration;
  call.initialiser = std::move(initialiser);
  access_path whole;
  aim(call, variable, whole);
  const clang::QualType type = variable->getType();
  facts.variables[call.target].slot = type.isConstQualified() ||
                                      !types::constructible_first(x, type) ||
                                      !types::assignable(x, type);
}

bool call_scan::read_initialiser(const clang::DeclStmt* declaration, const clang::VarDecl* variable,
                                 const call_facts& call, initialiser_facts& result) const {
  const auto name = scan_.span(variable->getLocation(), variable->getLocation());
  const auto begin = x.offset(declaration->getBeginLoc());
  if (!name || !begin || variable->isConstexpr()) return false;
  result.name = *name;
  result.statement = *begin;
  for (text_offset at = skip_blanks(x.original(), name->end); at < call.whole.begin;
       at = skip_blanks(x.original(), at + 1))
    if (std::string_view("=({").find(x.original()[at]) == std::string_view::npos) return false;
  for (text_offset at = call.whole.end;; ++at) {
    at = skip_blanks(x.original(), at);
    if (at >= x.original().size()) return false;
    const char c = x.original()[at];
    if (c == ',' || c == ';') break;
    if (c != ')' && c != '}') return false;
    result.closers.push_back(at);
  }
  if (const auto type = variable->getTypeSourceInfo()->getTypeLoc().getContainedAutoTypeLoc()) {
    const auto text = scan_.span(type.getBeginLoc(), type.getEndLoc());
    if (!text) return false;
    result.automatic = *text;
  }
  return true;
}

bool call_scan::splits(const clang::DeclStmt* declaration) {
  for (const clang::Decl* one : declaration->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    if (variable == nullptr || variable->getStorageClass() != clang::SC_None ||
        variable->isConstexpr())
      return false;
    clang::TypeLoc type = variable->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
    while (const auto array = type.getAs<clang::ArrayTypeLoc>())
      type = array.getElementLoc().getUnqualifiedLoc();
    if (type.getAs<clang::PointerTypeLoc>() || type.getAs<clang::ReferenceTypeLoc>() ||
        type.getAs<clang::FunctionTypeLoc>() || type.getAs<clang::ParenTypeLoc>() ||
        type.getAs<clang::MemberPointerTypeLoc>())
      return false;
  }
  return true;
}

void call_scan::split_declaration(const call_facts& call) {
  const auto* declaration = llvm::cast<clang::DeclStmt>(call.changes);
  if (declaration->isSingleDecl()) return;
  const node_index at = tree.index_of(declaration);
  if (const auto known = split_.find(at); known != split_.end())
    return facts.declarations[known->second].initialised.push_back(call.target);
  declaration_facts result;
  result.node = at;
  result.initialised.push_back(call.target);
  const clang::VarDecl* previous = nullptr;
  for (const clang::Decl* one : declaration->decls()) {
    const auto* variable = llvm::cast<clang::VarDecl>(one);
    if (previous != nullptr) {
      const auto later = read_declarator(previous, variable);
      if (!later) {
        scan_.facts.variables[call.target].obstacle = "its declaration cannot be split";
        return;
      }
      result.later.push_back(*later);
    }
    previous = variable;
  }
  split_.emplace(at, facts.declarations.size());
  facts.declarations.push_back(std::move(result));
}

std::optional<declarator_facts> call_scan::read_declarator(const clang::VarDecl* previous,
                                                           const clang::VarDecl* variable) const {
  const auto end = x.end_offset(previous->getEndLoc());
  const auto name = scan_.span(variable->getLocation(), variable->getLocation());
  if (!end || !name) return std::nullopt;
  text_offset comma = skip_blanks(x.original(), *end);
  while (comma < name->begin && (x.original()[comma] == ')' || x.original()[comma] == '}'))
    comma = skip_blanks(x.original(), comma + 1);
  if (comma >= name->begin || x.original()[comma] != ',') return std::nullopt;
  declarator_facts result;
  result.comma = comma;
  result.name = *name;
  clang::QualType type = x.ast.getBaseElementType(variable->getType());
  const bool constant = type.isConstQualified();
  type = type.getUnqualifiedType();
  if (const auto* deduced = llvm::dyn_cast<clang::AutoType>(type.getTypePtr()))
    type = deduced->getDeducedType();
  result.type = (constant ? "const " : "") + x.type_name(type.getUnqualifiedType());
  const auto known = scan_.variables.find(variable);
  if (known != scan_.variables.end()) result.variable = known->second;
  return result;
}

void call_scan::scan_rtf(node_index at, const clang::CallExpr* expression) {
  const clang::SourceLocation where = expression->getBeginLoc();
  if (tree.unit(at) != 0)
    return x.error(
        "E0505", where,
        "'rtf' is used in a lambda; only the member function itself can hand on its result");
  if (x.is_serve(llvm::dyn_cast<clang::CXXMethodDecl>(scan_.function)))
    return x.error("E0504", where,
                   "'rtf' is used in 'serve', which nobody calls: it has no result");
  if (!facts.remote)
    return x.error("E0504", where,
                   "'rtf' is used outside of a public member function of a Mentat class");
  const auto name = scan_.span(expression->getCallee());
  if (!name)
    return x.error(
        "E0504", where,
        "'rtf' is written in the body of a macro; write it in the member function itself");
  facts.rtfs.push_back({expression, at, *name, {}, {}, {}, false, false, {}});
  if (expression->getNumArgs() == 1) {
    note_wait(facts.rtfs.back(), expression->getArg(0));
    note_copy(expression->getArg(0));
  }
  if (expression->getNumArgs() == 1 && is_last(at) && is_local_variable(expression->getArg(0)) &&
      nothing_looks_back())
    if (const auto value = scan_.span(expression->getArg(0))) {
      facts.rtfs.back().moved = *value;
      facts.rtfs.back().ends = !facts.rtfs.back().waits && is_of_result_type(expression->getArg(0));
    }
}

void call_scan::note_wait(rtf_facts& rtf, const clang::Expr* value) const {
  rtf.waits = !witnesses_.reason(rtf.index, false).empty();
  if (!rtf.waits) return;
  rtf.lasting = lasting_value(value);
  const auto* written = const_cast<clang::Expr*>(value)->IgnoreUnlessSpelledInSource();
  if (const auto* moved = llvm::dyn_cast<clang::CallExpr>(written);
      moved != nullptr && types::is_std_function(moved->getDirectCallee(), {"move"}))
    written = moved->getArg(0)->IgnoreParenImpCasts();
  rtf.given = scan_.span(written).value_or(text_span{});
}

bool call_scan::is_last(node_index at) const {
  while (llvm::isa_and_nonnull<clang::ExprWithCleanups>(tree.parent_node(at))) at = tree.parent(at);
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(tree.parent_node(at));
  return block != nullptr && block == scan_.function->getBody() && block->body_back() == tree[at];
}

bool call_scan::nothing_looks_back() const {
  return std::ranges::none_of(scan_.declared, [&](const auto& declared) {
    const clang::QualType type = declared.first->getType();
    return type->isDependentType() ||
           (type.isDestructedType() != clang::QualType::DK_none && types::may_refer(x, type));
  });
}

void call_scan::scan_return(node_index at, const clang::ReturnStmt* leave) {
  if (!returns_result(at) || leave->getRetValue() == nullptr) return;
  const auto keyword = scan_.span(leave->getBeginLoc(), leave->getBeginLoc());
  // Where a macro begins or ends the value, the range covers its whole invocation.
  const auto written = x.sources.getExpansionRange(spelled_value(leave)->getSourceRange());
  const auto value = scan_.span(written.getBegin(), written.getEnd());
  if (leave->getBeginLoc().isMacroID() || !keyword || !value)
    return x.error("E0504", leave->getBeginLoc(),
                   "the result is returned in the body of a macro; write 'return' in the member "
                   "function itself");
  return_facts result;
  result.node = leave;
  result.keyword = *keyword;
  result.value = *value;
  result.waits = !witnesses_.reason(at, true).empty();
  if (result.waits) result.lasting = lasting_value(leave->getRetValue());
  result.comma = is_comma(leave->getRetValue());
  if (types::goes_by_copy(leave->getRetValue())) facts.copied.push_back(result.value);
  result.moves =
      is_local_variable(leave->getRetValue()) && !leave->getRetValue()->getBeginLoc().isMacroID();
  result.ends = result.moves && !result.waits && is_of_result_type(leave->getRetValue());
  facts.returns.push_back(std::move(result));
}

// Clang places an implicit copy at the keyword.
const clang::Expr* call_scan::spelled_value(const clang::ReturnStmt* leave) {
  const clang::Expr* value = leave->getRetValue();
  while (value->getBeginLoc() == leave->getBeginLoc()) {
    const auto* inner = value->IgnoreImplicit();
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
    if (made != nullptr && made->getNumArgs() != 0) inner = made->getArg(0);
    if (inner == value) break;
    value = inner;
  }
  return value;
}

bool call_scan::is_of_result_type(const clang::Expr* value) const {
  const auto* written = const_cast<clang::Expr*>(value)->IgnoreUnlessSpelledInSource();
  return types::same(written->getType(), scan_.function->getReturnType());
}

bool call_scan::is_comma(const clang::Expr* value) {
  const auto* written = const_cast<clang::Expr*>(value)->IgnoreUnlessSpelledInSource();
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(written);
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(written);
  return (binary != nullptr && binary->getOpcode() == clang::BO_Comma) ||
         (operation != nullptr && operation->getOperator() == clang::OO_Comma);
}

text_span call_scan::lasting_value(const clang::Expr* value) const {
  for (;;) {
    const auto* written = value->IgnoreParenImpCasts()->IgnoreImplicit();
    const auto* converted = llvm::dyn_cast<clang::CXXMemberCallExpr>(written);
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(written);
    if (!types::lasting_result(written->getType()->getAsCXXRecordDecl()).isNull())
      return scan_.span(written).value_or(text_span{});
    if (converted != nullptr && llvm::isa<clang::CXXConversionDecl>(converted->getMethodDecl()))
      value = converted->getImplicitObjectArgument();
    else if (made != nullptr && made->getNumArgs() == 1)
      value = made->getArg(0);
    else
      return {};
  }
}

bool call_scan::is_local_variable(const clang::Expr* value) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(
      const_cast<clang::Expr*>(value)->IgnoreUnlessSpelledInSource());
  const auto* variable =
      name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  return variable != nullptr && variable->hasLocalStorage() &&
         !variable->getType()->isLValueReferenceType() && !variable->getType()->isScalarType() &&
         !variable->getType().isVolatileQualified();
}
}  // namespace mentat::mplc
