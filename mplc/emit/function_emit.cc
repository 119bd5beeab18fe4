#include "mplc/emit/function_emit.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "mplc/text/emitted_names.h"
#include "mplc/text/text_scan.h"

namespace mentat::mplc {
namespace {

// Text around a range. Of two at the same range, the lower rank is the outer one.
struct wrapping {
  text_offset begin, end;
  int rank;
  std::string open, close;
};

enum rank : int { around_statement, around_result, around_value, around_path, around_name };

class emitter {
 public:
  emitter(const function_facts& facts, std::string_view original, edits& changes)
      : facts_(facts), original_(original), changes_(changes) {
    for (const declaration_facts& declaration : facts.declarations)
      for (const declarator_facts& later : declaration.later) later_.insert(later.variable);
    for (const use_facts& use : facts.uses)
      by_path_.try_emplace({use.path.begin, use.path.end}, &use);
    for (const return_facts& leave : facts.returns)
      if (leave.ends) ending_.insert({leave.value.begin, leave.value.end});
    for (const rtf_facts& rtf : facts.rtfs)
      if (rtf.ends) ending_.insert({rtf.moved.begin, rtf.moved.end});
  }

  void run() {
    for (const hoist_facts& hoist : facts_.hoists) emit_hoist(hoist);
    for (const use_facts& use : facts_.uses)
      if (facts_.variables[use.variable].live()) emit_use(use);
    emit_captures();
    for (const call_facts& call : facts_.calls)
      if (call.editable) emit_call(call);
    for (const declaration_facts& declaration : facts_.declarations) emit_split(declaration);
    emit_guards();
    for (const rtf_facts& rtf : facts_.rtfs) emit_rtf(rtf);
    for (const return_facts& leave : facts_.returns) emit_return(leave);
    for (const text_span& value : facts_.copied)
      wrap(value, around_value, "::mentat::by_value__(", ")");
    for (const text_span& name : facts_.moved) move(name);
    apply();
  }

 private:
  [[nodiscard]] std::string_view text(text_offset begin, text_offset end) const {
    return original_.substr(begin, end - begin);
  }

  void wrap(text_span range, int rank, std::string open, std::string close) {
    wrappings_.push_back({range.begin, range.end, rank, std::move(open), std::move(close)});
  }

  void replace(text_span range, std::string by) {
    if (replaced_.insert({range.begin, range.end}).second)
      changes_.replace(range.begin, range.end,
                       std::move(by) + newlines_of(text(range.begin, range.end)));
  }

  // Outer texts first: edits nest insertions at one place in their order.
  void apply() {
    std::ranges::stable_sort(wrappings_, [](const wrapping& left, const wrapping& right) {
      return std::tuple(left.begin, ~left.end, left.rank) <
             std::tuple(right.begin, ~right.end, right.rank);
    });
    std::set<std::tuple<text_offset, text_offset, std::string, std::string>> done;
    for (wrapping& one : wrappings_) {
      if (!done.insert({one.begin, one.end, one.open, one.close}).second) continue;
      if (!one.open.empty()) changes_.insert_before(one.begin, std::move(one.open));
      if (!one.close.empty()) changes_.insert_after(one.end, std::move(one.close));
    }
  }

  static const char* resolve_of(delay delayed) {
    return (delayed & delay_elements) != 0 ? "::mentat::RESOLVE_ALL__(" : "::mentat::RESOLVE__(";
  }

  // Statements.
  void emit_hoist(const hoist_facts& hoist) {
    const std::string resolve =
        resolve_of(hoist.elements ? delay_elements : delay_whole) + hoist.path + "); ";
    wrap(hoist.anchor.text, around_statement, (hoist.anchor.in_block ? "" : "{ ") + resolve,
         hoist.anchor.in_block ? "" : " }");
  }

  void emit_rtf(const rtf_facts& rtf) {
    replace(rtf.name, rtf.before_wait.empty()
                          ? std::string(sink_name)
                          : std::string(sink_name) + ".before_wait__<" + rtf.before_wait + ">()");
    if (rtf.moved.end != 0) move(rtf.moved);
    if (rtf.lasting.end != 0) wrap(rtf.lasting, around_value, "", ".get()");
  }

  void emit_return(const return_facts& leave) {
    replace({leave.keyword.begin, leave.value.begin}, "return " + std::string(sink_name) + "(");
    wrap(leave.value, around_result, leave.comma ? "(" : "", leave.comma ? "))" : ")");
    if (leave.moves) move(leave.value);
    if (leave.lasting.end != 0) wrap(leave.lasting, around_value, "", ".get()");
  }

  // Moves out of a local variable, unless it is passed on as an arc.
  void move(text_span name) {
    const auto known = by_path_.find({name.begin, name.end});
    const use_facts* use = known == by_path_.end() ? nullptr : known->second;
    const bool is_result = use != nullptr && facts_.variables[use->variable].live();
    if (is_result && use->before != delay_none && !use->whole_statement) return;
    // The name of a slot is a reference.
    const bool slot = is_result && facts_.variables[use->variable].slot &&
                      !facts_.variables[use->variable].constant;
    const std::string type = slot ? facts_.variables[use->variable].type
                                  : "decltype(" + std::string(text(name.begin, name.end)) + ")";
    wrap(name, around_value, "static_cast<" + type + "&&>(", ")");
  }

