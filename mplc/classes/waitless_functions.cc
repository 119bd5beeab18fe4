#include "mplc/classes/waitless_functions.h"

#include <algorithm>

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "mplc/tree/view_types.h"

namespace mentat::mplc {
namespace {

std::string in_quotes(const clang::NamedDecl* of) { return "'" + of->getNameAsString() + "'"; }

// Classes of the standard library that wait, call a function of the program that their type does
// not name, or end what others still have.
bool may_wait_in_library(llvm::StringRef name) {
  static const llvm::StringSet<> all{"any",
                                     "atomic",
                                     "atomic_flag",
                                     "atomic_ref",
                                     "barrier",
                                     "basic_filebuf",
                                     "basic_fstream",
                                     "basic_ifstream",
                                     "basic_istream",
                                     "basic_ofstream",
                                     "basic_ostream",
                                     "basic_streambuf",
                                     "condition_variable",
                                     "condition_variable_any",
                                     "counting_semaphore",
                                     "function",
                                     "future",
                                     "jthread",
                                     "latch",
                                     "lock_guard",
                                     "move_only_function",
                                     "mutex",
                                     "packaged_task",
                                     "polymorphic_allocator",
                                     "promise",
                                     "recursive_mutex",
                                     "recursive_timed_mutex",
                                     "reference_wrapper",
                                     "scoped_lock",
                                     "shared_future",
                                     "shared_lock",
                                     "shared_mutex",
                                     "shared_ptr",
                                     "shared_timed_mutex",
                                     "thread",
                                     "timed_mutex",
                                     "unique_lock",
                                     "weak_ptr"};
  return all.contains(name);
}

// Containers that compare or hash their elements.
bool has_keys(llvm::StringRef name) {
  return name.contains("map") || name.contains("set") || name == "priority_queue";
}

// C functions that compute, by their header.
bool is_computing_header(llvm::StringRef path) {
  static const llvm::StringSet<> all{"math.h", "mathcalls.h", "string.h", "ctype.h", "complex.h"};
  return all.contains(llvm::sys::path::filename(path));
}

bool is_number(clang::QualType type) { return type->isArithmeticType() || type->isEnumeralType(); }

// Member functions of containers that compare their elements, with operators of the program.
bool compares_elements(const clang::CXXMethodDecl* method) {
  static const llvm::StringSet<> all{"merge", "remove", "sort", "unique"};
  if (method->getIdentifier() == nullptr || method->getParent()->getIdentifier() == nullptr)
    return false;
  return method->getParent()->getName().ends_with("list") && all.contains(method->getName());
}

// Functions that the compiler knows, under a name of their own.
bool is_computing_builtin(const clang::Builtin::Context& all, unsigned id) {
  if (all.isConst(id) || all.isInStdNamespace(id)) return true;
  const llvm::StringRef name = all.getName(id);
  return name.starts_with("__builtin_") && !name.contains("jmp") && !name.contains("print") &&
         !name.contains("put") && !name.contains("scan");
}

// Waits, or starts something that does.
bool is_waiting_function(const clang::FunctionDecl* function) {
  const std::string full = function->getQualifiedNameAsString();
  return full.starts_with("std::this_thread::") || full.starts_with("std::filesystem::") ||
         full == "std::async" || full == "std::call_once" || full == "std::lock";
}

}  // namespace

std::string waitless_functions::why_it_may_wait(const clang::CXXMethodDecl* method) {
  steps_ = 0;
  judged_.clear();
  if (method->isVirtual()) return "it is virtual";
  if (method->isDependentContext()) return "its class is a template";
  const clang::FunctionDecl* definition = nullptr;
  if (!method->hasBody(definition) || !x_.in_main_file(definition->getLocation()))
    return "its body is not in this file";
  if (std::string why = of_object(method->getParent()->getDefinition()); !why.empty()) return why;
  for (const clang::ParmVarDecl* parameter : definition->parameters())
    if (!is_harmless(parameter->getType()))
      return "copies of its parameter " + in_quotes(parameter) + " may wait";
  if (!is_harmless(definition->getReturnType())) return "copies of its result may wait";
  judged_[definition->getCanonicalDecl()];
  return of_body(definition);
}

// Each call makes an object of its own.
std::string waitless_functions::of_object(const clang::CXXRecordDecl* record) {
  for (const clang::CXXConstructorDecl* one : record->ctors())
    if (one->isDefaultConstructor() && one->isUserProvided())
      if (std::string why = of_function(one); !why.empty()) return why;
  for (const clang::FieldDecl* field : record->fields()) {
    if (!is_harmless(field->getType())) return "its data member " + in_quotes(field) + " may wait";
    if (std::string why = of_part(field->getInClassInitializer()); !why.empty()) return why;
    const clang::CXXRecordDecl* of =
        x_.ast.getBaseElementType(field->getType())->getAsCXXRecordDecl();
    if (of == nullptr || field->hasInClassInitializer()) continue;
    const std::string why = is_in_system(of) ? of_argument(field->getType()) : of_object(of);
    if (!why.empty()) return why;
  }
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const clang::CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl();
    if (of == nullptr || !of->hasDefinition()) return "its class has a base";
    if (std::string why = of_object(of->getDefinition()); !why.empty()) return why;
  }
  const clang::CXXDestructorDecl* end = record->getDestructor();
  return end != nullptr && end->isUserProvided() ? of_function(end) : "";
}

