#include "mplc/functions/function_views.h"

#include "mplc/functions/function_types.h"
#include "mplc/tree/view_types.h"

namespace mentat::mplc {
namespace {

constexpr unsigned deepest = 5;  // aggregates in each other

const clang::Expr* stripped(const clang::Expr* value) {
  for (;;) {
    const clang::Expr* inner = value->IgnoreParens()->IgnoreImplicit();
    if (inner == value) return value;
    value = inner;
  }
}

template <class Node>
const Node* as(const clang::Expr* value) {
  return llvm::dyn_cast<Node>(value);
}

const clang::VarDecl* named_variable(const clang::Expr* value) {
  const auto* name = as<clang::DeclRefExpr>(value->IgnoreParens());
  return name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
}

bool is_one_of(const clang::NamedDecl* named, std::initializer_list<llvm::StringRef> names) {
  return named != nullptr && named->getIdentifier() != nullptr &&
         llvm::is_contained(names, named->getName());
}

bool is_std_class(const clang::CXXRecordDecl* of) {
  return of != nullptr && of->isInStdNamespace();
}

// A value of these leads to memory that it does not own.
bool refers(const clang::CXXRecordDecl* of) {
  return is_std_class(of) && is_one_of(of, {"span", "basic_string_view", "reverse_iterator",
                                            "reference_wrapper", "function", "move_only_function"});
}
bool is_iterator(const clang::CXXRecordDecl* of) { return is_one_of(of, {"__normal_iterator"}); }

// Containers and values of the standard library, which own their elements.
bool owns(const clang::CXXRecordDecl* of) {
  return is_std_class(of) &&
         is_one_of(
             of, {"vector", "deque", "list", "forward_list", "array", "set", "multiset",
                  "unordered_set", "unordered_multiset", "map", "multimap", "unordered_map",
                  "unordered_multimap", "stack", "queue", "pair", "tuple", "optional", "variant"});
}
bool is_map(const clang::CXXRecordDecl* of) {
  return is_std_class(of) &&
         is_one_of(of, {"map", "multimap", "unordered_map", "unordered_multimap"});
}

clang::QualType type_argument(const clang::CXXRecordDecl* of, unsigned number) {
  const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(of);
  if (made == nullptr) return {};
  std::vector<clang::QualType> all;
  for (const clang::TemplateArgument& one : made->getTemplateArgs().asArray())
    for (const clang::TemplateArgument& inner :
         one.getKind() == clang::TemplateArgument::Pack ? one.pack_elements() : llvm::ArrayRef(one))
      all.push_back(inner.getKind() == clang::TemplateArgument::Type ? inner.getAsType()
                                                                     : clang::QualType());
  return number < all.size() ? all[number] : clang::QualType();
}

// Functions of containers that add what their arguments are.
bool adds(const clang::CXXMethodDecl* method) {
  return is_one_of(method, {"push_back", "emplace_back", "push_front", "emplace_front", "push",
                            "emplace", "insert", "insert_or_assign", "try_emplace"});
}

// ... that give one of their elements.
bool gives_element(const clang::CXXMethodDecl* method) {
  return is_one_of(method, {"front", "back", "at", "top", "value"});
}

bool is_assignment(const clang::CXXOperatorCallExpr* call) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  return call->getOperator() == clang::OO_Equal && call->getNumArgs() == 2 && method != nullptr &&
         (is_std_class(method->getParent()) || method->isCopyAssignmentOperator() ||
          method->isMoveAssignmentOperator());
}

// How messages call a class that owns the elements of views; empty: it is none of these.
std::string name_of_owner(clang::QualType type) {
  if (is_mentat_buffer(type)) return "mentat::buffer";
  if (is_standard_template(type, "vector")) return "std::vector";
  return is_standard_template(type, "basic_string") ? "std::string" : "";
}

// The owner of the elements of a view, if it ends with the expression.
const clang::Expr* temporary_owner(const clang::Expr* view) {
  const clang::Expr* value = stripped(view);
  while (const auto* cast = as<clang::ExplicitCastExpr>(value))
    value = stripped(cast->getSubExpr());
  const clang::Expr* from = nullptr;
  if (const auto* made = as<clang::CXXConstructExpr>(value)) {
    if (made->getNumArgs() == 1) from = made->getArg(0);
  } else if (const auto* call = as<clang::CXXMemberCallExpr>(value);
             call != nullptr &&
             llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl())) {
    from = call->getImplicitObjectArgument();
  }
  if (from == nullptr) return nullptr;
  if (is_view(from->getType())) return temporary_owner(from);
  from = stripped(from);
  return !name_of_owner(from->getType()).empty() && from->isPRValue() ? from : nullptr;
}

}  // namespace

