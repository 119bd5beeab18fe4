#include "mplc/functions/function_scan.h"

#include "mplc/tree/view_types.h"

namespace mentat::mplc {

std::optional<text_span> scan_base::span(clang::SourceLocation begin,
                                         clang::SourceLocation end) const {
  const auto from = x.offset(begin);
  const auto to = x.end_offset(end);
  if (!from || !to || *to < *from) return std::nullopt;
  return text_span{*from, *to};
}

std::optional<text_span> scan_base::span(const clang::Stmt* stmt) const {
  return span(stmt->getBeginLoc(), stmt->getEndLoc());
}

node_index scan_base::above(node_index at, node_index& child) const {
  child = at;
  node_index up = tree.parent(at);
  while (up != nothing && hands_on(up)) {
    child = up;
    up = tree.parent(up);
  }
  return up;
}

node_index scan_base::above_view(node_index at, node_index& child) const {
  const node_index up = above(at, child);
  if (const auto* made = tree.as<clang::CXXConstructExpr>(up))
    return made->getNumArgs() == 1 && made->getArg(0) == tree[child] &&
                   !llvm::isa<clang::CXXTemporaryObjectExpr>(made) &&
                   !made->isListInitialization() &&
                   converts_to_view(made->getArg(0)->getType(), made->getType())
               ? above(up, child)
               : up;
  const auto* converted = tree.as<clang::MemberExpr>(up) == nullptr
                              ? nullptr
                              : tree.as<clang::CXXMemberCallExpr>(tree.parent(up));
  return converted != nullptr &&
                 llvm::isa_and_nonnull<clang::CXXConversionDecl>(converted->getMethodDecl()) &&
                 converts_to_view(llvm::cast<clang::Expr>(tree[child])->getType(),
                                  converted->getType())
             ? above(tree.parent(up), child)
             : up;
}

bool scan_base::is_statement(node_index at) const {
  const clang::Stmt* parent = tree.parent_node(at);
  const clang::Stmt* here = tree[at];
  if (parent == nullptr) return false;
  if (llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::DefaultStmt, clang::AttributedStmt>(
          parent))
    return true;
  if (const auto* branch = llvm::dyn_cast<clang::CaseStmt>(parent))
    return branch->getSubStmt() == here;
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(parent))
    return choice->getThen() == here || choice->getElse() == here;
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(parent)) return loop->getBody() == here;
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(parent)) return loop->getBody() == here;
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(parent)) return loop->getBody() == here;
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(parent))
    return loop->getBody() == here;
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(parent))
    return choice->getBody() == here;
  return false;
}

node_index scan_base::statement_of(node_index at) const {
  while (tree.parent(at) != nothing && (!is_statement(at) || is_part_of_macro(at)))
    at = tree.parent(at);
  return at;
}

anchor_facts scan_base::anchor_of(node_index statement) const {
  anchor_facts anchor;
  anchor.nodes = tree.range(statement);
  anchor.where = x.sources.getExpansionLoc(tree[statement]->getBeginLoc());
  const clang::Stmt* stmt = tree[statement];
  const auto begin = x.offset(x.sources.getExpansionLoc(stmt->getBeginLoc()));
  auto end = x.end_offset(x.sources.getExpansionRange(stmt->getEndLoc()).getEnd());
  if (end && !ends_itself(stmt)) end = after_semicolon(x.original(), *end);
  anchor.editable = is_statement(statement) && !is_part_of_macro(statement) && begin && end &&
                    !follows_pragma(x.original(), *begin);
  if (anchor.editable) anchor.text = text_span{*begin, *end};
  anchor.in_block = llvm::isa_and_nonnull<clang::CompoundStmt>(tree.parent_node(statement));
  return anchor;
}

