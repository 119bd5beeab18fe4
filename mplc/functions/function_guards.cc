#include "mplc/functions/function_guards.h"

#include <clang/Lex/Lexer.h>

#include <set>

#include "mplc/emit/user_text.h"
#include "mplc/text/emitted_names.h"

namespace mentat::mplc {
namespace {

// Whether some function of the class, or of a Mentat class above it, selects or serves: such
// objects choose in their own text which calls they accept.
bool accepts_in_its_text(const context& x, const clang::CXXRecordDecl* record) {
  for (const clang::CXXMethodDecl* method : record->methods()) {
    if (x.is_serve(method)) return true;
    const clang::FunctionDecl* definition = nullptr;
    if (!method->hasBody(definition)) continue;
    const function_tree tree(definition);
    for (node_index i = 0; i < tree.size(); ++i)
      if (const auto* choice = tree.as<clang::SwitchStmt>(i);
          choice != nullptr && x.written_select(choice) != nullptr)
        return true;
  }
  return llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier& base) {
    const clang::CXXRecordDecl* above = base.getType()->getAsCXXRecordDecl();
    return above != nullptr && above->hasDefinition() && x.kind_of(above) != class_kind::none &&
           accepts_in_its_text(x, above->getDefinition());
  });
}

bool calls_mentat(const context& x, const clang::Expr* part) {
  return x.mentat_call(part) == part || x.is_rtf(part) || !x.space_operation_of(part).name.empty();
}

// Whether the function, or one that it calls, calls a Mentat object, as far as bodies are visible
// outside of libraries.
bool leads_to_mentat(const context& x, const clang::FunctionDecl* function,
                     std::set<const clang::FunctionDecl*>& seen) {
  const clang::FunctionDecl* definition = nullptr;
  if (function == nullptr || !function->hasBody(definition) || !seen.insert(definition).second ||
      definition->getASTContext().getSourceManager().isInSystemHeader(definition->getLocation()))
    return false;
  const function_tree tree(definition);
  for (node_index i = 0; i < tree.size(); ++i) {
    const auto* part = llvm::dyn_cast<clang::Expr>(tree[i]);
    if (part != nullptr && calls_mentat(x, part)) return true;
    const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(part);
    if (call != nullptr && leads_to_mentat(x, call->getDirectCallee(), seen)) return true;
  }
  return false;
}

constexpr std::size_t longest_text = 120;

// The condition as the user wrote it, on one line, cut if it is long.
std::string text_of(const context& x, const clang::Expr* condition) {
  const llvm::StringRef written = clang::Lexer::getSourceText(
      x.ast.getSourceManager().getExpansionRange(condition->getSourceRange()),
      x.ast.getSourceManager(), x.ast.getLangOpts());
  std::string text = one_line({written.data(), written.size()});
  if (text.size() <= longest_text) return text;
  std::size_t end = longest_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // of UTF-8
  return text.substr(0, end) + "...";
}

// Whether a condition sees the object as const: it is the object of the guard, an argument of the
// guarded function, or a part of one of them.
bool is_const_in_condition(const clang::Expr* object) {
  object = object->IgnoreParenImpCasts();
  if (llvm::isa<clang::CXXThisExpr>(object)) return true;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(object))
    return llvm::isa<clang::ParmVarDecl>(name->getDecl()) &&
           !name->getDecl()->getType()->isReferenceType() &&
           llvm::isa<clang::CXXMethodDecl>(name->getDecl()->getDeclContext()) &&
           !name->refersToEnclosingVariableOrCapture();
  const auto* access = llvm::dyn_cast<clang::MemberExpr>(object);
  if (access == nullptr) return false;
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(access->getMemberDecl());
  if (field == nullptr || field->isMutable() || field->getType()->isReferenceType()) return false;
  const clang::Expr* of = access->getBase()->IgnoreParenImpCasts();
  return access->isArrow() ? llvm::isa<clang::CXXThisExpr>(of) : is_const_in_condition(of);
}

// The function, if it may change its object and has no const twin that a condition would call.
const clang::CXXMethodDecl* changing_function(const clang::Expr* part) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(part);
  const clang::CXXMethodDecl* method = call == nullptr ? nullptr : call->getMethodDecl();
  if (method == nullptr || method->isStatic() || method->isConst() ||
      method->getIdentifier() == nullptr)
    return nullptr;
  const clang::Expr* object = call->getImplicitObjectArgument();
  // `p->f()` changes what p points to, not p.
  const auto* callee = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (callee != nullptr && callee->isArrow() &&
      !llvm::isa<clang::CXXThisExpr>(object->IgnoreParenImpCasts()))
    return nullptr;
  if (!is_const_in_condition(object)) return nullptr;
  const bool has_twin = llvm::any_of(
      method->getParent()->lookup(method->getDeclName()), [](const clang::NamedDecl* other) {
        const auto* twin = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(other->getAsFunction());
        return twin == nullptr || twin->isConst();
      });
  return has_twin ? nullptr : method;
}

}  // namespace