void view_scan::run() {
  find_views();
  for (node_index i = 0; i < tree_.size(); ++i) check(tree_[i]);
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(scan_.function))
    for (const clang::CXXCtorInitializer* one : constructor->inits())
      if (one->isAnyMemberInitializer()) check_member(one);
}

bool view_scan::is_called_remotely() const {
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(scan_.function);
  return scan_.facts.remote ||
         (constructor != nullptr && x_.kind_of(constructor->getParent()) != class_kind::none);
}

void view_scan::find_views() {
  if (is_called_remotely())
    for (const clang::ParmVarDecl* parameter : scan_.function->parameters())
      if (is_view(parameter->getType())) views_[parameter] = parameter;
  for (const auto& [declared, at] : scan_.declared)
    if (is_accepted(declared) && is_view(declared->getType())) views_[declared] = declared;
  if (views_.empty()) return;
  for (node_index i = 0; i < tree_.size(); ++i) collect(tree_[i]);
  for (bool changed = true; changed;) {
    changed = false;
    for (const values* all : {&assigned_, &added_})
      for (const auto& [one, given] : *all)
        if (variable of = viewed_by_any(given); of != nullptr)
          changed |= views_.try_emplace(one, of).second;
  }
  while (std::erase_if(views_, [&](const auto& one) { return !is_certain(one.first); }) != 0) {
  }
}

bool view_scan::is_accepted(variable one) const {
  const auto found = scan_.declared.find(one);
  return found != scan_.declared.end() && x_.is_inserted(tree_[found->second]->getEndLoc());
}

bool view_scan::is_certain(variable one) const {
  if (changed_elsewhere_.contains(one)) return false;
  if (const auto found = added_.find(one);
      found != added_.end() && viewed_by_any(found->second) != nullptr)
    return true;
  const auto found = assigned_.find(one);
  return found == assigned_.end() || llvm::all_of(found->second, [&](const clang::Expr* value) {
           return viewed_by(value) != nullptr;
         });
}

void view_scan::assign(const clang::Expr* target, const clang::Expr* value, values& to) {
  const variable one = named_variable(target);
  if (one != nullptr && one->hasLocalStorage()) to[one].push_back(value);
}

void view_scan::collect(const clang::Stmt* node) {
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) {
    for (const clang::Decl* declared : declaration->decls()) {
      const auto* one = llvm::dyn_cast<clang::VarDecl>(declared);
      if (one == nullptr || one->getInit() == nullptr || is_accepted(one)) continue;
      const auto* made = as<clang::CXXConstructExpr>(stripped(one->getInit()));
      if (made == nullptr || made->getNumArgs() != 0) assigned_[one].push_back(one->getInit());
    }
  } else if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(node)) {
    assigned_[loop->getLoopVariable()].push_back(loop->getRangeInit());
  } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node)) {
    if (binary->getOpcode() == clang::BO_Assign)
      assign(binary->getLHS(), binary->getRHS(), assigned_);
  } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node)) {
    if (const variable one = named_variable(unary->getSubExpr());
        one != nullptr && unary->getOpcode() == clang::UO_AddrOf &&
        !one->getType().getNonReferenceType().isConstQualified())
      changed_elsewhere_.insert(one);
  } else if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node);
             operation != nullptr && operation->getOperator() == clang::OO_Equal) {
    assign(operation->getArg(0), operation->getArg(1), assigned_);
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
    collect_arguments(call);
  }
}