bool scan_base::is_shown(clang::SourceLocation at) const {
  for (; at.isMacroID(); at = x.sources.getImmediateSpellingLoc(at)) {
    if (!x.sources.isMacroArgExpansion(at)) continue;
    const auto& expansion = x.sources.getSLocEntry(x.sources.getFileID(at)).getExpansion();
    const auto [file, offset] =
        x.sources.getDecomposedLoc(x.sources.getSpellingLoc(expansion.getExpansionLocStart()));
    const llvm::StringRef text = x.sources.getBufferData(file);
    std::size_t end = offset;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
      ++end;
    const std::string_view definition = logical_line(text, offset);
    if (shows_parameter(definition, std::string_view(text.data() + offset, end - offset)))
      return true;
  }
  return false;
}

access_path scan_base::path_of(node_index name) const {
  access_path path;
  path.top = name;
  while (extend(path, name)) {
  }
  return path;
}

const clang::DeclRefExpr* scan_base::root_name(const clang::Expr* target, std::string& reason) {
  for (;;) {
    target = target->IgnoreParenImpCasts();
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target)) return name;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target)) {
      if (llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
        reason = "a member of the object is assigned";
      else if (member->isArrow())
        reason = "it is assigned through a pointer";
      target = member->getBase();
    } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(target)) {
      target = subscript->getBase();
      if (!target->IgnoreParenImpCasts()->getType()->isArrayType())
        reason = "it is assigned through a pointer";
    } else if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(target);
               operation != nullptr && operation->getOperator() == clang::OO_Subscript) {
      target = operation->getArg(0);
    } else {
      reason = "it is not assigned to a local variable";
    }
    if (!reason.empty()) return nullptr;
  }
}

unit_index scan_base::owner_of(const clang::VarDecl* variable) const {
  const auto found = units_.find(variable->getDeclContext());
  return found == units_.end() ? nothing : found->second;
}

const std::vector<node_index>& scan_base::names_of(const clang::ValueDecl* variable) const {
  static const std::vector<node_index> nowhere;
  const auto found = names_.find(variable);
  return found == names_.end() ? nowhere : found->second;
}

bool scan_base::sees_itself(const clang::VarDecl* variable, unit_index unit,
                            unit_index owner) const {
  while (unit != owner && unit != nothing) {
    const auto* lambda = llvm::cast<clang::LambdaExpr>(tree[facts.units[unit].lambda]);
    for (const clang::LambdaCapture& capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCapturedVar() == variable &&
          capture.getCaptureKind() == clang::LCK_ByCopy)
        return false;
    unit = facts.units[unit].parent;
  }
  return unit == owner;
}

std::string scan_base::why_not_a_variable(const clang::VarDecl* variable, unit_index unit) const {
  const std::string name = "'" + variable->getNameAsString() + "'";
  const clang::QualType type = variable->getType();
  if (!variable->hasLocalStorage() || owner_of(variable) == nothing)
    return name + " is not a local variable";
  if (type->isReferenceType()) return name + " is a reference";
  if (type.isVolatileQualified()) return name + " is volatile";
  if (llvm::isa<clang::DecompositionDecl>(variable)) return "it initialises a structured binding";
  if (type->isDependentType()) return "the type of " + name + " depends on a template parameter";
  if (type->isVariableArrayType()) return name + " is an array of variable length";
  if (variable->isInitCapture()) return name + " is a capture of a lambda";
  if (!sees_itself(variable, unit, owner_of(variable))) return name + " is the copy in a lambda";
  return {};
}

variable_index scan_base::variable_of(const clang::VarDecl* variable) {
  const auto known = variables.find(variable);
  if (known != variables.end()) return known->second;
  variable_facts result;
  result.declaration = variable;
  result.where = variable->getLocation();
  result.name = variable->getNameAsString();
  clang::QualType type = variable->getType().getUnqualifiedType();
  if (const auto* deduced = llvm::dyn_cast<clang::AutoType>(type.getTypePtr()))
    type = deduced->getDeducedType();
  result.type = x.type_name(type.getUnqualifiedType());
  result.constant = variable->getType().isConstQualified();
  result.unit = owner_of(variable);
  result.container = types::sequence_of(type) == types::sequence::container;
  result.obstacle_at = result.where;
  place_guard(variable, result);
  if (!jumps.empty()) result.obstacle = jumps;
  facts.variables.push_back(std::move(result));
  return variables[variable] = static_cast<variable_index>(facts.variables.size() - 1);
}

