#include "mplc/functions/function_flow.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "clang/Analysis/CFG.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

namespace mentat::mplc {

// The control-flow graph of one unit, and where each statement stands in it.
class function_flow::graph {
 public:
  struct place {
    const clang::CFGBlock* block;
    unsigned element;
  };

  graph(clang::ASTContext& ast, const unit_facts& unit) {
    clang::CFG::BuildOptions options;
    options.setAllAlwaysAdd();
    options.AddEHEdges = true;
    options.PruneTriviallyFalseEdges = false;
    cfg_ = clang::CFG::buildCFG(unit.function, const_cast<clang::Stmt*>(unit.body), &ast, options);
    if (cfg_ == nullptr) return;
    for (const clang::CFGBlock* block : *cfg_) {
      unsigned element = 0;
      for (const clang::CFGElement& one : *block) {
        if (const auto statement = one.getAs<clang::CFGStmt>()) {
          places_[statement->getStmt()] = {block, element};
          if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement->getStmt()))
            for (const clang::Decl* declared : declaration->decls())
              declared_[declared].push_back({block, element});
        }
        ++element;
      }
    }
  }

  [[nodiscard]] const clang::CFG* cfg() const { return cfg_.get(); }
  [[nodiscard]] const place* find(const clang::Stmt* statement) const {
    const auto found = places_.find(statement);
    return found == places_.end() ? nullptr : &found->second;
  }
  // The places where a variable is declared; its previous lifetime ends there.
  [[nodiscard]] const std::vector<place>& declarations(const clang::VarDecl* variable) const {
    static const std::vector<place> nowhere;
    const auto found = declared_.find(variable);
    return found == declared_.end() ? nowhere : found->second;
  }

 private:
  std::unique_ptr<clang::CFG> cfg_;
  std::unordered_map<const clang::Decl*, std::vector<place>> declared_;
  std::unordered_map<const clang::Stmt*, place> places_;
};

namespace {

const clang::Stmt* statement_of(const clang::CFGElement& element) {
  const auto statement = element.getAs<clang::CFGStmt>();
  return statement ? statement->getStmt() : nullptr;
}

bool is_handler(const clang::CFGBlock* block) {
  return llvm::isa_and_nonnull<clang::CXXCatchStmt>(block->getLabel());
}

// The parts that may be delayed.

struct change {
  variable_index variable;
  delay removes, adds;
};

// The parts that a use makes actual, given its edit.
delay settled_by(const use_facts& use) {
  constexpr delay both = delay_whole | delay_elements;
  if (use.pinned) return delay_none;
  switch (use.kind) {
    case use_kind::assigned:
    case use_kind::copied_to:
      return delay_none;
    case use_kind::grown:
      return delay_whole;
    case use_kind::copied_from:
      return use.element ? delay_whole : delay_none;
    case use_kind::argument:
      return use.element ? delay_whole : use.depth == 0 ? delay_elements : delay_none;
    case use_kind::size:
      return delay_whole;
    case use_kind::overwritten:
    case use_kind::strict:
      if (use.depth == 0 || use.everything) return both;
      return use.element ? delay_whole : delay_none;
  }
  return delay_none;
}

class delay_analysis {
 public:
  using state = std::vector<delay>;

  delay_analysis(const clang::CFG& cfg, function_facts& facts, unit_index unit)
      : cfg_(cfg), facts_(facts) {
    for (const variable_facts& variable : facts.variables) {
      entry_.push_back(variable.unit == unit || !variable.live() ? delay_none : variable.assigned);
      everything_.push_back(variable.live() ? variable.assigned : delay_none);
    }
    for (std::size_t i = 0; i < facts.uses.size(); ++i) {
      const use_facts& use = facts.uses[i];
      if (use.unit != unit || !facts.variables[use.variable].live()) continue;
      uses_[use.name_node].push_back(i);
      if (use.settles != nullptr)
        changes_[use.settles].push_back({use.variable, settled_by(use), delay_none});
    }
    for (std::size_t i = 0; i < facts.captures.size(); ++i) {
      const capture_facts& capture = facts.captures[i];
      if (capture.unit != unit) continue;
      captures_[capture.lambda_node].push_back(i);
      if (capture.settles != nullptr)
        changes_[capture.settles].push_back(
            {capture.variable, delay_whole | delay_elements, delay_none});
    }
    for (const call_facts& call : facts.calls)
      if (call.unit == unit && call.target != nothing && facts.variables[call.target].live() &&
          call.place != call_place::value)
        add_assignment(call);
    for (variable_index i = 0; i < facts.variables.size(); ++i)
      if (facts.variables[i].unit == unit) declared_[facts.variables[i].declaration] = i;
  }