  // Calls.
  void emit_call(const call_facts& call) {
    if (call.is_copy) return emit_copy(call);
    if (call.pushes && call.place == call_place::assigned)
      replace({call.container.end, call.whole.begin}, ", ");
    const bool blocks = call.place == call_place::value;
    replace(call.name, (blocks ? "call_fn__<" : "invoke_fn__<") + call.tag + ">");
    std::string defaults;
    for (const std::string& one : call.defaults)
      defaults += (call.bare && defaults.empty() ? "" : ", ") + one;
    if (!defaults.empty() && defaulted_.insert(call.close).second)
      changes_.insert_before(call.close, defaults);
    for (const braced_argument& argument : call.braced)
      wrap(argument.text, around_value,
           call.tag + "::value__<" + std::to_string(argument.number) + ">", "");
    if (call.place == call_place::initialises) emit_initialiser(call);
  }

  // `a = b;` is RV_COPY(a, b), `v.push_back(b);` is RV_PUSH_BACK(v, b).
  void emit_copy(const call_facts& copy) {
    if (copy.place != call_place::copied) return;
    replace({copy.name.end, copy.whole.begin}, ", ");
    if (!copy.pushes) wrap(copy.whole, around_result, "", ")");
  }

  void emit_initialiser(const call_facts& call) {
    const variable_facts& variable = facts_.variables[call.target];
    const initialiser_facts& from = call.initialiser;
    const text_span between{from.name.end, call.whole.begin};
    for (const text_offset closer : from.closers) replace({closer, closer + 1}, "");
    if (variable.slot) {
      const bool first = !is_later(call.target);
      if (first)
        wrap({from.statement, from.statement}, around_statement, slot_declaration(variable), "");
      if (first) changes_.insert_before(from.name.begin, "&");
      replace(between,
              " = " + slot_name(variable.name) + ".value__(); " + slot_name(variable.name) + " = ");
      return;
    }
    if (from.automatic.end != 0 && !is_later(call.target)) replace(from.automatic, variable.type);
    replace(between, ";" + scope_of(variable) + " ::mentat::RV_INSERT__(" + variable.name + ") = ");
  }

  static std::string slot_declaration(const variable_facts& variable) {
    return "::mentat::rv_slot__<" + variable.type + "> " + slot_name(variable.name) + "; ";
  }
  static std::string scope_of(const variable_facts& variable) {
    return " ::mentat::rv_scope__ " + scope_name(variable.name) + "(" + variable.name + ");";
  }

  // Declarations.
  [[nodiscard]] bool is_split(const declaration_facts& declaration) const {
    return std::ranges::any_of(declaration.initialised,
                               [&](variable_index v) { return facts_.variables[v].live(); });
  }

  // Whether it stands behind a comma of its declaration.
  [[nodiscard]] bool is_later(variable_index variable) const { return later_.contains(variable); }

  // `T a = A.f(), b = B.g();` becomes one declaration for each name.
  void emit_split(const declaration_facts& declaration) {
    if (!is_split(declaration)) return;
    for (const declarator_facts& later : declaration.later) {
      replace({later.comma, later.comma + 1}, ";");
      const bool initialised = later.variable != nothing &&
                               facts_.variables[later.variable].live() &&
                               std::ranges::find(declaration.initialised, later.variable) !=
                                   declaration.initialised.end();
      std::string before = later.type + " ";
      if (initialised && facts_.variables[later.variable].slot)
        before = slot_declaration(facts_.variables[later.variable]) + later.type + "& ";
      changes_.insert_before(later.name.begin, before);
    }
  }

  // A variable must leave the table with its scope. Otherwise another variable in the same memory
  // would get its value.
  void emit_guards() {
    std::set<variable_index> initialised;
    for (const call_facts& call : facts_.calls)
      if (call.place == call_place::initialises) initialised.insert(call.target);
    std::map<text_offset, std::string> guards;
    for (variable_index v = 0; v < facts_.variables.size(); ++v) {
      const variable_facts& variable = facts_.variables[v];
      if (!variable.live()) continue;
      std::string& guard = guards[*variable.guard];
      if ((variable.assigned & delay_whole) != 0 && !initialised.contains(v))
        guard += scope_of(variable);
      if ((variable.assigned & delay_elements) != 0)
        guard += " ::mentat::rv_scope_all__ " + elements_name(variable.name) + "(" + variable.name +
                 ");";
    }
    for (auto& [at, guard] : guards)
      if (!guard.empty()) changes_.insert_after(at, std::move(guard));
  }

