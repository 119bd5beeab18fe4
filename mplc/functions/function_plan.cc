#include "mplc/functions/function_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "mplc/functions/function_flow.h"

namespace mentat::mplc {
namespace {

void give_up(function_facts& facts, variable_index variable, const std::string& reason,
             clang::SourceLocation where) {
  variable_facts& target = facts.variables[variable];
  if (!target.obstacle.empty()) return;
  target.obstacle = reason;
  target.obstacle_at = where;
}

// An argument that a macro repeats is one text with several meanings. An edit may be written only
// if it is right for all of them.
void settle_repeated_calls(function_facts& facts) {
  std::map<text_offset, std::vector<call_facts*>> by_text;
  for (call_facts& call : facts.calls)
    if (call.editable) by_text[call.name.begin].push_back(&call);
  for (auto& [text, calls] : by_text) {
    if (calls.size() < 2) continue;
    for (call_facts* call : calls) {
      if (call->target != nothing)
        give_up(facts, call->target, "a macro repeats its assignment", call->where);
      call->place = call_place::value;
      call->reason = "a macro repeats it";
    }
  }
}

void settle_repeated_uses(function_facts& facts) {
  std::map<text_offset, use_facts*> first;
  for (use_facts& use : facts.uses) {
    const auto [known, added] = first.try_emplace(use.name.begin, &use);
    if (added || known->second->kind == use.kind) continue;
    if (is_target(use.kind) || is_target(known->second->kind))
      give_up(facts, use.variable, "a macro repeats its assignment", use.where);
    known->second->kind = use.kind = use_kind::strict;
  }
}

// The uses and captures of each variable, in the order of their nodes.
class by_variable {
 public:
  explicit by_variable(function_facts& facts)
      : uses_(facts.variables.size()), captures_(facts.variables.size()) {
    for (use_facts& use : facts.uses) uses_[use.variable].push_back(&use);
    for (capture_facts& capture : facts.captures) captures_[capture.variable].push_back(&capture);
    for (auto& captures : captures_)
      std::ranges::stable_sort(captures, {}, [](const capture_facts* one) { return one->node; });
  }

  [[nodiscard]] std::span<use_facts* const> uses(variable_index variable) const {
    return uses_[variable];
  }
  [[nodiscard]] std::span<use_facts* const> uses(variable_index variable, node_range range) const {
    return part(uses_[variable], range);
  }
  [[nodiscard]] std::span<capture_facts* const> captures(variable_index variable,
                                                         node_range range) const {
    return part(captures_[variable], range);
  }

 private:
  template <class Fact>
  static std::span<Fact* const> part(const std::vector<Fact*>& facts, node_range range) {
    const auto node = [](const Fact* one) { return one->node; };
    const auto begin = std::ranges::lower_bound(facts, range.begin, {}, node);
    return {begin, std::ranges::lower_bound(begin, facts.end(), range.end, {}, node)};
  }

