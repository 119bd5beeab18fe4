#include "mplc/lower/lower_select.h"

#include <algorithm>
#include <array>

#include "mplc/text/emitted_names.h"

namespace mentat::mplc {
namespace {

template <std::size_t Count>
bool is_one_of(std::string_view word, const std::array<std::string_view, Count>& words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 3> words{"maccept", "mafter", "melse"};
  return is_one_of(word, words);
}

// Words that are part of a type and never the name of a parameter.
bool is_type_word(std::string_view word) {
  static constexpr std::array<std::string_view, 18> words{
      "int",     "long",     "short",    "char",     "bool", "float",
      "double",  "unsigned", "signed",   "const",    "void", "wchar_t",
      "char8_t", "char16_t", "char32_t", "volatile", "auto", "final"};
  return is_one_of(word, words);
}

bool is_qualifier(std::string_view word) { return word == "const" || word == "volatile"; }

bool names_a_type(std::string_view word) {
  static constexpr std::array<std::string_view, 6> words{"::",   "struct", "class",
                                                         "enum", "union",  "typename"};
  return is_one_of(word, words);
}

}  // namespace

void select_lowering::problem(std::size_t token, std::string code, std::string text) {
  result_.problems.push_back({tokens_[token].begin, std::move(code), std::move(text)});
}

std::size_t select_lowering::lower(std::size_t i) {
  const std::size_t close = tokens_.match(i + 1);
  if (close >= tokens_.size()) return lower_unterminated(i);
  const std::size_t problems = result_.problems.size();
  const std::vector<entry> entries = read_entries(i, close);
  writer_.copy_to(tokens_[i].begin);
  if (result_.problems.size() != problems) {
    writer_.blank_to(tokens_[close].end);
    return close + 1;
  }
  select_mark mark{range(i, i + 1), range(i, close + 1), writer_.lowered(), {}};
  writer_.insert_for(tokens_[i].begin, "switch(::mentat::mplc_only__::select__())");
  writer_.blank_to(tokens_[i].end);
  for (const entry& one : entries)
    mark.entries.push_back(write_entry(one, mark.entries.size() + 1));
  writer_.copy_to(tokens_[close].begin);
  writer_.insert("default:__builtin_unreachable();");
  writer_.copy_to(tokens_[close].end);
  result_.selects.push_back(std::move(mark));
  return close + 1;
}

// Blanks the rest of the text and closes open brackets, so that Clang reports nothing more.
std::size_t select_lowering::lower_unterminated(std::size_t i) {
  problem(i, "E0104", "unterminated mselect: the '}' that ends it is missing");
  int open = 0;
  for (std::size_t k = 0; k < i; ++k) open += is(k, "{") ? 1 : is(k, "}") ? -1 : 0;
  writer_.copy_to(tokens_[i].begin);
  for (; open > 0; --open) writer_.insert("};");
  writer_.blank_to(tokens_[tokens_.size() - 1].end);
  return tokens_.size();
}

// Reading.

std::vector<select_lowering::entry> select_lowering::read_entries(std::size_t i,
                                                                  std::size_t close) {
  std::vector<entry> entries;
  const std::size_t problems = result_.problems.size();
  const auto none_yet = [&] { return entries.empty() && result_.problems.size() == problems; };
  std::size_t statement = i + 2;
  bool braces = false;  // in this statement
  const auto end_last = [&](std::size_t end) {
    const std::size_t begin = entries.empty() ? i + 2 : entries.back().body;
    const std::size_t last = behind_last(begin, end);
    if (!entries.empty()) entries.back().end = last;
    return last != begin;
  };
  for (std::size_t k = statement; k < close; ++k) {
    const std::string_view text = tokens_[k].text;
    if (tokens_[k].directive || text == ";") {
      statement = k + 1;
      braces = false;
    } else if (is_keyword(text) && k > statement && is(k - 1, ":")) {
      if (braces) problem(statement, "E0107", "parenthesise a guard that contains braces");
      if (end_last(statement) && none_yet())
        problem(i + 2, "E0106", "expected 'maccept member(parameters)' before the first statement");
      entry made{{}, statement, k - 1, k};
      if (read_entry(made)) {
        entries.push_back(made);
        k = made.body - 1;
      }
      statement = k + 1;
      braces = false;
    } else if (text == "maccept" || is_other_entry(statement, k)) {
      problem(text == "maccept" ? k : k + 1, "E0106",
              text == "maccept" ? "expected a guard and ':' in front of 'maccept'"
                                : "expected 'maccept member(parameters)'");
      statement = k + 1;
    } else if (text == "(" || text == "[") {
      k = std::min(tokens_.match(k), close);
    } else if (text == "{") {
      const bool ends = ends_statement(statement, k);
      k = std::min(tokens_.match(k), close);
      if (ends) statement = k + 1;
      braces = !ends;
    }
  }
  end_last(close);
  if (none_yet()) problem(i, "E0105", "mselect without an entry; it would wait forever");
  return entries;
}

bool select_lowering::read_entry(entry& made) {
  const std::size_t k = made.keyword;
  made.kind = is(k, "maccept")  ? entry_kind::accept
              : is(k, "mafter") ? entry_kind::after
                                : entry_kind::otherwise;
  if (made.kind == entry_kind::otherwise) {
    made.body = k + 1;
    return true;
  }
  const bool accepts = made.kind == entry_kind::accept;
  made.open = accepts ? k + 2 : k + 1;
  made.close = is(made.open, "(") ? tokens_.match(made.open) : tokens_.size();
  made.body = made.close + (accepts ? 2 : 1);
  const bool complete = accepts ? tokens_[k + 1].identifier && is(made.close + 1, ";")
                                : made.close < tokens_.size() && made.close > made.open + 1;
  if (!complete)
    problem(k, "E0106",
            accepts ? "expected 'maccept member(parameters);'" : "expected 'mafter(duration)'");
  return complete;
}

// Behind the last token of a range that is not part of a directive.
std::size_t select_lowering::behind_last(std::size_t begin, std::size_t end) const {
  while (end > begin && tokens_[end - 1].directive) --end;
  return end;
}

// Whether a `{` belongs to a statement, which ends with its `}`, and not to an expression.
bool select_lowering::ends_statement(std::size_t statement, std::size_t brace) const {
  static constexpr std::array<std::string_view, 9> words{"if",     "else", "for",   "while",  "do",
                                                         "switch", "try",  "catch", "mselect"};
  if (is(statement, "[") && is(statement + 1, "[")) statement = tokens_.match(statement) + 1;
  if (statement >= brace || is_one_of(tokens_[statement].text, words)) return true;
  if (!tokens_[statement].identifier) return false;
  const bool label = is(statement + 1, ":") && statement + 2 == brace;
  const bool macro = is(statement + 1, "(") && tokens_.match(statement + 1) + 1 == brace;
  return label || macro;
}

// `: word` or `(guard) : word` that begins no known entry.
bool select_lowering::is_other_entry(std::size_t statement, std::size_t colon) const {
  if (!is(colon, ":") || is_keyword(tokens_[colon + 1].text)) return false;
  return colon == statement || (is(statement, "(") && tokens_.match(statement) + 1 == colon);
}

// Writing.

entry_mark select_lowering::write_entry(const entry& of, std::size_t number) {
  entry_mark mark;
  mark.kind = of.kind;
  mark.head = range(of.guard, of.body);
  mark.keyword = range(of.keyword, of.keyword + 1);
  writer_.copy_to(mark.head.begin);
  mark.case_lowered = writer_.lowered();
  writer_.insert_for(mark.head.begin, "case " + std::to_string(number) + ":{");
  if (of.guard != of.colon) {
    mark.guard = range(of.guard, of.colon);
    mark.parenthesised = is(of.guard, "(") && tokens_.match(of.guard) + 1 == of.colon;
    writer_.insert_for(mark.head.begin, "if(");
    lower_tokens_(of.guard, of.colon);
    writer_.copy_to(mark.guard.end);
    writer_.insert_for(mark.guard.end, ");");
  }
  writer_.blank_to(mark.keyword.end);
  if (of.kind == entry_kind::accept) write_accept(of, mark);
  if (of.kind == entry_kind::after) write_after(of, mark);
  mark.end = of.end > of.body ? tokens_[of.end - 1].end : mark.head.end;
  lower_tokens_(of.body, of.end);
  writer_.copy_to(mark.end);
  writer_.insert_for(mark.end, " break;}");
  return mark;
}

// `put(int x, const T& y);` becomes `int x=any(); const T& y=any_lvalue(); put(x, y);`. The
// parameters are handed on with their declared types, so that overloads can be told apart.
void select_lowering::write_accept(const entry& of, entry_mark& mark) {
  mark.name = range(of.keyword + 1, of.keyword + 2);
  writer_.blank_to(tokens_[of.open].end);
  std::string arguments;
  bool is_hidden = false;  // by a parameter of the same name
  for (const token_range tokens : split_parameters(of)) {
    entry_parameter parameter = read_parameter(tokens);
    const text_range whole = range(tokens.begin, tokens.end);
    const bool named = parameter.name.end != 0;
    const std::string name = named ? without_splices(tokens_.text(parameter.name))
                                   : argument_name(mark.parameters.size());
    is_hidden = is_hidden || name == tokens_[of.keyword + 1].text;
    writer_.blank_to(whole.begin);
    writer_.copy_to(whole.end);
    writer_.insert_for(whole.begin, (named ? "" : " " + name) +
                                        std::string("=::mentat::mplc_only__::any") +
                                        (parameter.lvalue ? "_lvalue__();" : "__();"));
    arguments += (arguments.empty() ? "static_cast<decltype(" : ",static_cast<decltype(") + name +
                 ")&&>(" + name + ")";
    mark.parameters.push_back(parameter);
  }
  writer_.blank_to(tokens_[of.close].end);
  if (is_hidden) writer_.insert_for(mark.name.begin, "this->");
  writer_.copy_word(mark.name.begin, mark.name.end);
  writer_.insert_for(mark.name.begin, "(" + arguments + ")");
  writer_.copy_to(mark.head.end);
}

void select_lowering::write_after(const entry& of, entry_mark& mark) {
  mark.name = range(of.open + 1, of.close);
  writer_.insert_for(mark.keyword.begin, "::mentat::mplc_only__::after__");
  lower_tokens_(of.open, of.close);
  writer_.copy_to(mark.head.end);
  writer_.insert_for(mark.head.end, ";");
}

std::vector<select_lowering::token_range> select_lowering::split_parameters(const entry& of) const {
  std::vector<token_range> parameters;
  std::size_t begin = of.open + 1;
  if (begin == of.close || (is(begin, "void") && begin + 1 == of.close)) return parameters;
  int angles = 0;
  for (std::size_t i = begin; i <= of.close; ++i) {
    if (is(i, "(") || is(i, "[") || is(i, "{")) {
      i = tokens_.match(i);
      continue;
    }
    angles += is(i, "<") ? 1 : is(i, ">") ? -1 : is(i, ">>") ? -2 : 0;
    if (i != of.close && (angles > 0 || !is(i, ","))) continue;
    if (i > begin) parameters.push_back({begin, i});
    begin = i + 1;
  }
  return parameters;
}

entry_parameter select_lowering::read_parameter(token_range tokens) const {
  std::size_t name = tokens.end;  // the declarator continues after it, if at all
  while (name > tokens.begin + 1 && is(name - 1, "]")) {
    std::size_t open = name - 1;
    while (open > tokens.begin && !is(open, "[")) --open;
    if (open == tokens.begin) break;  // a ']' without its '[', or no type before it
    name = open;
  }
  std::size_t type_end = name;
  const std::size_t last = name - 1;
  bool has_type = false;
  for (std::size_t i = tokens.begin; i < last; ++i) has_type |= !is_qualifier(tokens_[i].text);
  entry_parameter made;
  if (has_type && tokens_[last].identifier && !is_type_word(tokens_[last].text) &&
      !names_a_type(tokens_[last - 1].text)) {
    made.name = range(last, last + 1);
    type_end = last;
  }
  if (name != tokens.end) made.after = range(name, tokens.end);
  made.lvalue = is(type_end - 1, "&");
  while (type_end > tokens.begin + 1 && (is(type_end - 1, "&") || is(type_end - 1, "&&")))
    --type_end;
  made.before = range(tokens.begin, type_end);
  return made;
}

}  // namespace mentat::mplc
