// Asks Clang in the words of MPL.

#include "mplc/tree/context.h"

#include <algorithm>
#include <array>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Lex/Lexer.h"
#include "mplc/lower/source_files.h"
#include "mplc/text/emitted_names.h"
#include "mplc/tree/template_text.h"
#include "mplc/tree/usr.h"

namespace mentat::mplc {
namespace {

// The declaration that stands for all instantiations and redeclarations of a class.
const clang::CXXRecordDecl* pattern_of(const clang::CXXRecordDecl* record) {
  if (const auto* pattern = record->getTemplateInstantiationPattern()) record = pattern;
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    if (!special->isExplicitSpecialization() &&
        !llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(special))
      record = special->getSpecializedTemplate()->getTemplatedDecl();
  return record->getCanonicalDecl();
}

const clang::CXXMethodDecl* pattern_of(const clang::CXXMethodDecl* method) {
  if (const auto* pattern = method->getTemplateInstantiationPattern())
    method = llvm::cast<clang::CXXMethodDecl>(pattern);
  return method->getCanonicalDecl();
}

std::string template_parameters(const clang::TemplateParameterList& parameters) {
  std::string text;
  for (const clang::NamedDecl* parameter : parameters)
    text += (text.empty() ? "" : ", ") + parameter->getNameAsString() +
            (parameter->isParameterPack() ? "..." : "");
  return text;
}

bool is_in_namespace_mentat(const clang::Decl* declaration) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration->getDeclContext());
  return space != nullptr && space->getName() == "mentat";
}

}  // namespace

class_kind written_kind(const clang::SourceManager& sources, const source_files& files,
                        const clang::CXXRecordDecl* record) {
  if (record->isInjectedClassName() || record->isLambda()) return class_kind::none;
  for (const auto* attribute : record->specific_attrs<clang::AnnotateAttr>()) {
    if (attribute->isInherited()) continue;
    for (const class_kind kind :
         {class_kind::persistent, class_kind::regular, class_kind::replicated, class_kind::durable})
      if (attribute->getAnnotation() == std::string("mentat::") + word_of(kind)) return kind;
  }
  const clang::SourceLocation key = sources.getSpellingLoc(record->getInnerLocStart());
  if (key.isInvalid()) return class_kind::none;
  const auto [file, offset] = sources.getDecomposedLoc(key);
  const source_file* lowered = files.find(sources, file);
  const class_mark* mark = lowered == nullptr ? nullptr : lowered->lowered.mark_at(offset);
  return mark == nullptr ? class_kind::none : mark->kind;
}

context::context(clang::ASTContext& tree, source_files& files, diagnostics& reports)
    : ast(tree), sources(tree.getSourceManager()), files_(files), reports_(reports) {}

std::string_view context::original() const {
  return files_.original(sources, sources.getMainFileID());
}

bool context::in_main_file(clang::SourceLocation at) const {
  return at.isValid() && sources.getFileID(sources.getExpansionLoc(at)) == sources.getMainFileID();
}

std::optional<text_offset> context::offset(clang::SourceLocation at) const {
  while (at.isMacroID()) {
    if (!sources.isMacroArgExpansion(at)) return std::nullopt;
    at = sources.getImmediateSpellingLoc(at);
  }
  if (at.isInvalid() || sources.getFileID(at) != sources.getMainFileID()) return std::nullopt;
  return files_.offset(sources, at);
}

std::optional<text_offset> context::end_offset(clang::SourceLocation at) const {
  const auto begin = offset(at);
  if (!begin) return std::nullopt;
  return *begin +
         clang::Lexer::MeasureTokenLength(sources.getSpellingLoc(at), sources, ast.getLangOpts());
}

std::string_view context::spelling(clang::SourceRange range) const {
  const auto begin = offset(range.getBegin());
  const auto end = end_offset(range.getEnd());
  if (!begin || !end || *end < *begin) return {};
  return original().substr(*begin, *end - *begin);
}

