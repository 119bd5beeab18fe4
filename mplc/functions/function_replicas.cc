#include "mplc/functions/function_replicas.h"

#include <map>

#include "mplc/functions/function_types.h"

namespace mentat::mplc {
namespace {

bool is_library(const clang::Decl* declaration) {
  const clang::DeclContext* scope = declaration->getDeclContext()->getRedeclContext();
  return scope->isTranslationUnit() || scope->isStdNamespace();
}

// The state of a process on which a function of the C or C++ library depends; empty for most.
std::string own_by_name(const clang::FunctionDecl* function) {
  static const std::map<llvm::StringRef, const char*> known{{"rand", "a random number"},
                                                            {"random", "a random number"},
                                                            {"drand48", "a random number"},
                                                            {"lrand48", "a random number"},
                                                            {"mrand48", "a random number"},
                                                            {"arc4random", "a random number"},
                                                            {"getrandom", "a random number"},
                                                            {"getentropy", "a random number"},
                                                            {"time", "a clock"},
                                                            {"clock", "a clock"},
                                                            {"clock_gettime", "a clock"},
                                                            {"gettimeofday", "a clock"},
                                                            {"timespec_get", "a clock"},
                                                            {"getenv", "the environment"},
                                                            {"secure_getenv", "the environment"},
                                                            {"setenv", "the environment"},
                                                            {"putenv", "the environment"},
                                                            {"fopen", "a file"},
                                                            {"freopen", "a file"},
                                                            {"tmpfile", "a file"},
                                                            {"open", "a file"},
                                                            {"openat", "a file"},
                                                            {"creat", "a file"},
                                                            {"read", "a file"},
                                                            {"write", "a file"},
                                                            {"stat", "a file"},
                                                            {"opendir", "a file"},
                                                            {"remove", "a file"},
                                                            {"rename", "a file"},
                                                            {"printf", "a file"},
                                                            {"puts", "a file"},
                                                            {"putchar", "a file"},
                                                            {"getchar", "a file"},
                                                            {"scanf", "a file"},
                                                            {"getcwd", "the process"},
                                                            {"system", "the process"},
                                                            {"popen", "the process"},
                                                            {"getpid", "the process"},
                                                            {"getppid", "the process"},
                                                            {"gethostname", "the host"},
                                                            {"sysconf", "the host"},
                                                            {"gettid", "the thread"},
                                                            {"pthread_self", "the thread"},
                                                            {"sched_getcpu", "the thread"}};
  if (function->getIdentifier() == nullptr) return "";
  if (is_library(function)) {
    const auto found = known.find(function->getName());
    if (found != known.end()) return found->second;
  }
  const std::string full = function->getQualifiedNameAsString();
  if (full == "std::this_thread::get_id") return "the thread";
  if (full == "std::thread::hardware_concurrency") return "the host";
  if (full.starts_with("std::filesystem::") && !llvm::isa<clang::CXXMethodDecl>(function))
    return "a file";
  const bool is_now = function->getName() == "now" && full.starts_with("std::chrono::");
  return is_now ? "a clock" : "";
}

bool is_of_std(const clang::CXXRecordDecl* record, std::initializer_list<llvm::StringRef> names) {
  return record != nullptr &&
         llvm::any_of(names, [&](llvm::StringRef name) { return types::is_std(record, name); });
}

bool has_no_order(clang::QualType type) {
  return is_of_std(types::record_of(type.getNonReferenceType()),
                   {"unordered_map", "unordered_set", "unordered_multimap", "unordered_multiset"});
}

// A variable of the function itself has been filled in the same way in each process.
bool is_own_variable(const clang::Expr* value) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(value->IgnoreParenImpCasts());
  const auto* variable =
      name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  return variable != nullptr && variable->hasLocalStorage() &&
         !llvm::isa<clang::ParmVarDecl>(variable) && !variable->getType()->isReferenceType();
}

std::string in_quotes(const clang::NamedDecl* of) { return "'" + of->getNameAsString() + "'"; }

// Whether the object of a cast that may remove const is reached through `this`.
bool is_reached_through_this(const clang::Expr* value) {
  for (;;) {
    value = value->IgnoreParenImpCasts();
    if (llvm::isa<clang::CXXThisExpr>(value)) return true;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(value))
      value = member->getBase();
    else if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(value))
      value = operation->getSubExpr();
    else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(value))
      value = subscript->getBase();
    else
      return false;
  }
}

}  // namespace