  // Whether the states of all blocks fit into a few megabytes.
  [[nodiscard]] bool is_feasible() const {
    constexpr std::size_t most = std::size_t{64} << 20;
    return entry_.size() <= most / (cfg_.getNumBlockIDs() + 1);
  }

  void run() {
    std::vector<state> in(cfg_.getNumBlockIDs());
    std::vector<const clang::CFGBlock*> blocks(cfg_.getNumBlockIDs());
    for (const clang::CFGBlock* block : cfg_) blocks[block->getBlockID()] = block;
    // Clang numbers blocks from the exit to the entry; in another order a value would run through
    // the rest of the function once for each branch before it.
    std::set<unsigned, std::greater<>> work{cfg_.getEntry().getBlockID()};
    in[cfg_.getEntry().getBlockID()] = entry_;
    for (const clang::CFGBlock* block : cfg_)
      if (is_handler(block)) {
        in[block->getBlockID()] = everything_;
        work.insert(block->getBlockID());
      }
    while (!work.empty()) {
      const clang::CFGBlock* block = blocks[*work.begin()];
      work.erase(work.begin());
      state now = in[block->getBlockID()];
      for (const clang::CFGElement& element : *block) apply(statement_of(element), now, false);
      for (const clang::CFGBlock* next : block->succs())
        if (next != nullptr && join(in[next->getBlockID()], now)) work.insert(next->getBlockID());
    }
    for (const clang::CFGBlock* block : cfg_) {
      state now = in[block->getBlockID()];
      if (now.empty()) now = everything_;
      for (const clang::CFGElement& element : *block) apply(statement_of(element), now, true);
    }
  }

 private:
  void add_assignment(const call_facts& call) {
    if (call.place == call_place::initialises) {
      initialised_[facts_.variables[call.target].declaration] = call.assigns;
      return;
    }
    const delay removes = call.assigns == delay_elements ? delay_whole
                          : call.depth == 0              ? delay_elements
                                                         : delay_none;
    changes_[call.changes].push_back({call.target, removes, call.assigns});
  }

  static bool join(state& into, const state& from) {
    if (into.empty()) {
      into = from;
      return true;
    }
    bool changed = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const delay joined = into[i] | from[i];
      changed |= joined != into[i];
      into[i] = joined;
    }
    return changed;
  }

  void apply(const clang::Stmt* statement, state& now, bool record) {
    if (statement == nullptr) return;
    if (record) note(statement, now);
    if (const auto found = changes_.find(statement); found != changes_.end()) {
      for (const change& one : found->second) now[one.variable] &= static_cast<delay>(~one.removes);
      for (const change& one : found->second) now[one.variable] |= one.adds;
    }
    const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement);
    if (declaration == nullptr) return;
    for (const clang::Decl* one : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      const auto known = variable == nullptr ? declared_.end() : declared_.find(variable);
      if (known == declared_.end()) continue;
      const auto initialised = initialised_.find(variable);
      now[known->second] = initialised == initialised_.end() ? delay_none : initialised->second;
    }
  }

  void note(const clang::Stmt* statement, const state& now) {
    if (const auto found = uses_.find(statement); found != uses_.end())
      for (const std::size_t i : found->second)
        set(facts_.uses[i].before, now[facts_.uses[i].variable]);
    if (const auto found = captures_.find(statement); found != captures_.end())
      for (const std::size_t i : found->second)
        set(facts_.captures[i].before, now[facts_.captures[i].variable]);
  }

  // A statement can stand in the graph more than once (finally-like copies); the worst case counts.
  void set(delay& before, delay now) {
    if (seen_.insert(&before).second)
      before = now;
    else
      before |= now;
  }

  const clang::CFG& cfg_;
  function_facts& facts_;
  state entry_, everything_;
  std::unordered_map<const clang::Stmt*, std::vector<std::size_t>> uses_, captures_;
  std::unordered_map<const clang::Stmt*, std::vector<change>> changes_;
  std::unordered_map<const clang::VarDecl*, variable_index> declared_;
  std::unordered_map<const clang::VarDecl*, delay> initialised_;
  std::set<delay*> seen_;
};