bool scan_base::drops(node_index at) const {
  if (is_statement(at)) return !is_result_of_statement_expression(at);
  const clang::Stmt* parent = tree.parent_node(at);
  if (parent == nullptr) return false;
  if (llvm::isa<clang::ParenExpr, clang::ExprWithCleanups, clang::CXXBindTemporaryExpr>(parent))
    return dropped_[tree.parent(at)];
  if (const auto* comma = llvm::dyn_cast<clang::BinaryOperator>(parent))
    return comma->getOpcode() == clang::BO_Comma && dropped_[tree.parent(at)];
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(parent))
    return loop->getInc() == tree[at] || loop->getInit() == tree[at];
  if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(parent))
    return cast->getType()->isVoidType();
  return false;
}

void scan_base::collect() {
  for (unit_index unit = 0; unit < facts.units.size(); ++unit)
    units_.try_emplace(llvm::dyn_cast<clang::DeclContext>(facts.units[unit].function), unit);
  for (node_index i = 0; i < tree.size(); ++i) {
    dropped_.push_back(drops(i));
    if (const auto* name = tree.as<clang::DeclRefExpr>(i)) names_[name->getDecl()].push_back(i);
    if (const auto* declaration = tree.as<clang::DeclStmt>(i)) {
      for (const clang::Decl* one : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) declared[variable] = i;
    } else if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(tree[i])) {
      jumps = "the function uses goto";
    } else if (llvm::isa<clang::CoroutineBodyStmt>(tree[i])) {
      jumps = "the function is a coroutine";
    }
  }
  const clang::Stmt* body = function->getBody();
  if (const auto text = x.spelling(body->getSourceRange());
      text.find("#pragma omp") != std::string_view::npos)
    jumps = "the function uses OpenMP, and other threads do not know when its value comes";
}

bool scan_base::hands_on(node_index at) const {
  const clang::Stmt* stmt = tree[at];
  if (llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr, clang::FullExpr,
                clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr>(stmt))
    return true;
  if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(stmt))
    return construct->getNumArgs() == 1 && construct->getConstructor()->isCopyOrMoveConstructor() &&
           !llvm::isa<clang::CXXTemporaryObjectExpr>(construct) &&
           !construct->isListInitialization();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt))
    return call->getNumArgs() == 1 && types::is_std_function(call->getDirectCallee(), {"move"});
  return false;
}

bool scan_base::is_part_of_macro(node_index at) const {
  const clang::SourceLocation here = tree[at]->getBeginLoc(),
                              around = tree.parent_node(at)->getBeginLoc();
  return here.isMacroID() && around.isMacroID() &&
         x.sources.getExpansionLoc(here) == x.sources.getExpansionLoc(around);
}

bool scan_base::is_result_of_statement_expression(node_index at) const {
  return tree.as<clang::StmtExpr>(tree.parent(tree.parent(at))) != nullptr;
}

bool scan_base::ends_itself(const clang::Stmt* stmt) {
  if (llvm::isa<clang::CompoundStmt, clang::CXXTryStmt, clang::DeclStmt, clang::NullStmt>(stmt))
    return true;
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(stmt))
    return ends_itself(choice->getElse() != nullptr ? choice->getElse() : choice->getThen());
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(stmt)) return ends_itself(loop->getBody());
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(stmt))
    return ends_itself(loop->getBody());
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt))
    return ends_itself(loop->getBody());
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(stmt))
    return ends_itself(choice->getBody());
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(stmt))
    return ends_itself(label->getSubStmt());
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(stmt))
    return ends_itself(label->getSubStmt());
  if (const auto* label = llvm::dyn_cast<clang::AttributedStmt>(stmt))
    return ends_itself(label->getSubStmt());
  return false;
}

