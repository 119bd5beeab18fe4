#include "tools/mentat/users_names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "tools/mentat/replace_all.h"

namespace mentat::command {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The position after the `>` that closes the `<` at `open`; npos if it is missing.
std::size_t behind_angle(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '<') ++depth;
    if (text[at] == '>' && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

/// The start of the qualified name that ends at `end`.
std::size_t begin_of_name(std::string_view text, std::size_t end) {
  int depth = 0;
  std::size_t at = end;
  for (; at > 0; --at) {
    const char c = text[at - 1];
    if (c == '>') ++depth;
    const bool part = depth > 0 || in_word(c) || c == ':' || c == '~';
    if (c == '<') --depth;
    if (!part || c == '\n') break;
  }
  return at;
}

/// `void f(mentat::rtf_sink__<int>&, int)` becomes `int f(int)`.
void drop_sinks(std::string& text) {
  constexpr std::string_view sink = "(mentat::rtf_sink";
  for (auto at = text.find(sink); at != std::string::npos; at = text.find(sink, at + 1)) {
    std::size_t open = at + sink.size();
    if (text.compare(open, 2, "__") == 0) open += 2;
    const std::size_t close =
        open < text.size() && text[open] == '<' ? behind_angle(text, open) : std::string::npos;
    if (close == std::string::npos || text.compare(close, 1, "&") != 0) continue;
    std::string result = text.substr(open + 1, close - open - 2);
    result.erase(result.find_last_not_of(' ') + 1);
    std::size_t end = close + 1;
    if (text.compare(end, 13, " mentat_rtf__") == 0) end += 13;
    if (text.compare(end, 2, ", ") == 0) end += 2;
    text.erase(at + 1, end - at - 1);
    const std::size_t name = begin_of_name(text, at);
    constexpr std::string_view nothing = "void ";
    if (name >= nothing.size() && text.compare(name - nothing.size(), nothing.size(), nothing) == 0)
      text.replace(name - nothing.size(), nothing.size() - 1, result);
  }
}

/// `counter_impl__::mentat_stubs__::add(int, mentat::source_place__)` loses its last parameter.
void drop_places(std::string& text, std::string_view place) {
  constexpr std::string_view of_stubs = "::mentat_stubs__::";
  for (auto at = text.find(of_stubs); at != std::string::npos; at = text.find(of_stubs, at + 1)) {
    const auto end_of_line = std::min(text.find('\n', at), text.size());
    const auto found = text.find(place, at);
    if (found >= end_of_line || text.compare(found + place.size(), 1, ")") != 0) continue;
    const bool alone = text[found - 1] == '(';
    text.erase(found - (alone ? 0 : 2), place.size() + (alone ? 0 : 2));
  }
}

/// `mentat::handle<counter_impl__>` becomes `counter_impl__`.
void unwrap_handles(std::string& text) {
  for (const std::string_view word : {"mentat::handle__<", "mentat::handle<"})
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
      const std::size_t open = at + word.size() - 1, close = behind_angle(text, open);
      if (close == std::string::npos || text.find("_impl__", open) >= close) {
        at = open;
        continue;
      }
      const std::string what = text.substr(open + 1, close - open - 2);
      text.replace(at, close - at, what.substr(0, what.find_last_not_of(' ') + 1));
      if (at >= 6 && text.compare(at - 6, 6, "class ") == 0) text.erase(at - 6, 6);
    }
}

/// `[with T = int; mentat::work_unit__ = mentat::work_unit]` loses the names hidden from users.
void drop_own_aliases(std::string& text) {
  constexpr std::string_view with = "[with ";
  for (auto at = text.find(with); at != std::string::npos; at = text.find(with, at + 1)) {
    const auto end = text.find_first_of("]\n", at);
    if (end == std::string::npos || text[end] != ']') continue;
    std::string kept;
    for (std::size_t item = at + with.size(); item < end;) {
      const std::size_t next = std::min(text.find("; ", item), end);
      const std::string one = text.substr(item, next - item);
      if (!one.starts_with("mentat::")) kept += (kept.empty() ? "" : "; ") + one;
      item = next + 2;
    }
    const bool alone = kept.empty() && at > 0 && text[at - 1] == ' ';
    text.replace(at - (alone ? 1 : 0), end + 1 - at + (alone ? 1 : 0),
                 kept.empty() ? "" : std::string(with) + kept + "]");
  }
}

bool is_hash(std::string_view word) {
  return word.size() == 9 && word[0] == '_' &&
         std::all_of(word.begin() + 1, word.end(), [](char c) {
           return std::isdigit(static_cast<unsigned char>(c)) != 0 || (c >= 'a' && c <= 'f');
         });
}

/// The user's name for a name made by mplc; any other name is unchanged.
std::string users_word(std::string_view word) {
  if (word == "mentat_main__") return "main";
  if (word == "mentat_rtf__") return "rtf";
  constexpr std::array<std::string_view, 3> of_functions{"_body__", "_local__", "_tag__"};
  std::string_view stem;
  for (const std::string_view suffix : of_functions)
    if (word.ends_with(suffix)) stem = word.substr(0, word.size() - suffix.size());
  if (const auto at = word.rfind("_default_"); word.ends_with("__") && at != std::string_view::npos)
    stem = word.substr(0, at);
  if (!stem.empty()) {
    if (stem.size() > 9 && is_hash(stem.substr(stem.size() - 9))) stem.remove_suffix(9);
    return std::string(stem);
  }
  constexpr std::string_view of_classes = "_impl__";
  if (word.size() > of_classes.size() && word.ends_with(of_classes))
    return std::string(word.substr(0, word.size() - of_classes.size()));
  for (const std::string_view prefix : {"mentat_slot_", "mentat_scope_", "mentat_elements_"})
    if (word.starts_with(prefix) && word.ends_with("__"))
      return std::string(word.substr(prefix.size(), word.size() - prefix.size() - 2));
  return std::string(word);
}

std::string with_users_words(const std::string& text) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end == at) {
      made += text[at++];
      continue;
    }
    const std::string_view word = std::string_view(text).substr(at, end - at);
    constexpr std::string_view of_mentat = "mentat::";
    if (made.ends_with(of_mentat) && word.size() > 2 && word.ends_with("__"))
      made += word.substr(0, word.size() - 2);
    else
      made += users_word(word);
    at = end;
  }
  replace_all(made, "::mentat_stubs__", "");
  return made;
}

