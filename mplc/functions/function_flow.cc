#include "mplc/functions/function_flow.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "clang/Analysis/CFG.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "mplc/functions/flow_blocks.h"

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
          if (!places_.insert_or_assign(statement->getStmt(), place{block, element}).second)
            repeated_.insert(statement->getStmt());
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
  // The place of a statement that stands in the graph once.
  [[nodiscard]] const place* find_only(const clang::Stmt* statement) const {
    return repeated_.contains(statement) ? nullptr : find(statement);
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
  std::unordered_set<const clang::Stmt*> repeated_;
};

namespace {

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

// The search for the next read of one variable.
class function_flow::read_search {
 public:
  read_search(const graph& flow, const local_reads& variable) : flow_(flow) {
    for (const clang::Stmt* read : variable.reads) {
      const graph::place* place = flow.find_only(read);
      all_found_ &= place != nullptr;
      if (place != nullptr) events_[place->block][place->element] = read;
    }
    for (const clang::Stmt* overwrite : variable.overwrites)
      if (const graph::place* place = flow.find_only(overwrite))
        events_[place->block][place->element] = nullptr;
    for (const graph::place& one : flow.declarations(variable.declaration))
      events_[one.block][one.element] = nullptr;
  }

  [[nodiscard]] const clang::Stmt* run(const clang::Stmt* from, std::size_t& searched) {
    const graph::place* start = flow_.find_only(from);
    if (!all_found_ || start == nullptr) return from;
    std::vector<const clang::CFGBlock*> work;
    const auto reach = [&](const clang::CFGBlock* block) {
      if (block != nullptr && seen_.insert(block).second) work.push_back(block);
    };
    const auto [read, passes] = next_in(start->block, start->element + 1);
    if (read != nullptr) return read;
    if (passes)
      for (const clang::CFGBlock* next : start->block->succs()) reach(next);
    // An error of a call can arrive where nothing in the text throws.
    for (const clang::CFGBlock* block : *flow_.cfg())
      if (is_handler(block)) reach(block);
    while (!work.empty()) {
      const clang::CFGBlock* block = work.back();
      work.pop_back();
      if (++searched > most_blocks) return from;
      const auto [found, goes_on] = next_in(block, 0);
      if (found != nullptr) return found;
      if (goes_on)
        for (const clang::CFGBlock* next : block->succs()) reach(next);
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t most_blocks = std::size_t{4} << 20;

  struct step {
    const clang::Stmt* read;
    bool passes;  // the end of the block is reached with the value
  };

  [[nodiscard]] step next_in(const clang::CFGBlock* block, unsigned element) const {
    const auto known = events_.find(block);
    if (known == events_.end()) return {nullptr, true};
    const auto next = known->second.lower_bound(element);
    return next == known->second.end() ? step{nullptr, true} : step{next->second, false};
  }

  const graph& flow_;
  bool all_found_ = true;
  // In each block, by element: a read, or null for what ends the value.
  std::unordered_map<const clang::CFGBlock*, std::map<unsigned, const clang::Stmt*>> events_;
  std::unordered_set<const clang::CFGBlock*> seen_;
};

const clang::Stmt* function_flow::next_read(const local_reads& variable, const clang::Stmt* from) {
  const graph* flow = graph_of(variable.unit);
  return flow == nullptr ? from : read_search(*flow, variable).run(from, searched_);
}

}  // namespace mentat::mplc
