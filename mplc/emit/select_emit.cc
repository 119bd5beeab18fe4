#include "mplc/emit/select_emit.h"

#include <algorithm>

#include "mplc/emit/user_text.h"

namespace mentat::mplc {
namespace {

class select_emitter {
 public:
  select_emitter(std::string_view original, edits& changes)
      : original_(original), changes_(changes) {}

  void emit(const select_facts& select) {
    std::string head = "switch (::mentat::select__ mentat_select__; (";
    for (const arm_facts& arm : select.arms) head += enabled(arm) + ", ";
    head += "mentat_select__.block_predicate__()))";
    for (const arm_facts& arm : select.arms) emit_arm(arm);
    changes_.insert_before(select.mark->whole.end - 1, "default: break; ");
    changes_.replace(select.mark->keyword.begin, select.mark->keyword.end, head);
  }

 private:
  // A piece of the user's text with its edits, on one line. Overlapping edits are found when the
  // whole text is rendered.
  [[nodiscard]] std::string line(text_range range) const {
    if (range.begin == range.end) return {};
    return one_line(changes_.render(original_, range.begin, range.end).value_or(std::string()));
  }

  [[nodiscard]] std::string enabled(const arm_facts& arm) const {
    const entry_mark& mark = *arm.mark;
    const std::string number = std::to_string(arm.number);
    std::string call = "mentat_select__.";
    if (mark.kind == entry_kind::accept)
      call += "enable_operation__<" + arm.tag + ">(" + number + ")";
    if (mark.kind == entry_kind::after)
      call += "enable_after__(" + number + ", " + line(mark.name) + ")";
    if (mark.kind == entry_kind::otherwise) call += "enable_else__(" + number + ")";
    if (mark.guard.end == 0)
      return mark.kind == entry_kind::accept ? "static_cast<void>(" + call + ")" : call;
    const std::string guard = line(mark.guard);
    return "static_cast<void>(" + (mark.parenthesised ? guard : "(" + guard + ")") + " && " + call +
           ")";
  }

  void emit_arm(const arm_facts& arm) {
    const entry_mark& mark = *arm.mark;
    std::string text = "case " + std::to_string(arm.number) + ": {";
    for (const arm_parameter& one : arm.used)
      text += " " + line(one.before) + " " + one.name + line(one.after) +
              " = mentat_select__.argument__<" + arm.tag + ", " + std::to_string(one.number) +
              ">();";
    if (mark.kind == entry_kind::accept) text += " mentat_select__.serve__();";
    changes_.fold(mark.head.begin, mark.head.end, lines_of(mark.head) + text);
    // After every edit that wraps the last statement.
    changes_.insert_before(mark.end, arm.open_end ? " break; }" : " }");
  }

  // The newlines of a piece of text, and the indentation of its last line.
  [[nodiscard]] std::string lines_of(text_range range) const {
    const std::string_view text = original_.substr(range.begin, range.end - range.begin);
    const auto newline = text.rfind('\n');
    if (newline == std::string_view::npos) return {};
    const std::string_view last = text.substr(newline + 1);
    return std::string(static_cast<std::size_t>(std::ranges::count(text, '\n')), '\n') +
           std::string(last.substr(0, last.find_first_not_of(" \t")));
  }

  std::string_view original_;
  edits& changes_;
};

}  // namespace

void emit_selects(const std::vector<select_facts>& selects, std::string_view original,
                  edits& changes) {
  for (const select_facts& select : selects) select_emitter(original, changes).emit(select);
}

}  // namespace mentat::mplc
