// One function: scan, settle, ask control flow, decide, report, edit.

#include "mplc/functions/translate_function.h"

#include "mplc/emit/function_emit.h"
#include "mplc/emit/select_emit.h"
#include "mplc/functions/function_calls.h"
#include "mplc/functions/function_const.h"
#include "mplc/functions/function_copies.h"
#include "mplc/functions/function_explained.h"
#include "mplc/functions/function_flow.h"
#include "mplc/functions/function_guards.h"
#include "mplc/functions/function_moves.h"
#include "mplc/functions/function_names.h"
#include "mplc/functions/function_order.h"
#include "mplc/functions/function_plan.h"
#include "mplc/functions/function_replicas.h"
#include "mplc/functions/function_selects.h"
#include "mplc/functions/function_spaces.h"
#include "mplc/functions/function_uses.h"
#include "mplc/functions/function_views.h"
#include "mplc/text/emitted_names.h"

namespace mentat::mplc {
namespace {

// Whether a persistent variable of the function is used before anything can have bound it (simple
// cases: everything counts as binding that is not a call through it).
class binding_check {
 public:
  explicit binding_check(scan_base& scan) : scan_(scan) {}

  void run() {
    for (const auto& [variable, at] : scan_.declared)
      if (is_unbound(variable)) check(variable, at);
  }

 private:
  [[nodiscard]] bool is_unbound(const clang::VarDecl* variable) const {
    if (!variable->hasLocalStorage() || variable->getType()->isReferenceType()) return false;
    if (!has_objects(scan_.x.kind_of(variable->getType()->getAsCXXRecordDecl()))) return false;
    const clang::Expr* value = variable->getInit();
    if (value == nullptr) return true;
    const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(value->IgnoreImplicit());
    if (construct == nullptr || construct->isListInitialization()) return false;
    return std::ranges::all_of(construct->arguments(), [](const clang::Expr* argument) {
      return llvm::isa<clang::CXXDefaultArgExpr>(argument);
    });
  }

  void check(const clang::VarDecl* variable, node_index declared) const {
    const call_facts* first = nullptr;
    std::vector<node_index> others;
    for (const node_index i : scan_.names_of(variable)) {
      if (i < declared) continue;
      const call_facts* call = call_through(i);
      if (call == nullptr)
        others.push_back(i);
      else if (first == nullptr)
        first = call;
    }
    if (first == nullptr || first->unit != scan_.tree.unit(declared)) return;
    for (const node_index other : others)
      if (other < first->node || in_one_loop(other, first->node, declared)) return;
    scan_.x.warning("W0405", first->where,
                    "persistent variable '" + variable->getNameAsString() +
                        "' is not bound to an object here; create one with mentat::create(" +
                        variable->getNameAsString() + ")");
  }

  // The call whose object is the variable itself.
  [[nodiscard]] const call_facts* call_through(node_index at) const {
    node_index child = at;
    const node_index member = scan_.above(at, child);
    if (scan_.tree.as<clang::MemberExpr>(member) == nullptr) return nullptr;
    const node_index up = scan_.tree.parent(member);
    const auto found = facts_in(scan_.facts.calls, {up, up + 1});
    return found.empty() || found.front().is_copy ? nullptr : &found.front();
  }

  [[nodiscard]] bool in_one_loop(node_index one, node_index other, node_index declared) const {
    for (node_index up = one; up != nothing; up = scan_.tree.parent(up))
      if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
              scan_.tree[up]) &&
          scan_.tree.range(up).contains(other) && !scan_.tree.range(up).contains(declared))
        return true;
    return false;
  }

  scan_base& scan_;
};

void report_rtf(context& x, const clang::FunctionDecl* function, const rtf_paths& paths) {
  const std::string name = "'" + function->getNameAsString() + "'";
  for (const rtf_facts* rtf : paths.work_after)
    x.warning("W0506", rtf->node->getBeginLoc(),
              "statements after rtf are not executed by the sequential elision");
  if (function->getReturnType()->isVoidType()) return;
  if (paths.never)
    x.warning("W0502", function->getLocation(),
              "no path through " + name + " executes rtf or returns a value");
  if (paths.sometimes)
    x.warning("W0501", function->getLocation(), "a path through " + name + " ends without rtf");
  if (paths.twice != nullptr)
    x.warning("W0503", paths.twice->getBeginLoc(),
              "rtf may execute twice on a path through " + name);
}

// In a template any call behind an rtf may wait.
bool calls_follow(const function_tree& tree, const rtf_facts& rtf) {
  for (node_index i = tree.range(rtf.index).end; i < tree.size(); ++i)
    if (tree.as<clang::CallExpr>(i) != nullptr) return true;
  return false;
}