void replica_scan::run() {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_);
  if (method == nullptr || method->isStatic() || !has_state(x_.kind_of(method->getParent())))
    return;
  is_durable_ = x_.kind_of(method->getParent()) == class_kind::durable;
  std::vector<finding> found;
  visited_.insert(function_->getCanonicalDecl());
  find(tree_, found);
  const bool writes = !method->isConst();
  std::set<std::pair<unsigned, bool>> reported;
  for (const finding& one : found)
    if (reported.insert({one.at.getRawEncoding(), one.is_forbidden}).second) report(one, writes);
  if (!writes) check_casts();
}

void replica_scan::find(const function_tree& tree, std::vector<finding>& found) {
  for (node_index i = 0; i < tree.size(); ++i) {
    const clang::Stmt* part = tree[i];
    if (std::string what = forbidden(part); !what.empty()) {
      found.push_back({part->getBeginLoc(), std::move(what), true});
      continue;
    }
    if (std::string what = own_of_process(tree, i); !what.empty())
      found.push_back({part->getBeginLoc(), std::move(what), false});
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part))
      if (const clang::FunctionDecl* callee = call->getDirectCallee())
        find_in_callee(call, callee, found);
  }
}

void replica_scan::find_in_callee(const clang::Expr* call, const clang::FunctionDecl* callee,
                                  std::vector<finding>& found) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee->hasBody(definition) || !x_.in_main_file(definition->getLocation())) return;
  // Functions of a replicated class are looked into themselves; those of others are calls.
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method != nullptr && !method->isStatic() &&
      x_.kind_of(method->getParent()) != class_kind::none)
    return;
  if (!visited_.insert(definition->getCanonicalDecl()).second) return;
  std::vector<finding> inner;
  find(function_tree(definition), inner);
  for (finding& one : inner) {
    one.at = call->getExprLoc();
    if (one.by_way_of.empty()) one.by_way_of = in_quotes(callee);
    found.push_back(std::move(one));
  }
}

void replica_scan::report(const finding& one, bool writes) const {
  const auto* method = llvm::cast<clang::CXXMethodDecl>(function_);
  const std::string name =
      llvm::isa<clang::CXXConstructorDecl>(method) ? "the constructor" : in_quotes(method);
  const std::string where = one.by_way_of.empty() ? "" : ", in " + one.by_way_of;
  const std::string who = name + " of " + word_of(x_.kind_of(method->getParent())) + " class " +
                          in_quotes(method->getParent()) + " ";
  if (is_durable_) {
    if (one.is_forbidden)
      x_.error("E1015", one.at,
               who + one.what + where +
                   "; a durable object cannot do that yet: its functions use its data and the "
                   "arguments alone");
    return;
  }
  if (one.is_forbidden)
    x_.error("E0902", one.at,
             who + one.what + where +
                 "; it may run on several copies and may use the object's data and the arguments "
                 "alone");
  else if (writes)
    x_.warning("W0906", one.at,
               who + "uses " + one.what + where +
                   ", which differs between processes, and so would the copies of the object; "
                   "give the value as an argument");
}