void guard_scan::run() {
  for (node_index i = 0; i < tree_.size(); ++i) {
    const auto* guard = tree_.as<clang::CallExpr>(i);
    if (guard == nullptr || x_.guard_call(guard) != guard) continue;
    if (const std::string why = why_misplaced(guard); !why.empty()) {
      x_.error("E0810", guard->getBeginLoc(), why);
      continue;
    }
    check_condition(i);
    check_class(guard);
    edit(guard);
  }
}

std::string guard_scan::why_misplaced(const clang::CallExpr* guard) const {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_);
  if (method == nullptr || !x_.is_remote(method) || !has_objects(x_.kind_of(method->getParent())))
    return "a guard belongs in a public member function of a persistent Mentat class; only there "
           "are calls to accept";
  if (x_.guard_of(function_) != guard)
    return "a guard is the first statement of its member function; join several conditions with &&";
  if (!x_.offset(guard->getCallee()->getBeginLoc()) ||
      !x_.end_offset(guard->getCallee()->getEndLoc()))
    return "a guard cannot be made by a macro; write 'mentat::guard(...)' out";
  const clang::CXXRecordDecl* of = method->getParent();
  if ((of->isTemplated() || of->getTemplateSpecializationKind() != clang::TSK_Undeclared) &&
      !x_.in_main_file(of->getLocation()))
    return "a guard of a class template belongs in the file that defines the class; move the "
           "function there";
  if (x_.is_read(method) && !x_.in_main_file(of->getLocation()))
    return "a guard of a const function of a replicated class belongs in the file that defines the "
           "class, where it shows that the function is not a read; move the function there";
  return "";
}

void guard_scan::check_condition(node_index guard) {
  const auto changes = [](const clang::Stmt* part) {
    if (const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(part))
      return assignment->isAssignmentOp();
    if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(part))
      return step->isIncrementDecrementOp();
    return llvm::isa<clang::CXXNewExpr, clang::CXXDeleteExpr>(part);
  };
  for (node_index i = guard + 1; i < tree_.range(guard).end; ++i) {
    const auto* part = llvm::dyn_cast<clang::Expr>(tree_[i]);
    if (part == nullptr) continue;
    if (changes(part))
      x_.error("E0811", part->getBeginLoc(),
               "the condition of a guard changes something; an object may test it any number of "
               "times");
    else if (calls_mentat(x_, part))
      x_.error("E0811", part->getBeginLoc(),
               "the condition of a guard calls a Mentat object; it may use the object's own state "
               "and the arguments alone");
    else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part))
      check_called(call);
  }
}

void guard_scan::check_called(const clang::CallExpr* call) {
  std::set<const clang::FunctionDecl*> seen;
  if (const clang::CXXMethodDecl* method = changing_function(call))
    x_.error("E0811", call->getBeginLoc(),
             "the condition of a guard calls '" + method->getNameAsString() +
                 "', which is not const; the condition must not change the object or the "
                 "arguments");
  else if (leads_to_mentat(x_, call->getDirectCallee(), seen))
    x_.error("E0811", call->getBeginLoc(),
             "the condition of a guard calls '" + call->getDirectCallee()->getNameAsString() +
                 "', which calls a Mentat object; it may use the object's own state and the "
                 "arguments alone");
}

void guard_scan::check_class(const clang::CallExpr* guard) {
  const auto* method = llvm::cast<clang::CXXMethodDecl>(function_);
  if (accepts_in_its_text(x_, method->getParent()))
    x_.error("E0812", guard->getBeginLoc(),
             "a class that has mselect or serve() chooses there which calls it accepts; write the "
             "condition in front of maccept");
}

void guard_scan::edit(const clang::CallExpr* guard) {
  const std::string condition = text_of(x_, guard->getArg(0));
  const std::string tag = tag_name(x_.stem(llvm::cast<clang::CXXMethodDecl>(function_)));
  x_.changes.replace(*x_.offset(guard->getCallee()->getBeginLoc()),
                     *x_.end_offset(guard->getCallee()->getEndLoc()),
                     "if (static_cast<void>(::mentat::note_guard__<" + tag + ", " +
                         string_literal(condition) + ">), " + std::string(sink_name) +
                         ".is_local__()) ::mentat::guard");
}

}  // namespace mentat::mplc