void view_scan::collect_arguments(const clang::CallExpr* call) {
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (member != nullptr && adds(member->getMethodDecl()))
    for (const clang::Expr* argument : call->arguments())
      assign(member->getImplicitObjectArgument()->IgnoreImpCasts(), argument, added_);
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool is_std = callee != nullptr && callee->isInStdNamespace() &&
                      !types::is_std_function(callee, {"swap", "exchange", "getline"});
  const bool is_of_std = member != nullptr && is_std_class(member->getRecordDecl()) &&
                         !is_one_of(member->getMethodDecl(), {"swap"});
  if (x_.mentat_call(call) == call || is_std || is_of_std) return;
  const bool swaps = types::is_std_function(callee, {"swap", "exchange"});
  for (unsigned k = 0; k < call->getNumArgs(); ++k) {
    const bool changes = callee == nullptr || k >= callee->getNumParams() ||
                         (callee->getParamDecl(k)->getType()->isLValueReferenceType() &&
                          !callee->getParamDecl(k)->getType()->getPointeeType().isConstQualified());
    if (const variable one = named_variable(call->getArg(k));
        one != nullptr && changes && !(swaps && views_.contains(one)))
      changed_elsewhere_.insert(one);
  }
}

template <class Values>
view_scan::variable view_scan::viewed_by_any(const Values& all) const {
  for (const clang::Expr* value : all)
    if (variable of = viewed_by(value); of != nullptr) return of;
  return nullptr;
}

view_scan::variable view_scan::viewed_by(const clang::Expr* value) const {
  value = stripped(value);
  if (!leads_elsewhere(value->getType())) return nullptr;
  if (const variable one = named_variable(value)) {
    const auto found = views_.find(one);
    return found == views_.end() ? nullptr : found->second;
  }
  if (const auto* lambda = as<clang::LambdaExpr>(value)) return viewed_by_lambda(lambda);
  if (const auto* made = as<clang::CXXConstructExpr>(value)) return viewed_by_construction(made);
  if (const auto* list = as<clang::InitListExpr>(value)) return viewed_by_any(list->inits());
  if (const auto* list = as<clang::CXXStdInitializerListExpr>(value)) {
    const auto* elements = as<clang::InitListExpr>(stripped(list->getSubExpr()));
    return elements == nullptr ? nullptr : viewed_by_any(elements->inits());
  }
  if (const auto* choice = as<clang::ConditionalOperator>(value)) {
    const variable first = viewed_by(choice->getTrueExpr());
    return first != nullptr ? first : viewed_by(choice->getFalseExpr());
  }
  if (const auto* binary = as<clang::BinaryOperator>(value)) {
    const variable right = viewed_by(binary->getRHS());
    return right != nullptr || !binary->isAdditiveOp() ? right : viewed_by(binary->getLHS());
  }
  if (const auto* unary = as<clang::UnaryOperator>(value)) {
    if (unary->getOpcode() == clang::UO_AddrOf) return owner_of(unary->getSubExpr());
    return unary->isIncrementDecrementOp() ? viewed_by(unary->getSubExpr()) : nullptr;
  }
  if (const auto* cast = as<clang::ExplicitCastExpr>(value)) return viewed_by(cast->getSubExpr());
  if (const auto* part = as<clang::MemberExpr>(value))
    return part->isArrow() || !llvm::isa<clang::FieldDecl>(part->getMemberDecl())
               ? nullptr
               : viewed_by(part->getBase());
  const auto* call = as<clang::CallExpr>(value);
  return call == nullptr ? nullptr : viewed_by_call(call);
}