  // Uses.
  void emit_use(const use_facts& use) {
    const variable_facts& variable = facts_.variables[use.variable];
    const bool whole = (use.before & delay_whole) != 0,
               elements = (use.before & delay_elements) != 0;
    switch (use.kind) {
      case use_kind::grown:
        wrap(use.name, around_path, "::mentat::RV_PUSH_BACK__(", "");
        if (whole) wrap(use.name, around_name, "::mentat::RESOLVE__(", ")");
        return;
      case use_kind::copied_from:
        if (use.element && whole) wrap(use.name, around_name, "::mentat::RESOLVE__(", ")");
        return;
      case use_kind::copied_to:
      case use_kind::assigned:
        if (use.kind == use_kind::copied_to)
          wrap(use.path, around_path, "::mentat::RV_COPY__(", "");
        else
          wrap(use.path, around_path, "::mentat::RV_INSERT__(", ")");
        if (use.depth == 0 && elements) resolve_name(use);
        if (whole && (use.element || variable.slot))
          wrap(use.name, around_name, "::mentat::RESOLVE__(", ")");
        return;
      case use_kind::overwritten:
        return emit_overwriting(use, variable);
      case use_kind::argument:
        if (is_ending(use, variable))
          return wrap(use.path, around_path, "::mentat::RV_ENDING__(", ")");
        if (use.depth == 0 && elements) return resolve_name(use);
        if (use.element && whole) wrap(use.name, around_name, "::mentat::RESOLVE__(", ")");
        if (use.element ? elements : whole)
          wrap(use.path, around_path, "::mentat::PRV_TO_ARG__(", ")");
        return;
      case use_kind::size:
        if (whole) wrap(use.name, around_name, "::mentat::RESOLVE__(", ")");
        return;
      case use_kind::strict:
        return emit_strict(use, variable);
    }
  }

  // A result with delayed parts, in a variable that ends with the function.
  [[nodiscard]] bool is_ending(const use_facts& use, const variable_facts& variable) const {
    return use.depth == 0 && use.before != delay_none && !variable.slot &&
           ((use.before & delay_elements) != 0 || variable.shallowest_whole > 0) &&
           ending_.contains({use.path.begin, use.path.end});
  }

  void resolve_name(const use_facts& use) {
    wrap(use.name, around_name, resolve_of(use.before), ")");
  }

  void emit_strict(const use_facts& use, const variable_facts& variable) {
    const bool moved_out_of_slot = use.whole_statement && variable.slot && !variable.constant;
    if (moved_out_of_slot)
      wrap(use.name, around_name, "static_cast<" + variable.type + "&&>(", ")");
    if (use.before == delay_none) return;
    if (use.whole_statement)
      return wrap(use.statement, around_statement,
                  "{ " + (resolve_of(use.before) + variable.name) + "); ", " }");
    if (use.depth == 0 || use.everything) return resolve_name(use);
    emit_part(use, "::mentat::RESOLVE__(");
  }

  // A part of a variable: in a vector the vector itself must be actual before its element can be
  // asked for.
  void emit_part(const use_facts& use, const char* open) {
    const bool whole = (use.before & delay_whole) != 0,
               elements = (use.before & delay_elements) != 0;
    if (use.element && whole) wrap(use.name, around_name, "::mentat::RESOLVE__(", ")");
    if (use.element ? elements : whole) wrap(use.path, around_path, open, ")");
  }

  // A new value makes the old one irrelevant, unless a part larger than the overwritten one may be
  // delayed.
  void emit_overwriting(const use_facts& use, const variable_facts& variable) {
    if (use.before == delay_none) return;
    if (use.everything || (use.depth == 0 && (variable.slot || (use.before & delay_elements) != 0)))
      return resolve_name(use);
    const unsigned shallowest =
        use.element ? variable.shallowest_element : variable.shallowest_whole;
    emit_part(use, shallowest < use.depth ? "::mentat::RESOLVE__(" : "::mentat::RV_DELETE__(");
  }

  void emit_captures() {
    std::map<std::pair<text_offset, text_offset>, std::string> resolves;
    for (const capture_facts& capture : facts_.captures) {
      if (capture.before == delay_none || !facts_.variables[capture.variable].live()) continue;
      std::string& before = resolves[{capture.lambda.begin, capture.lambda.end}];
      before += "static_cast<void>(";
      before += resolve_of(capture.before) + facts_.variables[capture.variable].name + ")), ";
    }
    for (auto& [range, resolve] : resolves)
      wrap({range.first, range.second}, around_value, "(" + resolve, ")");
  }

  const function_facts& facts_;
  std::string_view original_;
  edits& changes_;
  std::vector<wrapping> wrappings_;
  std::set<std::pair<text_offset, text_offset>> replaced_;
  std::set<text_offset> defaulted_;
  std::set<variable_index> later_;
  std::set<std::pair<text_offset, text_offset>> ending_;  // variables that end with their result
  std::map<std::pair<text_offset, text_offset>, const use_facts*> by_path_;  // the first of each
};

}  // namespace

void emit_function(const function_facts& facts, std::string_view original, edits& changes) {
  emitter(facts, original, changes).run();
}

}  // namespace mentat::mplc