void context::error(const char* code, clang::SourceLocation at, const std::string& text) {
  reports_.report(severity::error, code, files_.place(sources, at), text);
}
void context::warning(const char* code, clang::SourceLocation at, const std::string& text) {
  reports_.report(severity::warning, code, files_.place(sources, at), text);
}
void context::remark(const char* code, clang::SourceLocation at, const std::string& text) {
  reports_.report(severity::remark, code, files_.place(sources, at), text);
}
void context::note(clang::SourceLocation at, const std::string& text) {
  reports_.report(severity::note, "", files_.place(sources, at), text);
}

position context::place(clang::SourceLocation at) const { return files_.place(sources, at); }

class_kind context::kind_of(const clang::CXXRecordDecl* record) const {
  if (record == nullptr) return class_kind::none;
  const auto found = kinds_.find(pattern_of(record));
  if (found != kinds_.end()) return found->second;
  // A specialisation without a mark of its own is not Mentat, even if its template is.
  return class_kind::none;
}

void context::mark(const clang::CXXRecordDecl* record, class_kind kind) {
  kinds_[pattern_of(record)] = kind;
}

bool context::is_injected(const clang::Decl* declaration) const {
  return is_inserted(declaration->getLocation());
}

bool context::is_inserted(clang::SourceLocation at) const {
  at = sources.getSpellingLoc(at);
  return at.isValid() && !files_.offset(sources, at);
}

bool context::is_whole_program(const clang::FunctionDecl* function) const {
  if (!function->isMain()) return false;
  const auto find = [&](const clang::DeclContext* in, const char* name) {
    return in->lookup(clang::DeclarationName(&ast.Idents.get(name)));
  };
  for (const clang::NamedDecl* outer : find(ast.getTranslationUnitDecl(), "mentat"))
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(outer))
      for (const clang::NamedDecl* inner : find(space, "runtime"))
        if (const auto* made = llvm::dyn_cast<clang::CXXRecordDecl>(inner))
          if (made->hasDefinition()) return false;
  return true;
}

bool context::is_serve(const clang::CXXMethodDecl* method) const {
  if (method == nullptr || method->isStatic() || method->getNumParams() != 0) return false;
  if (method->getIdentifier() == nullptr || method->getName() != "serve") return false;
  return method->getReturnType()->isVoidType() &&
         method->getDescribedFunctionTemplate() == nullptr &&
         method->getPrimaryTemplate() == nullptr && has_objects(kind_of(method->getParent()));
}

const select_mark* context::written_select(const clang::SwitchStmt* choice) const {
  const clang::SourceLocation at = choice->getSwitchLoc();
  if (at.isInvalid() || at.isMacroID()) return nullptr;
  const auto [id, offset] = sources.getDecomposedLoc(at);
  const source_file* main = id == sources.getMainFileID() ? files_.find(sources, id) : nullptr;
  return main == nullptr ? nullptr : main->lowered.select_at(offset);
}

const entry_mark* context::written_entry(const select_mark& select,
                                         const clang::CaseStmt* branch) const {
  const auto offset = sources.getDecomposedLoc(branch->getCaseLoc()).second;
  const auto found =
      std::ranges::lower_bound(select.entries, offset, {}, &entry_mark::case_lowered);
  return found == select.entries.end() || found->case_lowered != offset ? nullptr : &*found;
}

bool context::is_remote(const clang::CXXMethodDecl* method) const {
  if (method == nullptr) return false;
  if (method->getPrimaryTemplate() != nullptr || method->getDescribedFunctionTemplate() != nullptr)
    return false;
  method = pattern_of(method);
  if (method->isStatic() || method->isImplicit() || method->isOverloadedOperator() ||
      method->isDeleted())
    return false;
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(
          method))
    return false;
  return method->getAccess() == clang::AS_public &&
         kind_of(method->getParent()) != class_kind::none && !is_injected(method) &&
         !is_serve(method);
}

bool context::is_read(const clang::CXXMethodDecl* method) const {
  return method != nullptr && method->isConst() && is_remote(method) &&
         kind_of(method->getParent()) == class_kind::replicated;
}

const clang::CXXMethodDecl* context::root(const clang::CXXMethodDecl* method) const {
  method = pattern_of(method);
  for (bool found = true; found;) {
    found = false;
    for (const clang::CXXMethodDecl* above : method->overridden_methods()) {
      if (!is_remote(above)) continue;
      method = pattern_of(above);
      found = true;
      break;
    }
  }
  return method;
}