std::string waitless_functions::of_body(const clang::FunctionDecl* definition) {
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
    for (const clang::CXXCtorInitializer* one : constructor->inits())
      if (std::string why = of_part(one->getInit()); !why.empty()) return why;
  return of_part(definition->getBody());
}

std::string waitless_functions::of_children(const clang::Stmt* part) {
  for (const clang::Stmt* child : part->children())
    if (std::string why = of_part(child); !why.empty()) return why;
  return "";
}

std::string waitless_functions::of_part(const clang::Stmt* part) {
  if (part == nullptr) return "";
  if (++steps_ > most_steps) return "it is too long to be judged";
  const auto* value = llvm::dyn_cast<clang::Expr>(part);
  if (value != nullptr && value->getType().isNull()) return "it has an error";
  if (value != nullptr && value->getType().isVolatileQualified())
    return "it uses a volatile value, for which it may wait";
  std::string why;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable != nullptr && variable->getTLSKind() == clang::VarDecl::TLS_Dynamic)
      return "it uses " + in_quotes(variable) + ", which each thread initialises";
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
    return function == nullptr ? "" : of_function(function);
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
    why = of_call(call);
  } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(part)) {
    why = of_function(made->getConstructor());
    if (why.empty()) why = of_end(made->getType());
  } else if (const auto* inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(part)) {
    why = of_function(inherited->getConstructor());
  } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(part)) {
    why = of_declaration(declaration);
  } else if (const auto* fresh = llvm::dyn_cast<clang::CXXNewExpr>(part)) {
    if (!is_harmless(fresh->getAllocatedType()) || !is_in_system(fresh->getOperatorNew()))
      why = "it uses new";
  } else if (llvm::isa<clang::CXXDeleteExpr>(part)) {
    why = "it uses delete";
  } else if (const auto* fallback = llvm::dyn_cast<clang::CXXDefaultArgExpr>(part)) {
    return of_part(fallback->getExpr());
  } else if (const auto* field = llvm::dyn_cast<clang::CXXDefaultInitExpr>(part)) {
    return of_part(field->getExpr());
  } else if (llvm::isa<clang::GCCAsmStmt, clang::CoroutineBodyStmt, clang::CoroutineSuspendExpr,
                       clang::AtomicExpr>(part)) {
    why = "it has what mplc does not judge";
  }
  return why.empty() ? of_children(part) : why;
}

std::string waitless_functions::of_declaration(const clang::DeclStmt* declaration) {
  for (const clang::Decl* one : declaration->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    if (variable == nullptr) continue;
    if (variable->isStaticLocal() && !variable->isConstexpr())
      return "its static variable " + in_quotes(variable) + " is initialised by one call";
    if (std::string why = of_end(variable->getType()); !why.empty()) return why;
    if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable))
      for (const clang::BindingDecl* part : parts->bindings())
        if (const clang::VarDecl* held = part->getHoldingVar(); held != nullptr)
          if (std::string why = of_part(held->getInit()); !why.empty()) return why;
  }
  return "";
}

std::string waitless_functions::of_end(clang::QualType type) {
  if (type->isReferenceType() || type.isDestructedType() == clang::QualType::DK_none) return "";
  const clang::CXXRecordDecl* record = x_.ast.getBaseElementType(type)->getAsCXXRecordDecl();
  if (record == nullptr || is_harmless_record(record)) return "";
  const clang::CXXDestructorDecl* end = record->getDestructor();
  if (end == nullptr || !end->isUserProvided() || is_in_system(end))
    return "values of type " + in_quotes(record) + " may wait";
  for (const clang::FieldDecl* field : record->fields())
    if (!is_harmless(field->getType())) return "values of type " + in_quotes(record) + " may wait";
  return record->getNumBases() != 0 ? "values of type " + in_quotes(record) + " may wait"
                                    : of_function(end);
}

std::string waitless_functions::of_call(const clang::CallExpr* call) {
  if (x_.is_rtf(call)) return "";
  if (x_.mentat_call(call) == call) return "it makes a Mentat call";
  if (llvm::isa<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens())) return "";
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return callee == nullptr ? "it calls through a pointer" : of_function(callee);
}

