#include "mplc/function_plan.h"

#include <algorithm>
#include <map>

#include "mplc/function_flow.h"

namespace mentat::mplc {
namespace {

void give_up(function_facts& facts, variable_index variable, const std::string& reason,
             clang::SourceLocation where) {
  variable_facts& target = facts.variables[variable];
  if (!target.obstacle.empty()) return;
  target.obstacle = reason;
  target.obstacle_at = where;
}

// An argument that a macro repeats is one text with several meanings: only what is right for all of
// them may be written there.
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
    if (use.kind == use_kind::assigned || known->second->kind == use_kind::assigned)
      give_up(facts, use.variable, "a macro repeats its assignment", use.where);
    known->second->kind = use.kind = use_kind::strict;
  }
}

// Arguments are evaluated in any order: a value that one of them waits for is gone from the table
// when another one asks for its arc, so a variable is handed on unseen only if nothing else in the
// same expression looks at it.
void settle_arguments(function_facts& facts) {
  const auto disturbs = [](const use_facts& argument, const use_facts& other) {
    if (other.variable != argument.variable || &other == &argument ||
        !argument.expression.contains(other.node))
      return false;
    return other.kind == use_kind::strict || other.kind == use_kind::size ||
           other.kind == use_kind::overwritten ||
           (other.kind == use_kind::argument && other.depth != argument.depth);
  };
  std::vector<use_facts*> disturbed;
  for (use_facts& use : facts.uses) {
    if (use.kind != use_kind::argument) continue;
    const bool captured = std::ranges::any_of(facts.captures, [&](const capture_facts& capture) {
      return capture.variable == use.variable && use.expression.contains(capture.node);
    });
    if (captured || std::ranges::any_of(
                        facts.uses, [&](const use_facts& other) { return disturbs(use, other); }))
      disturbed.push_back(&use);
  }
  for (use_facts* use : disturbed) use->kind = use_kind::strict;
}

void settle_pinned(function_facts& facts) {
  for (const use_facts& use : facts.uses) {
    if (!use.pinned) continue;
    const anchor_facts& anchor = facts.anchors[use.anchor];
    const bool assigned = std::ranges::any_of(facts.calls, [&](const call_facts& call) {
      return call.target == use.variable && anchor.nodes.contains(call.node);
    });
    if (!anchor.editable || assigned || use.unit != facts.variables[use.variable].unit)
      give_up(facts, use.variable, "a macro shows its text", use.where);
  }
}

void settle_aliases(function_facts& facts, function_flow& flow) {
  for (const alias_facts& alias : facts.aliases)
    for (const call_facts& call : facts.calls) {
      if (call.target != alias.variable || !facts.variables[alias.variable].obstacle.empty())
        continue;
      if (flow.assigned_after(alias, call))
        give_up(facts, alias.variable, alias.reason, alias.where);
    }
}

}  // namespace

void settle_variables(function_facts& facts, function_flow& flow) {
  settle_repeated_calls(facts);
  settle_repeated_uses(facts);
  settle_arguments(facts);
  settle_pinned(facts);
  settle_aliases(facts, flow);
  for (call_facts& call : facts.calls) {
    if (call.target == nothing) continue;
    variable_facts& target = facts.variables[call.target];
    if (!target.obstacle.empty()) {
      call.place = call_place::value;
      call.reason = "'" + target.name + "' is never delayed";
      continue;
    }
    unsigned& shallowest =
        call.assigns == delay_elements ? target.shallowest_element : target.shallowest_whole;
    shallowest =
        (target.assigned & call.assigns) != 0 ? std::min(shallowest, call.depth) : call.depth;
    target.assigned |= call.assigns;
  }
}

namespace {

// The uses of one variable in one loop that could do with one RESOLVE in front of it.
class loop_plan {
 public:
  loop_plan(function_facts& facts, const loop_facts& loop, variable_index variable,
            std::string_view original)
      : facts_(facts), loop_(loop), variable_(variable), original_(original) {
    for (use_facts& use : facts.uses)
      if (use.variable == variable && use.unit == loop.unit && loop.anchor.nodes.contains(use.node))
        uses_.push_back(&use);
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
    for (capture_facts& capture : facts_.captures)
      if (capture.variable == variable_ && capture.unit == loop_.unit &&
          loop_.anchor.nodes.contains(capture.node))
        capture.before = delay_none;
    facts_.hoists.push_back(std::move(hoist));
    facts_.forced.push_back(forced);
  }

 private:
  // Strict uses in the rounds of the loop; what its head does once is as good where it stands.
  [[nodiscard]] bool counts(const use_facts& use) const {
    const bool strict = use.kind == use_kind::strict || use.kind == use_kind::size;
    return strict && use.before != delay_none && use.header_of != loop_.anchor.nodes.begin;
  }

  [[nodiscard]] bool varies(const use_facts& use) const {
    if (use.complicated) return true;
    return std::ranges::any_of(facts_.writes, [&](const write_facts& write) {
      return loop_.anchor.nodes.contains(write.node) &&
             std::ranges::find(use.subscripts, write.variable) != use.subscripts.end();
    });
  }

  function_facts& facts_;
  const loop_facts& loop_;
  variable_index variable_;
  std::string_view original_;
  std::vector<use_facts*> uses_;
};

void plan_loops(function_facts& facts, std::string_view original) {
  for (variable_index v = 0; v < facts.variables.size(); ++v) {
    const variable_facts& variable = facts.variables[v];
    if (!variable.live() || variable.shared) continue;
    // Loops stand in source order, so an outer loop comes before the loops in it.
    for (const loop_facts& loop : facts.loops) {
      if (!loop.closed || !loop.anchor.editable || loop.anchor.nodes.contains(variable.declared))
        continue;
      loop_plan plan(facts, loop, v, original);
      if (std::string path = plan.path(); !path.empty()) plan.apply(std::move(path));
    }
  }
}

void plan_pinned(function_facts& facts) {
  for (use_facts& use : facts.uses) {
    if (!use.pinned || use.before == delay_none || !facts.variables[use.variable].live()) continue;
    const anchor_facts& anchor = facts.anchors[use.anchor];
    const bool elements = (use.before & delay_elements) != 0;
    use.before = delay_none;
    const auto known = std::ranges::find_if(facts.hoists, [&](const hoist_facts& hoist) {
      return hoist.variable == use.variable && hoist.anchor.text == anchor.text;
    });
    if (known != facts.hoists.end()) {
      known->elements |= elements;
      known->path = facts.variables[use.variable].name;
    } else {
      facts.hoists.push_back({anchor, use.variable, facts.variables[use.variable].name, elements});
    }
  }
}

void note_forced(function_facts& facts) {
  for (const use_facts& use : facts.uses) {
    const bool strict = use.kind == use_kind::strict || use.kind == use_kind::size;
    if (!strict || use.before == delay_none || !facts.variables[use.variable].live()) continue;
    const bool in_loop = std::ranges::any_of(facts.loops, [&](const loop_facts& loop) {
      return loop.unit == use.unit && loop.anchor.nodes.contains(use.node) &&
             use.header_of != loop.anchor.nodes.begin;
    });
    const bool known = std::ranges::any_of(
        facts.forced, [&](const forced_facts& one) { return one.variable == use.variable; });
    if (in_loop && !known) facts.forced.push_back({use.variable, use.where, false});
  }
}

}  // namespace

void plan_hoists(function_facts& facts, std::string_view original) {
  plan_loops(facts, original);
  plan_pinned(facts);
  note_forced(facts);
}

}  // namespace mentat::mplc