// Rtf.

// Least and greatest number of rtf on the paths to a place; more than two count as two.
struct rtf_count {
  int least = 9, most = -1;
  [[nodiscard]] bool reached() const { return most >= 0; }
  bool operator==(const rtf_count&) const = default;
};

bool leaves_by_exception(const clang::CFGBlock* block) {
  if (block->hasNoReturnElement()) return true;
  // No handler of a try block catches an exception of the handlers beside it.
  if (llvm::isa_and_nonnull<clang::CXXTryStmt>(block->getTerminatorStmt())) return true;
  for (const clang::CFGElement& element : *block)
    if (llvm::isa_and_nonnull<clang::CXXThrowExpr>(statement_of(element))) return true;
  return false;
}

// Functions of libraries do not wait for results, those of the run-time system may.
bool belongs_to_library(const clang::FunctionDecl* function, const clang::SourceManager& sources) {
  if (function->getBuiltinID() != 0) return true;
  if (!sources.isInSystemHeader(function->getLocation())) return false;
  const clang::DeclContext* outermost = nullptr;
  for (const clang::DeclContext* at = function->getDeclContext(); at != nullptr;
       at = at->getParent())
    if (at->isNamespace()) outermost = at;
  const auto* space = llvm::dyn_cast_or_null<clang::NamespaceDecl>(outermost);
  return space == nullptr || space->getName() != "mentat";
}

class rtf_analysis {
 public:
  rtf_analysis(const clang::CFG& cfg, const function_facts& facts,
               const clang::SourceManager& sources)
      : cfg_(cfg), facts_(facts), sources_(sources) {
    for (const variable_facts& variable : facts.variables) variables_.insert(variable.declaration);
    for (const rtf_facts& rtf : facts.rtfs) results_.insert(rtf.node);
    for (const return_facts& leave : facts.returns) results_.insert(leave.node);
    for (const clang::CFGBlock* block : cfg)
      for (const clang::CFGElement& element : *block)
        if (const clang::Stmt* statement = statement_of(element); results_.contains(statement))
          blocks_of_.emplace(statement, block);
  }

  rtf_paths run() {
    std::vector<rtf_count> out(cfg_.getNumBlockIDs());
    rtf_paths found;
    // From the entry on: Clang lists the blocks from the exit to the entry.
    for (bool changed = true; changed;) {
      changed = false;
      for (const clang::CFGBlock* block : llvm::reverse(cfg_)) {
        const rtf_count now = behind(block, out, nullptr);
        changed |= out[block->getBlockID()] != now;
        out[block->getBlockID()] = now;
      }
    }
    for (const clang::CFGBlock* block : cfg_) behind(block, out, &found.twice);
    rtf_count end;
    for (const clang::CFGBlock* block : cfg_.getExit().preds())
      if (block != nullptr && !leaves_by_exception(block)) merge(end, out[block->getBlockID()]);
    found.never = end.reached() && end.most == 0;
    found.sometimes = end.reached() && end.least == 0 && end.most > 0;
    for (const rtf_facts& rtf : facts_.rtfs) {
      if (follows(rtf, is_work)) found.work_after.push_back(&rtf);
      if (follows(rtf, [&](const clang::Stmt* one) { return may_wait(one); }))
        found.wait_after.push_back(&rtf);
    }
    return found;
  }

 private:
  static void merge(rtf_count& into, const rtf_count& from) {
    if (!from.reached()) return;
    into = {std::min(into.least, from.least), std::max(into.most, from.most)};
  }

  rtf_count before(const clang::CFGBlock* block, const std::vector<rtf_count>& out) const {
    if (block == &cfg_.getEntry() || is_handler(block)) return {0, 0};
    rtf_count now;
    for (const clang::CFGBlock* previous : block->preds())
      if (previous != nullptr) merge(now, out[previous->getBlockID()]);
    return now;
  }