const clang::CXXMethodDecl* context::plain_overridden(const clang::CXXMethodDecl* method) const {
  for (const clang::CXXMethodDecl* above : method->overridden_methods()) {
    if (kind_of(above->getParent()) == class_kind::none) return above;
    if (const auto* further = plain_overridden(above)) return further;
  }
  return nullptr;
}

bool context::has_overloads(const clang::CXXMethodDecl* method) const {
  std::vector<const clang::CXXRecordDecl*> classes{method->getParent()};
  while (!classes.empty()) {
    const clang::CXXRecordDecl* record = classes.back()->getDefinition();
    classes.pop_back();
    if (record == nullptr) continue;
    for (const clang::NamedDecl* found : record->lookup(method->getDeclName()))
      if (const auto* other = llvm::dyn_cast<clang::CXXMethodDecl>(found);
          other != nullptr && other->getCanonicalDecl() != method && is_remote(other))
        return true;
    for (const clang::CXXBaseSpecifier& base : record->bases())
      if (const auto* above = base.getType()->getAsCXXRecordDecl()) classes.push_back(above);
  }
  return false;
}

std::string context::qualifiers(const clang::CXXMethodDecl* method) {
  std::string text;
  if (method->isConst()) text += " const";
  if (method->isVolatile()) text += " volatile";
  if (method->getRefQualifier() == clang::RQ_LValue) text += " &";
  if (method->getRefQualifier() == clang::RQ_RValue) text += " &&";
  return text;
}

std::string context::stem(const clang::CXXMethodDecl* method) const {
  method = root(method);
  std::string name = method->getNameAsString();
  if (!has_overloads(method)) return name;
  std::string types = qualifiers(method);
  std::erase(types, ' ');
  for (const clang::ParmVarDecl* parameter : method->parameters())
    types += "," + parameter->getType().getCanonicalType().getAsString();
  types += constraint_of(method);
  return name + "_" + hexadecimal(fnv1a_32(types), 8);
}

std::string context::scope_name(const clang::DeclContext* scope) const {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope))
    return impl_name(record) + "::";
  if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) {
    const std::string outer = scope_name(space->getParent());
    return space->isAnonymousNamespace() || space->isInline()
               ? outer
               : outer + space->getNameAsString() + "::";
  }
  return scope->getParent() == nullptr ? "::" : scope_name(scope->getParent());
}

std::string context::impl_name(const clang::CXXRecordDecl* record) const {
  std::string name = scope_name(record->getDeclContext()) + record->getNameAsString();
  if (kind_of(record) != class_kind::none) name += impl_suffix;
  return name + arguments_of(record);
}

std::string context::arguments_of(const clang::CXXRecordDecl* record) const {
  if (const auto* partial = llvm::dyn_cast<clang::ClassTemplatePartialSpecializationDecl>(record)) {
    std::string text;
    for (const clang::TemplateArgumentLoc& argument :
         partial->getTemplateArgsAsWritten()->arguments()) {
      const auto range = clang::CharSourceRange::getTokenRange(argument.getSourceRange());
      text += (text.empty() ? "" : ", ") +
              clang::Lexer::getSourceText(range, sources, ast.getLangOpts()).str();
    }
    return "<" + text + ">";
  }
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    return "<" + template_arguments(*this, special->getTemplateArgs().asArray()) + ">";
  if (const auto* described = record->getDescribedClassTemplate())
    return "<" + template_parameters(*described->getTemplateParameters()) + ">";
  return "";
}

std::optional<text_range> context::mark_words(text_offset class_key) const {
  const source_file* main = files_.find(sources, sources.getMainFileID());
  const class_mark* mark = main == nullptr ? nullptr : main->lowered.mark_in_original(class_key);
  if (mark == nullptr) return std::nullopt;
  return text_range{mark->begin, mark->class_key};
}

void context::remove_mark_words() {
  const source_file* main = files_.find(sources, sources.getMainFileID());
  if (main == nullptr) return;
  for (const class_mark& mark : main->lowered.marks) {
    const std::string_view words = original().substr(mark.begin, mark.class_key - mark.begin);
    changes.replace(mark.begin, mark.class_key,
                    std::string(static_cast<std::size_t>(std::ranges::count(words, '\n')), '\n'));
  }
}