  std::vector<std::vector<use_facts*>> uses_;
  std::vector<std::vector<capture_facts*>> captures_;
};

// Whether a variable that one expression hands on is looked at, or handed on at several depths, in
// the same expression.
bool is_disturbed(const by_variable& known, variable_index variable, node_range expression) {
  if (!known.captures(variable, expression).empty()) return true;
  const use_facts* first = nullptr;
  for (const use_facts* use : known.uses(variable, expression)) {
    if (is_target(use->kind)) continue;
    if (use->kind != use_kind::argument) return true;
    if (first == nullptr) first = use;
    if (use->depth != first->depth) return true;
  }
  return false;
}

// Arguments are evaluated in any order. A value that one of them waits for has left the table when
// another one asks for its arc. So a variable is passed on before it has a value only if no other
// part of the expression uses it.
void settle_arguments(function_facts& facts) {
  const by_variable known(facts);
  std::map<std::tuple<node_index, node_index, variable_index>, bool> disturbed;
  std::vector<use_facts*> strict;
  for (use_facts& use : facts.uses) {
    if (use.kind != use_kind::argument) continue;
    const node_range expression = use.expression;
    const auto [entry, is_new] =
        disturbed.try_emplace({expression.begin, expression.end, use.variable});
    if (is_new) entry->second = is_disturbed(known, use.variable, expression);
    if (entry->second) strict.push_back(&use);
  }
  for (use_facts* use : strict) use->kind = use_kind::strict;
}

void settle_pinned(function_facts& facts) {
  for (const use_facts& use : facts.uses) {
    if (!use.pinned) continue;
    const anchor_facts& anchor = facts.anchors[use.anchor];
    const bool assigned =
        std::ranges::any_of(facts_in(facts.calls, anchor.nodes),
                            [&](const call_facts& call) { return call.target == use.variable; });
    if (!anchor.editable || assigned || use.unit != facts.variables[use.variable].unit)
      give_up(facts, use.variable, "a macro shows its text", use.where);
  }
}

void settle_aliases(function_facts& facts, function_flow& flow) {
  for (const alias_facts& alias : facts.aliases)
    if (facts.variables[alias.variable].obstacle.empty() && flow.assigned_after(alias))
      give_up(facts, alias.variable, alias.reason, alias.where);
}

// Makes a copy an ordinary assignment, which reads its source.
void drop_copy(function_facts& facts, call_facts& copy) {
  copy.place = call_place::value;
  const auto first = std::ranges::lower_bound(facts.uses, copy.nodes.begin, {}, &use_facts::node);
  for (auto use = first; use != facts.uses.end() && use->node < copy.nodes.end; ++use) {
    if (use->kind == use_kind::copied_to)
      use->kind = copy.overwrites ? use_kind::overwritten : use_kind::strict;
    else if (use->kind == use_kind::copied_from || use->kind == use_kind::grown)
      use->kind = use_kind::strict;
  }
}

// Drops the copies that cannot pass a delay on. An alias may reach the target of a call only before
// the call; copies are not analysed for that. Elements that are delayed on their own stay.
void settle_copies(function_facts& facts) {
  std::set<variable_index> aliased, by_elements;
  for (const alias_facts& alias : facts.aliases) aliased.insert(alias.variable);
  for (const call_facts& call : facts.calls)
    if (call.target != nothing && call.assigns == delay_elements) by_elements.insert(call.target);
  for (call_facts& copy : facts.calls) {
    if (!copy.is_copy) continue;
    const variable_facts &to = facts.variables[copy.target], &from = facts.variables[copy.source];
    const bool has_elements = copy.assigns == delay_whole && (by_elements.contains(copy.target) ||
                                                              by_elements.contains(copy.source));
    if (copy.place == call_place::value || !to.obstacle.empty() || !from.obstacle.empty() ||
        to.shared || from.shared || aliased.contains(copy.target) || has_elements)
      drop_copy(facts, copy);
  }
}

// The parts of each variable that calls and copies assign.
void note_targets(function_facts& facts) {
  for (variable_facts& variable : facts.variables) variable.assigned = delay_none;
  for (const call_facts& call : facts.calls) {
    if (call.target == nothing || call.place == call_place::value) continue;
    variable_facts& target = facts.variables[call.target];
    unsigned& shallowest =
        call.assigns == delay_elements ? target.shallowest_element : target.shallowest_whole;
    shallowest =
        (target.assigned & call.assigns) != 0 ? std::min(shallowest, call.depth) : call.depth;
    target.assigned |= call.assigns;
  }
}

// Drops the copies of variables that are never delayed there; false if there is none.
bool drop_idle_copies(function_facts& facts) {
  bool dropped = false;
  for (call_facts& copy : facts.calls) {
    if (copy.place != call_place::copied) continue;
    const bool may_be_delayed =
        std::ranges::any_of(facts_in(facts.uses, copy.nodes), [&](const use_facts& use) {
          return use.kind == use_kind::copied_from && use.before != delay_none &&
                 facts.variables[use.variable].live();
        });
    if (may_be_delayed) continue;
    drop_copy(facts, copy);
    dropped = true;
  }
  return dropped;
}

}  // namespace

void find_delays(function_facts& facts, function_flow& flow) {
  flow.find_delays(facts);
  while (drop_idle_copies(facts)) {
    note_targets(facts);
    flow.find_delays(facts);
  }
}

void settle_variables(function_facts& facts, function_flow& flow) {
  settle_repeated_calls(facts);
  settle_repeated_uses(facts);
  settle_arguments(facts);
  settle_pinned(facts);
  settle_aliases(facts, flow);
  for (call_facts& call : facts.calls) {
    if (call.target == nothing || facts.variables[call.target].obstacle.empty()) continue;
    call.place = call_place::value;
    call.reason = "'" + facts.variables[call.target].name + "' is never delayed";
  }
  settle_copies(facts);
  note_targets(facts);
}

namespace {

// The loops around a node, from the inside.
class loops_around {
 public:
  explicit loops_around(const std::vector<loop_facts>& loops) : loops_(loops) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < loops.size(); ++i) {
      while (!open.empty() && !contains(open.back(), loops[i].anchor.nodes.begin)) open.pop_back();
      parents_.push_back(open.empty() ? none : open.back());
      open.push_back(i);
    }
  }