  // The count behind a block; `twice` becomes the last statement in it that may be the second one.
  rtf_count behind(const clang::CFGBlock* block, const std::vector<rtf_count>& out,
                   const clang::Stmt** twice) const {
    rtf_count now = before(block, out);
    if (!now.reached()) return now;
    for (const clang::CFGElement& element : *block) {
      const clang::Stmt* statement = statement_of(element);
      if (!results_.contains(statement)) continue;
      if (now.most >= 1 && twice != nullptr) *twice = statement;
      now = {std::min(2, now.least + 1), std::min(2, now.most + 1)};
    }
    return now;
  }

  // Whether such a statement stands on a path behind the rtf.
  bool follows(const rtf_facts& rtf, auto&& is_such) const {
    std::vector<const clang::CFGBlock*> work;
    std::set<const clang::CFGBlock*> seen;
    const auto [begin, end] = blocks_of_.equal_range(rtf.node);
    for (auto one = begin; one != end; ++one) {
      work.push_back(one->second);
      bool behind = false;
      for (const clang::CFGElement& element : *one->second) {
        const clang::Stmt* statement = statement_of(element);
        if (behind && statement != rtf.node && is_such(statement)) return true;
        behind |= statement == rtf.node;
      }
    }
    while (!work.empty()) {
      const clang::CFGBlock* block = work.back();
      work.pop_back();
      for (const clang::CFGBlock* next : block->succs()) {
        if (next == nullptr || !seen.insert(next).second) continue;
        for (const clang::CFGElement& element : *next)
          if (is_such(statement_of(element))) return true;
        work.push_back(next);
      }
    }
    return false;
  }

  static bool is_work(const clang::Stmt* statement) {
    const auto* leave = llvm::dyn_cast_or_null<clang::ReturnStmt>(statement);
    return statement != nullptr && (leave == nullptr || leave->getRetValue() != nullptr);
  }

  // Any part of an expression is a statement of the graph, but for the body of a lambda.
  bool may_wait(const clang::Stmt* statement) const {
    if (statement == nullptr) return false;
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(statement))
      return variables_.contains(named->getDecl());
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement))
      return call->getDirectCallee() == nullptr ||
             !belongs_to_library(call->getDirectCallee(), sources_);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement))
      return made->getConstructor()->isUserProvided() &&
             !belongs_to_library(made->getConstructor(), sources_);
    const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement);
    return lambda != nullptr && contains_wait(lambda->getBody());
  }

  bool contains_wait(const clang::Stmt* statement) const {
    return statement != nullptr &&
           (may_wait(statement) || llvm::any_of(statement->children(), [&](const auto* part) {
              return contains_wait(part);
            }));
  }

  const clang::CFG& cfg_;
  const function_facts& facts_;
  const clang::SourceManager& sources_;
  std::set<const clang::Decl*> variables_;
  std::set<const clang::Stmt*> results_;
  std::multimap<const clang::Stmt*, const clang::CFGBlock*> blocks_of_;
};

}  // namespace

function_flow::function_flow(clang::ASTContext& ast, const function_facts& facts)
    : ast_(ast), facts_(facts), graphs_(facts.units.size()) {}

function_flow::~function_flow() = default;

function_flow::graph* function_flow::graph_of(unit_index unit) {
  if (facts_.units[unit].dependent) return nullptr;
  if (graphs_[unit] == nullptr) graphs_[unit] = std::make_unique<graph>(ast_, facts_.units[unit]);
  return graphs_[unit]->cfg() == nullptr ? nullptr : graphs_[unit].get();
}

// The calls that are assigned to one variable, and from where in the function one of them can be
// reached before the variable is declared again.
class function_flow::assignments {
 public:
  // A call that initialises begins a new incarnation and is not to be added. Calls are added in the
  // order of nodes.
  void add(const call_facts& call) { calls_.push_back(&call); }

  [[nodiscard]] bool empty() const { return calls_.empty(); }
  [[nodiscard]] bool any_in(node_range range) const {
    const auto first = std::ranges::lower_bound(calls_, range.begin, {},
                                                [](const call_facts* call) { return call->node; });
    return first != calls_.end() && range.contains((*first)->node);
  }
  [[nodiscard]] bool any_outside(unit_index unit) const {
    return std::ranges::any_of(calls_, [&](const call_facts* call) { return call->unit != unit; });
  }