std::string replica_scan::forbidden(const clang::Stmt* part) const {
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(part))
    return x_.written_select(choice) != nullptr ? "has mselect" : "";
  const auto* call = llvm::dyn_cast<clang::CallExpr>(part);
  const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  if (callee == nullptr || callee->getIdentifier() == nullptr) return "";
  if (const auto* through = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const clang::CXXMethodDecl* method = through->getMethodDecl();
    const clang::CXXRecordDecl* of = method->getParent();
    if (!x_.space_operation_of(part).name.empty()) return "uses a space";
    const bool makes =
        x_.is_injected(method) && (method->getName() == "create" || method->getName() == "destroy");
    if (x_.kind_of(of) != class_kind::none && makes) return "creates or destroys a Mentat object";
    const clang::Expr* object = through->getImplicitObjectArgument()->IgnoreParenImpCasts();
    if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(object);
        star != nullptr && star->getOpcode() == clang::UO_Deref)
      object = star->getSubExpr()->IgnoreParenImpCasts();
    const bool own = llvm::isa<clang::CXXThisExpr>(object);
    return x_.is_remote(method) && !own ? "calls " + in_quotes(method) + " of another Mentat object"
                                        : "";
  }
  const std::string full = callee->getQualifiedNameAsString();
  if (full == "mentat::create" || full == "mentat::destroy")
    return "creates or destroys a Mentat object";
  if (is_durable_ && full == "mentat::self") return "names itself";
  if (is_durable_ && full == "mentat::guard") return "has a guard";
  return full == "mentat::force" ? "waits for delayed values" : "";
}

std::string replica_scan::own_of_process(const function_tree& tree, node_index at) const {
  const clang::Stmt* part = tree[at];
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable == nullptr || !variable->hasGlobalStorage() || variable->isConstexpr() ||
        variable->getType().isConstQualified() || x_.is_inserted(variable->getLocation()))
      return "";
    return "the variable " + in_quotes(variable);
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl());
    return variable != nullptr && !variable->getType().isConstQualified()
               ? "the variable " + in_quotes(variable)
               : "";
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr) return "";
    if (const std::string what = own_by_name(callee); !what.empty())
      return what + " (" + in_quotes(callee) + ")";
    const auto* through = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    const bool begins = through != nullptr && callee->getIdentifier() != nullptr &&
                        (callee->getName() == "begin" || callee->getName() == "cbegin");
    if (begins && has_no_order(through->getObjectType()) &&
        !is_own_variable(through->getImplicitObjectArgument()))
      return "the order of an unordered container";
    return "";
  }
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(part))
    return loop->getRangeInit() != nullptr && has_no_order(loop->getRangeInit()->getType()) &&
                   !is_own_variable(loop->getRangeInit())
               ? "the order of an unordered container"
               : "";
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(part)) {
    const clang::CXXRecordDecl* of = made->getConstructor()->getParent();
    if (is_of_std(of, {"random_device"})) return "a random number ('std::random_device')";
    return is_of_std(of, {"basic_ifstream", "basic_ofstream", "basic_fstream"}) ? "a file" : "";
  }
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(part);
  return cast != nullptr && cast->getCastKind() == clang::CK_PointerToIntegral
             ? "an address as a number"
             : "";
}

void replica_scan::report_cast(const clang::ExplicitCastExpr* cast) const {
  const std::string of = in_quotes(llvm::cast<clang::CXXMethodDecl>(function_)->getParent());
  if (is_durable_)
    return x_.error("E1004", cast->getBeginLoc(),
                    "this cast takes 'const' from the data of durable class " + of +
                        "; a const function makes no record, so its change would be lost");
  x_.error("E0903", cast->getBeginLoc(),
           "this cast takes 'const' from the data of replicated class " + of +
               "; a const function reads the copy of one process, and the other copies would "
               "not have its change");
}

void replica_scan::check_casts() const {
  for (node_index i = 0; i < tree_.size(); ++i) {
    const auto* cast = tree_.as<clang::ExplicitCastExpr>(i);
    if (cast == nullptr || !is_reached_through_this(cast->getSubExpr())) continue;
    const auto under = [](clang::QualType type) {
      return type->isPointerType() ? type->getPointeeType() : type.getNonReferenceType();
    };
    const clang::QualType from = under(cast->getSubExpr()->IgnoreParenImpCasts()->getType());
    const clang::QualType to = under(cast->getTypeAsWritten());
    const bool leads_there =
        cast->getTypeAsWritten()->isPointerType() || cast->getTypeAsWritten()->isReferenceType();
    if (leads_there && from.isConstQualified() && !to.isConstQualified()) report_cast(cast);
  }
}

}  // namespace mentat::mplc