void note_waits_after_rtf(scan_base& scan, const rtf_paths& paths) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(scan.function);
  if (method == nullptr) return;
  for (rtf_facts& rtf : scan.facts.rtfs)
    if (scan.facts.units[0].dependent ? calls_follow(scan.tree, rtf)
                                      : std::ranges::count(paths.wait_after, &rtf) != 0)
      rtf.before_wait = tag_name(scan.x.stem(method));
}

// An rtf that waits although it could have handed on its argument.
void report_waiting_rtf(context& x, const function_facts& facts) {
  for (const rtf_facts& rtf : facts.rtfs) {
    if (!rtf.waits) continue;
    const bool delayed =
        rtf.lasting.end != 0 ||
        std::ranges::any_of(facts.calls,
                            [&](const call_facts& call) { return call.whole == rtf.given; }) ||
        std::ranges::any_of(facts.uses, [&](const use_facts& use) {
          return use.path == rtf.given && use.before != delay_none;
        });
    if (delayed)
      x.warning("W0507", rtf.node->getBeginLoc(),
                "rtf waits for its argument here, because a handler of the 'try' around it could "
                "catch its error; write 'return', or move rtf behind the 'try'");
  }
}

void remark_with_mend(context& x, const char* code, clang::SourceLocation where,
                      const std::string& what, const std::string& reason) {
  x.remark(code, where, what + reason);
  if (const std::string_view mend = mend_of(reason); !mend.empty())
    x.note(where, std::string(mend));
}

// Where the value of each call and variable is waited for, and why.
void report_remarks(context& x, const function_facts& facts, const open_order& order) {
  for (const call_facts& call : facts.calls)
    if (call.place == call_place::value && !call.is_copy && !order.is_write(call))
      remark_with_mend(x, "R0401", call.where, "the call blocks, because ", call.reason);
  for (const variable_facts& variable : facts.variables) {
    if (variable.obstacle.empty()) continue;
    remark_with_mend(x, "R0402", variable.obstacle_at,
                     "result variable '" + variable.name + "' is never delayed, because ",
                     variable.obstacle);
    if (variable.obstacle_at != variable.where)
      x.note(variable.where, "'" + variable.name + "' is declared here");
  }
  for (const forced_facts& forced : facts.forced) {
    if (forced.hoisted) continue;  // a loop that only reads
    x.remark("R0403", forced.where,
             "result variable '" + facts.variables[forced.variable].name + "' is forced in a loop");
    x.note(forced.where, "make all calls in one loop, and use their results in a loop of its own");
  }
}

}  // namespace

void translate_function(context& x, const clang::FunctionDecl* function) {
  if (function->getBody() == nullptr) return;
  const unsigned errors_elsewhere = x.errors();
  scan_base scan(x, function);
  name_keeper(x, function).run();
  call_scan(scan).run();
  function_facts& facts = scan.facts;
  select_scan(scan).run();
  guard_scan(scan).run();
  replica_scan(scan).run();
  const_scan(scan).run();
  space_scan(scan).run();
  view_scan(scan).run();
  if (!facts.remote && facts.calls.empty())
    return emit_selects(facts.selects, x.original(), x.changes);
  copy_scan(scan).run();
  use_scan(scan).run();
  binding_check(scan).run();

  function_flow flow(x.ast, facts);
  settle_variables(facts, flow);
  find_delays(facts, flow);
  plan_hoists(facts, x.original());
  move_scan(scan).run(flow);
  if (facts.remote && x.errors() == errors_elsewhere) {
    const rtf_paths paths = flow.count_rtf();
    report_rtf(x, function, paths);
    note_waits_after_rtf(scan, paths);
  }
  report_waiting_rtf(x, facts);
  const open_order order(scan);
  report_remarks(x, facts, order);
  order.report();
  if (x.explained != nullptr && !facts.calls.empty()) function_explainer(x, facts).run(function);
  emit_function(facts, x.original(), x.changes);
  emit_selects(facts.selects, x.original(), x.changes);
}

std::vector<text_range> check_select_places(context& x,
                                            const std::vector<clang::FunctionDecl*>& functions) {
  std::vector<text_range> misplaced;
  for (const clang::FunctionDecl* function : functions) {
    if (function->getBody() == nullptr) continue;
    const function_tree tree(function);
    for (node_index i = 0; i < tree.size(); ++i) {
      const auto* choice = tree.as<clang::SwitchStmt>(i);
      const select_mark* mark = choice == nullptr ? nullptr : x.written_select(choice);
      if (mark == nullptr || (tree.unit(i) == 0 && may_select(x, function))) continue;
      misplaced.push_back(mark->whole);
      x.error("E0604", choice->getSwitchLoc(),
              tree.unit(i) == 0
                  ? "mselect belongs in a member function of a persistent Mentat class; only such "
                    "an object has calls to accept"
                  : "mselect is used in a lambda; only a member function itself can accept calls");
    }
  }
  return misplaced;
}

}  // namespace mentat::mplc