std::string waitless_functions::of_function(const clang::FunctionDecl* function) {
  if (++steps_ > most_steps) return "it is too long to be judged";
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method != nullptr && method->isVirtual() && !llvm::isa<clang::CXXDestructorDecl>(method))
    return "it calls " + in_quotes(function) + ", which is virtual";
  const std::string full = function->getQualifiedNameAsString();
  if (method != nullptr && is_mentat_buffer(x_.ast.getRecordType(method->getParent()))) return "";
  if (llvm::isa<clang::CXXConstructorDecl>(function) && x_.is_injected(function) &&
      x_.kind_of(method->getParent()) == class_kind::regular)
    return "";  // of a variable, through which functions are called
  if (full == "mentat::rtf" || full == "mentat::expect") return "";
  if (full.starts_with("mentat::") || x_.is_inserted(function->getLocation()) ||
      x_.is_injected(function))
    return "it uses " + in_quotes(function) + " of Mentat";
  if (method != nullptr && x_.kind_of(method->getParent()) != class_kind::none &&
      x_.kind_of(method->getParent()) != class_kind::regular)
    return "it uses an object of class " + in_quotes(method->getParent());
  const clang::FunctionDecl* definition = nullptr;
  const bool has_body = function->hasBody(definition);
  if (has_body && x_.in_main_file(definition->getLocation())) return of_definition(definition);
  if (function->getBuiltinID() != 0 || is_in_system(function)) return of_system_function(function);
  if (function->isTrivial()) return "";
  // What the compiler writes calls functions of members and bases.
  if (has_body && definition->isDefaulted()) return of_definition(definition);
  return "it calls " + in_quotes(function) + ", whose body is not in this file";
}

std::string waitless_functions::of_definition(const clang::FunctionDecl* definition) {
  if (definition->isDependentContext()) return "it calls a template";
  const auto [at, is_new] = judged_.try_emplace(definition->getCanonicalDecl());
  if (is_new) at->second = of_body(definition);
  return at->second;
}

std::string waitless_functions::of_system_function(const clang::FunctionDecl* function) {
  const std::string waits = "it calls " + in_quotes(function) + ", which may wait";
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const clang::DeclContext* scope = function->getDeclContext()->getRedeclContext();
  const unsigned builtin = function->getBuiltinID();
  if (function->isNoReturn() && builtin != clang::Builtin::BI__builtin_unreachable)
    return "it calls " + in_quotes(function) + ", which does not return";
  if (builtin != 0 && is_computing_builtin(x_.ast.BuiltinInfo, builtin)) return "";
  if (scope->isTranslationUnit()) {
    const clang::SourceLocation at = x_.sources.getExpansionLoc(function->getLocation());
    return is_computing_header(x_.sources.getFilename(at)) ? "" : waits;
  }
  if (is_waiting_function(function)) return waits;
  if (method != nullptr && !is_harmless_record(method->getParent())) return waits;
  const bool is_function = method == nullptr || method->getOverloadedOperator() == clang::OO_Call;
  if (is_function && uses_own_types(function)) return waits;
  if (method != nullptr && compares_elements(method) &&
      is_own_type(x_.ast.getRecordType(method->getParent())))
    return waits;
  if (method != nullptr)
    if (std::string why = of_argument(x_.ast.getRecordType(method->getParent())); !why.empty())
      return why;
  if (const auto* arguments = function->getTemplateSpecializationArgs(); arguments != nullptr) {
    if (!are_harmless(arguments->asArray())) return waits;
    if (std::string why = of_arguments(arguments->asArray()); !why.empty()) return why;
  }
  const bool harmless = std::ranges::all_of(
      function->parameters(), [this](const auto* one) { return is_harmless(one->getType()); });
  return harmless && is_harmless(function->getReturnType()) ? "" : waits;
}

// The library may find operators of the program for its types.
bool waitless_functions::uses_own_types(const clang::FunctionDecl* function) const {
  static const llvm::StringSet<> only_hand_on{"as_const", "begin", "cbegin", "cend",
                                              "data",     "empty", "end",    "forward",
                                              "get",      "move",  "size",   "swap"};
  if (function->getIdentifier() != nullptr && only_hand_on.contains(function->getName()))
    return false;
  return std::ranges::any_of(function->parameters(),
                             [&](const auto* one) { return is_own_type(one->getType()); });
}

bool waitless_functions::is_own_type(clang::QualType type) const {
  type = type.getNonReferenceType();
  if (type->isPointerType()) return is_own_type(type->getPointeeType());
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return type->isEnumeralType();
  if (record->isLambda()) return false;
  if (!is_in_system(record)) return true;
  const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  return made != nullptr && std::ranges::any_of(made->getTemplateArgs().asArray(), [&](auto& of) {
           return of.getKind() == clang::TemplateArgument::Type && is_own_type(of.getAsType());
         });
}