bool scan_base::extend(access_path& path, node_index name) const {
  node_index child = path.top;
  node_index up = tree.parent(child);
  while (up != nothing && stays_in_variable(up)) {
    child = up;
    up = tree.parent(up);
  }
  if (up == nothing) return false;
  const clang::Stmt* below = tree[child];
  const auto* inner = llvm::cast<clang::Expr>(tree[path.top]);
  if (const auto* subscript = tree.as<clang::ArraySubscriptExpr>(up)) {
    if (subscript->getBase() != below || !inner->getType()->isArrayType()) return false;
    return extended(path, up, subscript->getIdx());
  }
  if (const auto* member = tree.as<clang::MemberExpr>(up)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr || member->isArrow() || field->isBitField() || types::is_packed(field) ||
        field->getParent()->isUnion() || field->isAnonymousStructOrUnion() || field->isMutable() ||
        field->getType()->isReferenceType())
      return false;
    return extended(path, up, nullptr);
  }
  const auto* operation = tree.as<clang::CXXOperatorCallExpr>(up);
  if (operation == nullptr || operation->getOperator() != clang::OO_Subscript ||
      operation->getArg(0) != below || operation->isTypeDependent())
    return false;
  const types::sequence kind = types::sequence_of(inner->getType());
  if (kind == types::sequence::none || (kind == types::sequence::container && path.top != name))
    return false;
  if (kind == types::sequence::container) path.element = true;
  return extended(path, up, operation->getArg(1));
}

bool scan_base::extended(access_path& path, node_index up, const clang::Expr* subscript) const {
  path.top = up;
  ++path.depth;
  if (subscript == nullptr) return true;
  path.subscripted = true;
  note_subscript(path, subscript);
  return true;
}

void scan_base::note_subscript(access_path& path, const clang::Expr* subscript) {
  subscript = subscript->IgnoreParenImpCasts();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(subscript)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable != nullptr && variable->hasLocalStorage() &&
        !variable->getType()->isReferenceType())
      path.subscripts.push_back(variable);
    else if (!llvm::isa<clang::EnumConstantDecl>(name->getDecl()))
      path.complicated = true;
  } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(subscript);
             binary && !binary->isAssignmentOp()) {
    note_subscript(path, binary->getLHS());
    note_subscript(path, binary->getRHS());
  } else if (!llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral>(subscript)) {
    path.complicated = true;
  }
}

bool scan_base::stays_in_variable(node_index at) const {
  if (tree.as<clang::ParenExpr>(at) != nullptr) return true;
  const auto* cast = tree.as<clang::ImplicitCastExpr>(at);
  if (cast == nullptr) return false;
  const clang::CastKind kind = cast->getCastKind();
  return kind == clang::CK_NoOp || kind == clang::CK_ArrayToPointerDecay ||
         kind == clang::CK_DerivedToBase || kind == clang::CK_UncheckedDerivedToBase;
}

void scan_base::place_guard(const clang::VarDecl* variable, variable_facts& result) const {
  if (llvm::isa<clang::ParmVarDecl>(variable)) {
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(facts.units[result.unit].body);
    if (body == nullptr)
      result.obstacle = "the function is one try block";
    else
      result.guard = x.end_offset(body->getLBracLoc());
    result.declared = tree.index_of(facts.units[result.unit].body);
  } else {
    const auto found = declared.find(variable);
    const node_index at = found == declared.end() ? nothing : found->second;
    const auto* block =
        at == nothing ? nullptr : llvm::dyn_cast_or_null<clang::CompoundStmt>(tree.parent_node(at));
    if (block == nullptr) {
      result.obstacle = "it is declared in the head of a statement";
    } else if (llvm::isa_and_nonnull<clang::SwitchStmt>(tree.parent_node(tree.parent(at)))) {
      result.obstacle = "it is declared between the cases of a switch";
    } else {
      result.guard = x.end_offset(tree[at]->getEndLoc());
      if (x.is_inserted(tree[at]->getEndLoc())) result.obstacle = "it is a parameter of maccept";
    }
    result.declared = at == nothing ? 0 : at;
  }
  if (result.obstacle.empty() && !result.guard) result.obstacle = "it is declared by a macro";
}
}  // namespace mentat::mplc