view_scan::variable view_scan::viewed_by_construction(const clang::CXXConstructExpr* made) const {
  const clang::CXXConstructorDecl* constructor = made->getConstructor();
  const clang::CXXRecordDecl* of = constructor->getParent();
  if (made->getNumArgs() == 0) return nullptr;
  if (constructor->isCopyOrMoveConstructor()) return viewed_by(made->getArg(0));
  if (!refers(of) && !is_iterator(of) && !owns(of)) return nullptr;
  const bool by_place = is_one_of(of, {"pair", "tuple"}) && made->getNumArgs() > 1;
  for (unsigned k = 0; k < made->getNumArgs(); ++k) {
    if (by_place && !leads_elsewhere(type_argument(of, k))) continue;
    if (variable found = viewed_by(made->getArg(k)); found != nullptr) return found;
  }
  return nullptr;
}

view_scan::variable view_scan::viewed_by_call(const clang::CallExpr* call) const {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    if (is_assignment(operation)) return viewed_by(operation->getArg(1));
    const clang::OverloadedOperatorKind sign = operation->getOperator();
    if (sign == clang::OO_Call || callee == nullptr) return nullptr;
    return method != nullptr &&
                   (is_std_class(method->getParent()) || is_iterator(method->getParent()))
               ? viewed_by(operation->getArg(0))
               : nullptr;
  }
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
    return method != nullptr && is_std_class(method->getParent())
               ? viewed_by(member->getImplicitObjectArgument())
               : nullptr;
  if (types::is_std_function(callee, {"move", "forward", "as_const", "data", "begin", "end",
                                      "cbegin", "cend", "as_bytes", "next", "prev", "ref", "cref",
                                      "make_pair", "make_tuple", "make_optional"}))
    return viewed_by_any(call->arguments());
  return nullptr;
}

view_scan::variable view_scan::viewed_by_lambda(const clang::LambdaExpr* lambda) const {
  auto value = lambda->capture_init_begin();
  for (const clang::LambdaCapture& capture : lambda->captures()) {
    const clang::Expr* init = *value++;
    if (!capture.capturesVariable()) continue;
    const auto* captured = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar());
    if (captured == nullptr) continue;
    if (lambda->isInitCapture(&capture)) {
      if (variable of = viewed_by(init); of != nullptr) return of;
    } else if (const auto found = views_.find(captured); found != views_.end()) {
      return found->second;
    }
  }
  return nullptr;
}

view_scan::variable view_scan::owner_of(const clang::Expr* element) const {
  element = stripped(element);
  if (const variable one = named_variable(element)) {
    if (!one->getType()->isReferenceType() || llvm::isa<clang::ParmVarDecl>(one)) return nullptr;
    if (const auto found = views_.find(one); found != views_.end()) return found->second;
    return one->hasLocalStorage() && one->getInit() != nullptr ? owner_of(one->getInit()) : nullptr;
  }
  if (const auto* operation = as<clang::CXXOperatorCallExpr>(element)) {
    const clang::OverloadedOperatorKind sign = operation->getOperator();
    return sign == clang::OO_Subscript || sign == clang::OO_Star ? viewed_by(operation->getArg(0))
                                                                 : nullptr;
  }
  if (const auto* call = as<clang::CXXMemberCallExpr>(element))
    return gives_element(call->getMethodDecl()) ? viewed_by(call->getImplicitObjectArgument())
                                                : nullptr;
  if (const auto* subscript = as<clang::ArraySubscriptExpr>(element))
    return viewed_by(subscript->getBase());
  if (const auto* unary = as<clang::UnaryOperator>(element))
    return unary->getOpcode() == clang::UO_Deref ? viewed_by(unary->getSubExpr()) : nullptr;
  const auto* part = as<clang::MemberExpr>(element);
  if (part == nullptr || !llvm::isa<clang::FieldDecl>(part->getMemberDecl())) return nullptr;
  return part->isArrow() ? viewed_by(part->getBase()) : owner_of(part->getBase());
}

