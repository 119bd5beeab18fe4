// The facts of a function as `mentat explain` shows them.
#pragma once

#include <algorithm>

#include "mplc/emit/explanation.h"
#include "mplc/facts/function_facts.h"
#include "mplc/text/emitted_names.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class function_explainer {
 public:
  function_explainer(context& x, const function_facts& facts) : x_(x), facts_(facts) {}

  void run(const clang::FunctionDecl* function) {
    explained_function made{
        function->getQualifiedNameAsString(), at(function->getLocation()), {}, {}};
    for (variable_index i = 0; i < facts_.variables.size(); ++i)
      if (const auto variable = explain(i); !variable.produced.empty())
        made.variables.push_back(variable);
    for (const call_facts& call : facts_.calls)
      if (call.place == call_place::value && !call.is_copy) made.blocking.push_back(explain(call));
    x_.explained->functions.push_back(std::move(made));
  }

 private:
  [[nodiscard]] line_column at(clang::SourceLocation where) const {
    const position found = x_.place(where);
    return {found.line, found.column};
  }

  // "::ns::counter_impl__<int>::add_tag__" is "ns::counter<int>"; the function has its written
  // name.
  [[nodiscard]] explained_call explain(const call_facts& call) const {
    std::string of_class = call.tag.substr(0, call.tag.rfind("::"));
    if (of_class.starts_with("::")) of_class.erase(0, 2);
    for (auto at = of_class.find(impl_suffix); at != std::string::npos;
         at = of_class.find(impl_suffix, at))
      of_class.erase(at, impl_suffix.size());
    return {of_class,
            std::string(x_.original().substr(call.name.begin, call.name.end - call.name.begin)),
            at(call.where), call.reason};
  }

  [[nodiscard]] explained_variable explain(variable_index index) const {
    const variable_facts& variable = facts_.variables[index];
    explained_variable made;
    made.name = variable.name;
    made.type = variable.type;
    made.declared = at(variable.where);
    made.obstacle = variable.obstacle;
    if (!variable.obstacle.empty()) made.obstacle_at = at(variable.obstacle_at);
    const call_facts* first = nullptr;
    for (const call_facts& call : facts_.calls)
      if (call.target == index && !call.is_copy) {
        made.produced.push_back(explain(call));
        if (first == nullptr) first = &call;
      }
    node_index need = nothing;
    for (const use_facts& use : facts_.uses) {
      if (use.variable != index || use.before == delay_none) continue;
      if (use.kind == use_kind::argument) made.handed_on.push_back(at(use.where));
      if (use.kind != use_kind::strict && use.kind != use_kind::size) continue;
      made.needed.push_back(at(use.where));
      need = std::min(need, use.node);
    }
    for (const forced_facts& forced : facts_.forced)
      if (forced.variable == index && forced.hoisted) {
        made.in_front_of_loop = true;
        made.needed.insert(made.needed.begin(), at(forced.where));
      }
    if (first != nullptr && !made.needed.empty()) explain_between(made, *first, need);
    note_waits(made, index);
    return made;
  }

  // The translated text waits in front of a loop, of a statement, or where the use stands.
  void note_waits(explained_variable& made, variable_index index) const {
    for (const hoist_facts& hoist : facts_.hoists)
      if (hoist.variable == index) made.waits.push_back(at(hoist.anchor.where));
    for (const use_facts& use : facts_.uses)
      if (use.variable == index && use.before != delay_none) made.waits.push_back(at(use.where));
    for (const capture_facts& capture : facts_.captures)
      if (capture.variable == index && capture.before != delay_none)
        made.waits.push_back(at(capture.lambda_node->getBeginLoc()));
  }

  void explain_between(explained_variable& made, const call_facts& first, node_index need) const {
    const auto of_loop = [&](node_index node) {
      return std::ranges::any_of(facts_.loops, [&](const loop_facts& loop) {
        return loop.anchor.nodes.contains(first.node) && !loop.anchor.nodes.contains(need) &&
               loop.anchor.nodes.contains(node);
      });
    };
    made.rounds = of_loop(first.node);
    for (const call_facts& call : facts_.calls) {
      const bool own = first.whole.begin <= call.whole.begin && call.whole.end <= first.whole.end;
      const bool behind = first.node < call.node && at(call.where) < made.needed.front();
      if (!own && !call.is_copy && (behind || of_loop(call.node))) made.between.push_back(explain(call));
    }
  }

  context& x_;
  const function_facts& facts_;
};

}  // namespace mentat::mplc