class_kind context::written_kind(const clang::CXXRecordDecl* record) const {
  return mplc::written_kind(sources, files_, record);
}

std::string context::type_name(clang::QualType type) const {
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.FullyQualifiedName = true;
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  if (type->isDependentType()) return type.getAsString(policy);
  std::string name = clang::TypeName::getFullyQualifiedName(type, ast, policy, true);
  // The text after the word may have no meaning elsewhere.
  const bool is_deduced = name.find("decltype(") != std::string::npos;
  return is_deduced
             ? clang::TypeName::getFullyQualifiedName(type.getCanonicalType(), ast, policy, true)
             : name;
}

const clang::CXXMemberCallExpr* context::mentat_call(const clang::Expr* expression) const {
  if (expression == nullptr) return nullptr;
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(
      const_cast<clang::Expr*>(expression)->IgnoreUnlessSpelledInSource());
  if (call == nullptr || !is_remote(call->getMethodDecl()) || is_read(call->getMethodDecl()))
    return nullptr;
  const clang::Expr* object = call->getImplicitObjectArgument()->IgnoreParenImpCasts();
  if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(object);
      star != nullptr && star->getOpcode() == clang::UO_Deref)
    object = star->getSubExpr()->IgnoreParenImpCasts();
  return llvm::isa<clang::CXXThisExpr>(object) ? nullptr : call;
}

bool context::is_rtf(const clang::Expr* expression) const {
  const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(expression);
  return call != nullptr && calls_function_of_mentat(call, "rtf");
}

context::space_operation context::space_operation_of(const clang::Stmt* statement) const {
  static constexpr std::array<space_operation, 11> known{{{"out"},
                                                          {"eval"},
                                                          {"in"},
                                                          {"rd"},
                                                          {"inp"},
                                                          {"rdp"},
                                                          {"rd_all"},
                                                          {"count"},
                                                          {"in_some", 1},
                                                          {"in_for", 1},
                                                          {"rd_for", 1}}};
  const auto* call = llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(statement);
  const clang::CXXMethodDecl* method = call == nullptr ? nullptr : call->getMethodDecl();
  if (method == nullptr || method->getIdentifier() == nullptr ||
      method->getParent()->getQualifiedNameAsString() != "mentat::space")
    return {};
  const std::string_view name = method->getName();
  const auto found = std::ranges::find(known, name, &space_operation::name);
  return found == known.end() ? space_operation{} : *found;
}

bool context::is_tuple_put(const clang::Expr* expression) const {
  return space_operation_of(expression).puts();
}

bool context::calls_members_for_program(const clang::CallExpr* call) const {
  static constexpr std::array<llvm::StringRef, 3> functions{"map", "map_reduce", "reduce"};
  if (const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()))
    return method->getParent()->getName() == "group" && is_in_namespace_mentat(method->getParent());
  return std::ranges::any_of(
      functions, [&](llvm::StringRef name) { return calls_function_of_mentat(call, name); });
}

const clang::CallExpr* context::guard_call(const clang::Stmt* statement) const {
  const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
  if (expression == nullptr) return nullptr;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression->IgnoreImplicit());
  return call != nullptr && call->getNumArgs() == 1 && calls_function_of_mentat(call, "guard")
             ? call
             : nullptr;
}

const clang::CallExpr* context::guard_of(const clang::FunctionDecl* function) const {
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
  return body == nullptr || body->body_empty() ? nullptr : guard_call(body->body_front());
}

bool context::calls_function_of_mentat(const clang::CallExpr* call, llvm::StringRef wanted) const {
  if (const clang::FunctionDecl* function = call->getDirectCallee())
    return function->getIdentifier() != nullptr && function->getName() == wanted &&
           is_in_namespace_mentat(function);
  // If arguments depend on a template parameter, the name is not looked up completely.
  const auto* name =
      llvm::dyn_cast<clang::UnresolvedLookupExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (name == nullptr || !name->getName().isIdentifier() || name->getName().getAsString() != wanted)
    return false;
  for (const clang::NamedDecl* found : name->decls())
    if (!is_in_namespace_mentat(found->getUnderlyingDecl())) return false;
  return name->getNumDecls() != 0;
}

}  // namespace mentat::mplc