/// The text without colours and quotes.
std::string bare(std::string_view text) {
  std::string made;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\033') {
      while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) == 0) ++at;
    } else if (text.substr(at).starts_with("\u2018") || text.substr(at).starts_with("\u2019")) {
      at += 2;
    } else if (text[at] != '\'') {
      made += text[at];
    }
  }
  return made;
}

/// `counter {aka counter}` is `counter`.
void drop_equal_akas(std::string& text) {
  constexpr std::string_view aka = " {aka ";
  for (auto at = text.find(aka); at != std::string::npos; at = text.find(aka, at)) {
    const auto end = text.find_first_of("}\n", at);
    if (end == std::string::npos || text[end] != '}') {
      ++at;
      continue;
    }
    const std::string other = bare(std::string_view(text).substr(at + aka.size(), end - at - 6));
    const auto line = text.rfind('\n', at) + 1;
    const std::string before = bare(std::string_view(text).substr(line, at - line));
    const auto unscoped = other.rfind("::");
    const bool same = before.ends_with(other) || (unscoped != std::string::npos &&
                                                  before.ends_with(other.substr(unscoped + 2)));
    if (same)
      text.erase(at, end + 1 - at);
    else
      at = end;
  }
}

}  // namespace

std::string in_users_names(std::string text) {
  if (text.find("__") == std::string::npos && text.find("mentat::") == std::string::npos)
    return text;
  drop_sinks(text);
  for (const std::string_view place : {"mentat::source_place__", "std::source_location"})
    drop_places(text, place);
  unwrap_handles(text);
  drop_own_aliases(text);
  text = with_users_words(text);
  drop_equal_akas(text);
  return text;
}

}  // namespace mentat::command