bool view_scan::leads_elsewhere(clang::QualType type, unsigned depth) const {
  if (type.isNull() || depth == deepest) return false;
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isDependentType()) return is_view(type);
  if (const clang::ArrayType* array = x_.ast.getAsArrayType(type))
    return leads_elsewhere(array->getElementType(), depth + 1);
  if (type->isPointerType()) return !type->isFunctionPointerType();
  const clang::CXXRecordDecl* of = type->getAsCXXRecordDecl();
  if (of == nullptr || x_.kind_of(of) != class_kind::none) return false;
  if (of->isLambda() || refers(of) || is_iterator(of)) return true;
  if (owns(of)) {
    for (unsigned k = 0; !type_argument(of, k).isNull(); ++k)
      if (leads_elsewhere(type_argument(of, k), depth + 1)) return true;
    return false;
  }
  return of->hasDefinition() && !is_std_class(of) && of->isAggregate() &&
         llvm::any_of(of->fields(), [&](const clang::FieldDecl* field) {
           return leads_elsewhere(field->getType(), depth + 1);
         });
}

std::string view_scan::lasting_name(const clang::Expr* place) const {
  place = stripped(place);
  if (const auto* part = as<clang::MemberExpr>(place)) {
    if (!llvm::isa<clang::FieldDecl, clang::VarDecl>(part->getMemberDecl())) return {};
    const clang::Expr* base = stripped(part->getBase());
    if (llvm::isa<clang::CXXThisExpr>(base) || llvm::isa<clang::VarDecl>(part->getMemberDecl()))
      return part->getMemberDecl()->getNameAsString();
    return part->isArrow() ? std::string() : lasting_name(base);
  }
  if (const variable one = named_variable(place)) {
    if (!one->hasLocalStorage()) return one->getNameAsString();
    return one->getType()->isReferenceType() && one->getInit() != nullptr &&
                   !llvm::isa<clang::ParmVarDecl>(one)
               ? lasting_name(one->getInit())
               : std::string();
  }
  if (const auto* operation = as<clang::CXXOperatorCallExpr>(place)) {
    const clang::OverloadedOperatorKind sign = operation->getOperator();
    const bool selects = sign == clang::OO_Subscript || sign == clang::OO_Star;
    return selects && owns(types::record_of(operation->getArg(0)->getType()))
               ? lasting_name(operation->getArg(0))
               : std::string();
  }
  if (const auto* call = as<clang::CXXMemberCallExpr>(place))
    return gives_element(call->getMethodDecl()) && owns(call->getMethodDecl()->getParent())
               ? lasting_name(call->getImplicitObjectArgument())
               : std::string();
  const auto* subscript = as<clang::ArraySubscriptExpr>(place);
  return subscript != nullptr && stripped(subscript->getBase())->getType()->isArrayType()
             ? lasting_name(subscript->getBase())
             : std::string();
}

void view_scan::check(const clang::Stmt* node) const {
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) {
    for (const clang::Decl* declared : declaration->decls())
      if (const auto* one = llvm::dyn_cast<clang::VarDecl>(declared);
          one != nullptr && one->getInit() != nullptr)
        check_declared(one);
    return;
  }
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node);
      operation != nullptr && is_assignment(operation))
    check_temporary(operation->getArg(0), operation->getArg(1));
  if (views_.empty()) return;
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node)) {
    if (binary->getOpcode() == clang::BO_Assign)
      check_assignment(binary->getLHS(), binary->getRHS());
  } else if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node)) {
    if (is_assignment(operation)) check_assignment(operation->getArg(0), operation->getArg(1));
    if (operation->getOperator() == clang::OO_Subscript) check_key(operation);
  } else if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(node)) {
    check_growth(member);
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
             call != nullptr && call->getNumArgs() == 2 &&
             types::is_std_function(call->getDirectCallee(), {"swap", "exchange"})) {
    check_assignment(call->getArg(0), call->getArg(1));
    check_assignment(call->getArg(1), call->getArg(0));
  }
}