  // Whether control may come from behind a place to one of the calls, which are all in the unit of
  // the graph.
  bool reached_from(const graph& flow, const clang::VarDecl* variable, const graph::place& from) {
    if (!is_known_) find(flow, variable);
    if (!all_found_) return true;
    if (const auto known = events_.find(from.block); known != events_.end())
      if (const auto next = known->second.upper_bound(from.element); next != known->second.end())
        return next->second;
    return llvm::any_of(from.block->succs(), [&](const clang::CFGBlock* next) {
      return next != nullptr && reaching_.contains(next);
    });
  }

 private:
  void find(const graph& flow, const clang::VarDecl* variable) {
    is_known_ = true;
    for (const graph::place& one : flow.declarations(variable))
      events_[one.block][one.element] = false;
    for (const call_facts* call : calls_) {
      const graph::place* place = flow.find(call->changes);
      if (place == nullptr)
        all_found_ = false;
      else
        events_[place->block][place->element] = true;
    }
    std::vector<const clang::CFGBlock*> work;
    for (const auto& [block, events] : events_)
      if (events.begin()->second) work.push_back(block);
    reaching_.insert(work.begin(), work.end());
    while (!work.empty()) {
      const clang::CFGBlock* block = work.back();
      work.pop_back();
      for (const clang::CFGBlock* previous : block->preds())
        if (previous != nullptr && !events_.contains(previous) && reaching_.insert(previous).second)
          work.push_back(previous);
    }
  }

  std::vector<const call_facts*> calls_;
  bool is_known_ = false, all_found_ = true;
  // In each block, by element: an assignment (true) or the declaration.
  std::unordered_map<const clang::CFGBlock*, std::map<unsigned, bool>> events_;
  std::set<const clang::CFGBlock*> reaching_;  // from whose begin an assignment can be reached
};

function_flow::assignments& function_flow::assignments_to(variable_index variable) {
  if (assignments_.empty()) {
    assignments_.resize(facts_.variables.size());
    for (auto& one : assignments_) one = std::make_unique<assignments>();
    for (const call_facts& call : facts_.calls)
      if (call.target != nothing && call.place != call_place::initialises &&
          call.place != call_place::value)
        assignments_[call.target]->add(call);
  }
  return *assignments_[variable];
}

bool function_flow::assigned_after(const alias_facts& alias) {
  assignments& calls = assignments_to(alias.variable);
  if (calls.empty()) return false;
  if (std::ranges::any_of(facts_.guards,
                          [&](const node_range& guard) { return guard.contains(alias.index); }))
    return true;
  if (alias.only_within.end != 0) return calls.any_in(alias.only_within);
  if (calls.any_outside(alias.unit)) return true;
  graph* flow = graph_of(alias.unit);
  const graph::place* from = flow == nullptr ? nullptr : flow->find(alias.node);
  if (from == nullptr) return true;
  return calls.reached_from(*flow, facts_.variables[alias.variable].declaration, *from);
}

void function_flow::find_delays(function_facts& facts) {
  for (use_facts& use : facts.uses)
    use.before =
        facts.variables[use.variable].live() ? facts.variables[use.variable].assigned : delay_none;
  for (capture_facts& use : facts.captures)
    use.before =
        facts.variables[use.variable].live() ? facts.variables[use.variable].assigned : delay_none;
  if (facts.variables.empty()) return;
  for (unit_index unit = 0; unit < facts.units.size(); ++unit)
    if (const graph* flow = graph_of(unit)) {
      delay_analysis analysis(*flow->cfg(), facts, unit);
      if (analysis.is_feasible()) analysis.run();
    }
  const auto doubt = [&](auto& use) {
    const variable_facts& variable = facts.variables[use.variable];
    if (variable.live() && variable.shared) use.before = variable.assigned;
  };
  for (use_facts& use : facts.uses) doubt(use);
  for (capture_facts& use : facts.captures) doubt(use);
}

rtf_paths function_flow::count_rtf() {
  if (facts_.units[0].dependent) return {};
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  const auto cfg = clang::CFG::buildCFG(
      facts_.units[0].function, const_cast<clang::Stmt*>(facts_.units[0].body), &ast_, options);
  return cfg == nullptr ? rtf_paths{} : rtf_analysis(*cfg, facts_, ast_.getSourceManager()).run();
}

}  // namespace mentat::mplc