  // Until `visit` returns true.
  template <class Visit>
  bool any(node_index node, Visit visit) const {
    const auto after = std::ranges::upper_bound(
        loops_, node, {}, [](const loop_facts& loop) { return loop.anchor.nodes.begin; });
    std::size_t i =
        after == loops_.begin() ? none : static_cast<std::size_t>(after - loops_.begin()) - 1;
    while (i != none && !contains(i, node)) i = parents_[i];
    for (; i != none; i = parents_[i])
      if (visit(i)) return true;
    return false;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  [[nodiscard]] bool contains(std::size_t loop, node_index node) const {
    return loops_[loop].anchor.nodes.contains(node);
  }

  const std::vector<loop_facts>& loops_;  // in source order
  std::vector<std::size_t> parents_;
};

// Where variables in subscripts are written.
class write_places {
 public:
  explicit write_places(const std::vector<write_facts>& writes) {
    for (const write_facts& write : writes) places_[write.variable].insert(write.node);
  }
  [[nodiscard]] bool any(const clang::VarDecl* variable, node_range range) const {
    const auto known = places_.find(variable);
    if (known == places_.end()) return false;
    const auto first = known->second.lower_bound(range.begin);
    return first != known->second.end() && range.contains(*first);
  }

 private:
  std::map<const clang::VarDecl*, std::set<node_index>> places_;
};

// The index of plan_hoists, made once for a function.
struct plan_index {
  explicit plan_index(function_facts& facts)
      : known(facts), loops(facts.loops), writes(facts.writes) {}
  by_variable known;
  loops_around loops;
  write_places writes;
};

// The uses of one variable in one loop that could do with one RESOLVE in front of it.
class loop_plan {
 public:
  loop_plan(function_facts& facts, const plan_index& index, const loop_facts& loop,
            variable_index variable, std::string_view original)
      : facts_(facts), index_(index), loop_(loop), variable_(variable), original_(original) {
    for (use_facts* use : index.known.uses(variable, loop.anchor.nodes))
      if (use->unit == loop.unit) uses_.push_back(use);
  }

  // The path that one RESOLVE in front of the loop would name; empty if it would ask for more than
  // the loop needs.
  [[nodiscard]] std::string path() const {
    const std::string& name = facts_.variables[variable_].name;
    std::string fields;
    bool several = false, fixed_subscript = false, strict = false;
    for (const use_facts* use : uses_) {
      if (loop_.anchor.nodes.contains(use->guarded.begin) && use->guarded.end != 0) return {};
      if (!counts(*use)) continue;
      strict = true;
      if (use->depth == 0 || use->everything || varies(*use)) return name;
      // An element that the rounds may never ask for need not exist; one of an array with a number
      // for a subscript does.
      if (use->subscripted && (use->element || !use->subscripts.empty())) fixed_subscript = true;
      const std::string text(original_.substr(use->path.begin, use->path.end - use->path.begin));
      several |= !fields.empty() && fields != text;
      fields = text;
    }
    if (!strict || fixed_subscript) return {};
    return several ? name : fields;
  }

  void apply(std::string path) {
    hoist_facts hoist{loop_.anchor, variable_, std::move(path), false};
    forced_facts forced{variable_, {}, true};
    for (use_facts* use : uses_) {
      hoist.elements |= (use->before & delay_elements) != 0;
      if (counts(*use) && forced.where.isInvalid()) forced.where = use->where;
      use->before = delay_none;
    }
    for (capture_facts* capture : index_.known.captures(variable_, loop_.anchor.nodes))
      if (capture->unit == loop_.unit) capture->before = delay_none;
    facts_.hoists.push_back(std::move(hoist));
    facts_.forced.push_back(forced);
  }