void view_scan::check_member(const clang::CXXCtorInitializer* initialiser) const {
  const clang::FieldDecl* member = initialiser->getAnyMember();
  if (!leads_elsewhere(member->getType())) return;
  if (variable of = viewed_by(initialiser->getInit()); of != nullptr)
    report(initialiser->getInit(), of, member->getNameAsString());
}

void view_scan::check_temporary(const clang::Expr* target, const clang::Expr* value) const {
  if (!is_view(target->getType())) return;
  const clang::Expr* owner = temporary_owner(value);
  if (owner == nullptr) return;
  x_.error("E0315", value->getBeginLoc(),
           "this is a view of a temporary " + name_of_owner(owner->getType()) +
               ", which ends with the expression; give that a name");
}

void view_scan::check_declared(variable declared) const {
  const bool is_of_view = is_view(declared->getType());
  if (const clang::Expr* owner = is_of_view ? temporary_owner(declared->getInit()) : nullptr)
    return x_.error("E0315", declared->getLocation(),
                    "'" + declared->getNameAsString() + "' is a view of a temporary " +
                        name_of_owner(owner->getType()) +
                        ", which ends with this expression; give that a name");
  if (declared->isStaticLocal())
    if (variable of = viewed_by(declared->getInit()); of != nullptr)
      report(declared->getInit(), of, declared->getNameAsString());
}

void view_scan::check_assignment(const clang::Expr* target, const clang::Expr* value) const {
  if (!leads_elsewhere(target->getType())) return;
  const std::string keeper = lasting_name(target);
  if (keeper.empty()) return;
  if (variable of = viewed_by(value); of != nullptr) report(value, of, keeper);
}

void view_scan::check_growth(const clang::CXXMemberCallExpr* call) const {
  const clang::CXXMethodDecl* method = call->getMethodDecl();
  if (method == nullptr || !adds(method) || !owns(method->getParent())) return;
  const std::string keeper = lasting_name(call->getImplicitObjectArgument());
  if (keeper.empty()) return;
  const clang::CXXRecordDecl* of = method->getParent();
  const bool is_pair = is_map(of) && call->getNumArgs() == 2;
  for (unsigned k = 0; k < call->getNumArgs(); ++k) {
    const clang::Expr* value = call->getArg(k);
    const clang::QualType element = type_argument(of, is_pair ? k : 0);
    const bool becomes_element = (is_map(of) && !is_pair) ||
                                 types::same(value->getType(), element) ||
                                 is_standard_template(element, "function");
    if (!becomes_element) continue;
    if (variable found = viewed_by(value); found != nullptr) return report(value, found, keeper);
  }
}

void view_scan::check_key(const clang::CXXOperatorCallExpr* call) const {
  const clang::CXXRecordDecl* of = types::record_of(call->getArg(0)->getType());
  if (!is_map(of) || !leads_elsewhere(type_argument(of, 0))) return;
  const std::string keeper = lasting_name(call->getArg(0));
  if (keeper.empty()) return;
  if (variable found = viewed_by(call->getArg(1)); found != nullptr)
    report(call->getArg(1), found, keeper);
}

void view_scan::report(const clang::Expr* value, variable of, const std::string& keeper) const {
  const clang::QualType element = first_argument(of->getType());
  const bool is_text = is_standard_template(of->getType(), "basic_string_view");
  const std::string buffer =
      is_text            ? "a mentat::text (a mentat::buffer<char>)"
      : element.isNull() ? "a mentat::buffer"
                         : "a mentat::buffer<" + x_.type_name(element.getUnqualifiedType()) + ">";
  x_.error("E0315", value->getBeginLoc(),
           "the elements of view '" + of->getNameAsString() + "' end with the call, but '" +
               keeper + "' would keep the view; take " + buffer);
}

}  // namespace mentat::mplc
