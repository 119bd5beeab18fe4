#include "tools/mentat/usage.h"

#include <algorithm>
#include <sstream>

namespace mentat::command {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, at);) parts.push_back(word);
  return parts;
}

/// Splits "a|b|c" into words; none unless there are several, each of small letters.
std::vector<std::string> alternatives(const std::string& text) {
  std::vector<std::string> words = split(text, '|');
  const auto is_word = [](const std::string& word) {
    return !word.empty() && std::all_of(word.begin(), word.end(),
                                        [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
  };
  if (words.size() < 2 || !std::all_of(words.begin(), words.end(), is_word)) words.clear();
  return words;
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string::npos ? "" : line.substr(begin);
}

/// Parses "  -f, --follow  help" or "  --json=FILE  help"; help may continue on later lines.
verb_option read_option(const std::string& line) {
  verb_option option;
  std::string rest = trimmed(line);
  const std::size_t gap = rest.find("  ");
  if (gap != std::string::npos) option.help = trimmed(rest.substr(gap));
  for (std::string name : split(rest.substr(0, gap), ',')) {
    name = trimmed(name);
    const std::size_t end = name.find_first_of("= ");
    if (end != std::string::npos) option.value = name.substr(end + 1);
    option.names.push_back(name.substr(0, end));
  }
  return option;
}

std::vector<verb_option> read_options(const std::string& section) {
  std::vector<verb_option> options;
  for (const std::string& line : split(section, '\n')) {
    if (line.starts_with("  -"))
      options.push_back(read_option(line));
    else if (!options.empty())
      options.back().help += (options.back().help.empty() ? "" : " ") + trimmed(line);
  }
  return options;
}

std::string section_of(const std::string& text, std::string_view title) {
  std::istringstream lines(text);
  std::string found, line;
  while (std::getline(lines, line) && line != title) {
  }
  while (std::getline(lines, line) && !line.empty()) found += line + "\n";
  return found;
}

}  // namespace

std::vector<std::string> verb_option::choices() const { return alternatives(value); }

std::vector<verb_option> verb_usage::options() const { return read_options(section("Options:")); }

std::vector<std::string> verb_usage::choices() const {
  std::istringstream words(text.substr(0, text.find('\n')));
  for (std::string word; words >> word;)
    if (auto found = alternatives(word); !found.empty()) return found;
  return name == "config" ? std::vector<std::string>{"show", "list"} : std::vector<std::string>{};
}

std::string verb_usage::section(std::string_view title) const { return section_of(text, title); }

expected<usage_table> usage_table::parse(const std::string& text) {
  usage_table table;
  std::string group;
  std::string ignored;
  std::string* part = &ignored;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("== ")) {
      *part += line + "\n";
    } else if (line == "== head" || line == "== foot") {
      part = line == "== head" ? &table.head_ : &table.foot_;
    } else if (line.starts_with("== group ")) {
      group = line.substr(9);
      part = &ignored;
    } else if (const std::size_t colon = line.find(": ");
               line.starts_with("== verb ") && colon != std::string::npos) {
      table.verbs_.push_back({line.substr(8, colon - 8), group, line.substr(colon + 2), ""});
      part = &table.verbs_.back().text;
    } else {
      return fail("the table of verbs has an unexpected line: " + line);
    }
  }
  if (table.verbs_.empty()) return fail("the table of verbs is empty");
  return table;
}

std::string usage_table::overview() const {
  std::string text = head_, group;
  for (const verb_usage& verb : verbs_) {
    if (verb.group != group) text += "\n" + verb.group + ":\n";
    group = verb.group;
    const std::size_t width = std::max<std::size_t>(verb.name.size(), 17);
    text += "  " + verb.name + std::string(width - verb.name.size() + 1, ' ') + verb.summary + "\n";
  }
  return text + "\n" + foot_;
}

const verb_usage* usage_table::find(std::string_view name) const {
  for (const verb_usage& verb : verbs_)
    if (verb.name == name) return &verb;
  return nullptr;
}

std::vector<verb_option> usage_table::general_options() const {
  return read_options(section_of(foot_, "Options, in front of the verb:"));
}

}  // namespace mentat::command
