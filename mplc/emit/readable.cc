#include "mplc/emit/readable.h"

#include <algorithm>
#include <map>

#include "clang/Format/Format.h"
#include "mplc/lower/raw_tokens.h"
#include "mplc/text/edits.h"
#include "mplc/text/emitted_names.h"

namespace mentat::mplc {
namespace {

constexpr std::string_view prelude = "#include <mentat/mpl.h>";

// Whether a place is inside an `#if`, other than the include guard of a header.
bool conditional(std::string_view before) {
  int depth = 0;
  bool first = true, guard = false;
  for (auto at = before.find("\n#"); at != std::string_view::npos;
       at = before.find("\n#", at + 1)) {
    const auto word = before.substr(at + 2);
    if (first) guard = word.starts_with("ifndef");
    first = false;
    depth += word.starts_with("if") ? 1 : word.starts_with("endif") ? -1 : 0;
  }
  return depth > (guard ? 1 : 0);
}

// The first line of generated text includes the run-time system's header. Where the user includes
// the prelude, that line takes its place.
std::string with_one_include(const std::string& text) {
  constexpr std::string_view ours = "#include <mentat/";
  if (!text.starts_with(ours)) return text;
  auto end = text.find('\n');
  if (text.compare(end + 1, ours.size() + 4, std::string(ours) + "main") == 0)
    end = text.find('\n', end + 1);
  if (end == std::string::npos) return text;
  const auto at = text.find("\n" + std::string(prelude), end);
  if (at == std::string::npos || conditional(std::string_view(text).substr(end, at - end)))
    return text;
  return text.substr(end + 1, at - end) + text.substr(0, end) +
         text.substr(at + 1 + prelude.size());
}

bool declares_name(const raw_tokens& tokens, std::size_t i) {
  return i > 0 &&
         (tokens.is(i - 1, "namespace") || tokens.is(i - 1, "class") ||
          tokens.is(i - 1, "struct") || tokens.is(i - 1, "using") || tokens.is(i - 1, "enum"));
}

// Counts how often each name is declared as a namespace or type of its own.
std::map<std::string_view, int> count_declarations(const raw_tokens& tokens) {
  std::map<std::string_view, int> count;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].identifier && declares_name(tokens, i) && !tokens.is(i + 1, ";") &&
        !tokens.is(i + 1, "::"))
      ++count[tokens[i].text];
  return count;
}

// `::mentat::x` and `::counter_impl__::x` become `mentat::x` and
// `counter_impl__::x`, unless the name
// may mean something else somewhere.
std::string without_global_scope(const std::string& text) {
  const raw_tokens tokens(text);
  auto declared = count_declarations(tokens);
  std::string made;
  text_offset kept = 0;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens.is(i, "::") || tokens[i].end != tokens[i + 1].begin) continue;
    const bool qualified = i > 0 && (tokens[i - 1].identifier || tokens.is(i - 1, ">")) &&
                           tokens[i - 1].end == tokens[i].begin;
    if (qualified) continue;
    const std::string_view name = tokens[i + 1].text;
    const bool safe = name == "mentat" ? declared[name] == 0 && tokens.is(i + 2, "::")
                                       : name.ends_with(impl_suffix) && declared[name] == 1;
    if (!safe) continue;
    made.append(text, kept, tokens[i].begin - kept);
    kept = tokens[i].end;
  }
  return made + text.substr(kept);
}

// A blank line in front of each server section, and of main.
std::string spaced(std::string text) {
  for (const std::string_view section :
       {"\ntemplate <> struct mentat::server__<", "\nint main(int argc__, char** argv__) {"})
    for (auto at = text.find(section); at != std::string::npos; at = text.find(section, at + 2))
      text.insert(at, "\n");
  return text;
}

std::string formatted(const std::string& text, const std::string& source) {
  auto style = clang::format::getStyle("file", source, "Google", text);
  if (!style) {
    llvm::consumeError(style.takeError());
    return text;
  }
  const auto whole = clang::tooling::Range(0, static_cast<unsigned>(text.size()));
  auto made = clang::tooling::applyAllReplacements(
      text, clang::format::reformat(*style, text, whole, source));
  if (made) return *made;
  llvm::consumeError(made.takeError());
  return text;
}

}  // namespace

std::string readable(const std::string& generated, const std::string& source) {
  return generated.empty()
             ? generated
             : formatted(spaced(without_global_scope(with_one_include(generated))), source);
}

}  // namespace mentat::mplc