// The library may call each function of a type that it gets as an argument of a template.
std::string waitless_functions::of_argument(clang::QualType type) {
  if (++steps_ > most_steps) return "it is too long to be judged";
  type = x_.ast.getBaseElementType(type.getCanonicalType().getNonReferenceType());
  if (type->isPointerType()) return of_argument(type->getPointeeType());
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || is_mentat_buffer(type) || x_.kind_of(record) != class_kind::none)
    return "";
  if (record->isLambda()) return of_lambda(record);
  if (const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    if (std::string why = of_arguments(made->getTemplateArgs().asArray()); !why.empty()) return why;
  if (is_in_system(record) || !record->hasDefinition()) return "";
  record = record->getDefinition();
  if (!judged_.try_emplace(record).second) return judged_[record];
  std::string why;
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (why.empty()) why = of_argument(base.getType());
  for (const clang::Decl* one : record->decls()) {
    if (!why.empty()) break;
    if (llvm::isa<clang::FunctionTemplateDecl>(one))
      why = "it uses " + in_quotes(record) + ", which has a template";
    const auto* function = llvm::dyn_cast<clang::CXXMethodDecl>(one);
    if (function != nullptr && function->isUserProvided()) why = of_function(function);
  }
  return judged_[record] = why;
}

std::string waitless_functions::of_arguments(llvm::ArrayRef<clang::TemplateArgument> all) {
  for (const clang::TemplateArgument& one : all) {
    std::string why;
    if (one.getKind() == clang::TemplateArgument::Pack) why = of_arguments(one.getPackAsArray());
    if (one.getKind() == clang::TemplateArgument::Type) why = of_argument(one.getAsType());
    if (!why.empty()) return why;
  }
  return "";
}

std::string waitless_functions::of_lambda(const clang::CXXRecordDecl* record) {
  // In a function that is judged it is a part of that.
  for (const clang::DeclContext* at = record->getDeclContext(); at != nullptr; at = at->getParent())
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(at))
      if (judged_.contains(function->getCanonicalDecl())) return "";
  return of_function(record->getLambdaCallOperator());
}

bool waitless_functions::is_in_system(const clang::Decl* declaration) const {
  return declaration != nullptr && (declaration->getLocation().isInvalid() ||
                                    x_.sources.isInSystemHeader(declaration->getLocation()));
}

bool waitless_functions::is_harmless(clang::QualType type) {
  if (++steps_ > most_steps || type.isNull() || type->isDependentType()) return false;
  type = type.getCanonicalType().getNonReferenceType();
  if (type->isVoidType() || type->isNullPtrType() || is_number(type)) return true;
  if (type->isPointerType()) return is_harmless(type->getPointeeType());
  if (const auto* array = type->getAsArrayTypeUnsafe()) return is_harmless(array->getElementType());
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && is_harmless_record(record);
}

bool waitless_functions::is_harmless_record(const clang::CXXRecordDecl* record) {
  if (record->isLambda()) return true;  // of_lambda() judges its body
  if (is_mentat_buffer(x_.ast.getRecordType(record))) return true;
  if (x_.kind_of(record) != class_kind::none) return x_.kind_of(record) == class_kind::regular;
  if (is_in_system(record)) {
    if (record->getIdentifier() != nullptr &&
        (may_wait_in_library(record->getName()) || record->getName().starts_with("__atomic")))
      return false;
    const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (made == nullptr) return true;
    const auto arguments = made->getTemplateArgs().asArray();
    const bool compares = record->getIdentifier() != nullptr && has_keys(record->getName());
    const auto is_own = [this](const clang::TemplateArgument& one) {
      if (one.getKind() != clang::TemplateArgument::Type) return false;
      const clang::CXXRecordDecl* of = one.getAsType()->getAsCXXRecordDecl();
      return of != nullptr && !is_in_system(of);
    };
    return !(compares && std::ranges::any_of(arguments, is_own)) && are_harmless(arguments);
  }
  if (!record->hasDefinition()) return false;
  record = record->getDefinition();
  if (record->getQualifiedNameAsString().starts_with("mentat::")) return false;
  return record->isTriviallyCopyable() && !record->isPolymorphic() &&
         std::ranges::all_of(record->fields(), [this](const clang::FieldDecl* field) {
           return field->getType()->isPointerType() || is_harmless(field->getType());
         });
}

bool waitless_functions::are_harmless(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  return std::ranges::all_of(arguments, [this](const clang::TemplateArgument& one) {
    switch (one.getKind()) {
      case clang::TemplateArgument::Pack:
        return are_harmless(one.getPackAsArray());
      case clang::TemplateArgument::Type:
        return is_harmless(one.getAsType());
      case clang::TemplateArgument::Declaration:  // perhaps a function
        return false;
      default:
        return true;
    }
  });
}

}  // namespace mentat::mplc