 private:
  // Strict uses in the rounds of the loop; those of its head, which happen once, stay there.
  [[nodiscard]] bool counts(const use_facts& use) const {
    const bool strict = use.kind == use_kind::strict || use.kind == use_kind::size;
    return strict && use.before != delay_none && use.header_of != loop_.anchor.nodes.begin;
  }

  [[nodiscard]] bool varies(const use_facts& use) const {
    return use.complicated ||
           std::ranges::any_of(use.subscripts, [&](const clang::VarDecl* subscript) {
             return index_.writes.any(subscript, loop_.anchor.nodes);
           });
  }

  function_facts& facts_;
  const plan_index& index_;
  const loop_facts& loop_;
  variable_index variable_;
  std::string_view original_;
  std::vector<use_facts*> uses_;
};

bool has_copy(const function_facts& facts, const loop_facts& loop) {
  return std::ranges::any_of(facts_in(facts.calls, loop.anchor.nodes), [](const call_facts& call) {
    return call.place == call_place::copied;
  });
}

void plan_loops(function_facts& facts, const plan_index& index, std::string_view original) {
  for (variable_index v = 0; v < facts.variables.size(); ++v) {
    const variable_facts& variable = facts.variables[v];
    if (!variable.live() || variable.shared) continue;
    // Loops stand in source order, so an outer loop comes before the loops in it.
    std::set<std::size_t> around;
    for (const use_facts* use : index.known.uses(v))
      index.loops.any(use->node, [&](std::size_t loop) { return !around.insert(loop).second; });
    for (const std::size_t i : around) {
      const loop_facts& loop = facts.loops[i];
      if (!loop.closed || !loop.anchor.editable || loop.anchor.nodes.contains(variable.declared) ||
          has_copy(facts, loop))
        continue;
      loop_plan plan(facts, index, loop, v, original);
      if (std::string path = plan.path(); !path.empty()) plan.apply(std::move(path));
    }
  }
}

void plan_pinned(function_facts& facts) {
  std::map<std::tuple<variable_index, text_offset, text_offset>, std::size_t> known;
  const auto key = [](variable_index variable, const anchor_facts& anchor) {
    return std::tuple(variable, anchor.text.begin, anchor.text.end);
  };
  for (std::size_t i = 0; i < facts.hoists.size(); ++i)
    known.try_emplace(key(facts.hoists[i].variable, facts.hoists[i].anchor), i);
  for (use_facts& use : facts.uses) {
    if (!use.pinned || use.before == delay_none || !facts.variables[use.variable].live()) continue;
    const anchor_facts& anchor = facts.anchors[use.anchor];
    const bool elements = (use.before & delay_elements) != 0;
    use.before = delay_none;
    const auto [entry, is_new] = known.try_emplace(key(use.variable, anchor), facts.hoists.size());
    if (is_new) {
      facts.hoists.push_back({anchor, use.variable, facts.variables[use.variable].name, elements});
    } else {
      facts.hoists[entry->second].elements |= elements;
      facts.hoists[entry->second].path = facts.variables[use.variable].name;
    }
  }
}

void note_forced(function_facts& facts, const plan_index& index) {
  std::set<variable_index> known;
  for (const forced_facts& one : facts.forced) known.insert(one.variable);
  for (const use_facts& use : facts.uses) {
    const bool strict = use.kind == use_kind::strict || use.kind == use_kind::size;
    if (!strict || use.before == delay_none || !facts.variables[use.variable].live()) continue;
    const bool in_loop = index.loops.any(use.node, [&](std::size_t i) {
      const loop_facts& loop = facts.loops[i];
      return loop.unit == use.unit && use.header_of != loop.anchor.nodes.begin;
    });
    if (in_loop && known.insert(use.variable).second)
      facts.forced.push_back({use.variable, use.where, false});
  }
}

}  // namespace

void plan_hoists(function_facts& facts, std::string_view original) {
  const plan_index index(facts);
  plan_loops(facts, index, original);
  plan_pinned(facts);
  note_forced(facts, index);
}

}  // namespace mentat::mplc
