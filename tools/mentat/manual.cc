#include "tools/mentat/manual.h"

#include <algorithm>
#include <sstream>

namespace mentat::command {
namespace {

std::string escaped(const std::string& text) {
  std::string made;
  for (const char c : text) {
    if (c == '\\')
      made += "\\e";
    else if (c == '-')
      made += "\\-";
    else
      made += c;
  }
  return made;
}

/// Escapes a line of text that would otherwise be a request.
std::string line_of(const std::string& text) {
  const bool like_request = text.starts_with('.') || text.starts_with('\'');
  return (like_request ? "\\&" : "") + escaped(text) + "\n";
}

std::string as_it_is(const std::string& lines) {
  std::istringstream all(lines);
  std::string text = ".nf\n";
  for (std::string line; std::getline(all, line);)
    text += line_of(line.substr(std::min(line.find_first_not_of(' '), line.size())));
  return text + ".fi\n";
}

std::string head(const std::string& name, const std::string& version) {
  std::string large = name;
  std::transform(large.begin(), large.end(), large.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return ".TH \"" + escaped(large) + "\" 1 \"\" \"Mentat " + version + "\" \"Mentat\"\n";
}

std::string option_list(const std::vector<verb_option>& options) {
  std::string text;
  for (const verb_option& option : options) {
    text += ".TP\n";
    std::string names;
    for (const std::string& name : option.names)
      names += (names.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
    if (!option.value.empty()) names += "=\\fI" + escaped(option.value) + "\\fR";
    text += names + "\n" + line_of(option.help);
  }
  return text;
}

std::vector<std::string> paragraphs(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  bool inside = false;
  for (std::string line; std::getline(lines, line); inside = !line.empty()) {
    if (line.empty()) continue;
    if (!inside) found.emplace_back();
    found.back() += line + "\n";
  }
  return found;
}

/// Formats a titled paragraph as a section of the page, or as a paragraph of the description.
std::string paragraph(const std::string& text) {
  const std::string exit_status = "Exit status: ";
  if (text.starts_with("Examples:\n")) return ".SH EXAMPLES\n" + as_it_is(text.substr(10));
  if (text.starts_with(exit_status))
    return ".SH EXIT STATUS\n" +
           line_of(text.substr(exit_status.size(), text.size() - exit_status.size() - 1));
  if (text.starts_with("  ")) return as_it_is(text);
  std::istringstream lines(text);
  std::string made = ".PP\n";
  for (std::string line; std::getline(lines, line);) made += line_of(line);
  return made;
}

std::string page_of(const verb_usage& verb, const std::string& version) {
  std::string text = head("mentat-" + verb.name, version) + ".SH NAME\nmentat\\-" +
                     escaped(verb.name) + " \\- " + escaped(verb.summary) + "\n.SH SYNOPSIS\n";
  bool first = true;
  for (const std::string& each : paragraphs(verb.text)) {
    const std::string usage = "usage: ";
    if (each.starts_with(usage))
      text += as_it_is(each.substr(usage.size()));
    else if (each.starts_with("Options:\n"))
      text += ".SH OPTIONS\n" + option_list(verb.options());
    else
      text += (first ? ".SH DESCRIPTION\n" : "") + paragraph(each).substr(first ? 4 : 0);
    first = each.starts_with(usage);
  }
  return text + ".SH SEE ALSO\n.BR mentat (1)\n";
}

std::string main_page(const usage_table& table, const std::string& version) {
  std::string text = head("mentat", version) +
                     ".SH NAME\nmentat \\- write, run and watch Mentat programs\n"
                     ".SH SYNOPSIS\n.B mentat\n[\\fIOPTION\\fR...] \\fIVERB\\fR "
                     "[\\fIARGUMENT\\fR...]\n.SH DESCRIPTION\n"
                     "Mentat runs C++ programs in parallel.\n";
  std::string group;
  for (const verb_usage& verb : table.verbs()) {
    if (verb.group != group) text += ".SS " + escaped(verb.group) + "\n";
    group = verb.group;
    text += ".TP\n.BR mentat\\-" + escaped(verb.name) + " (1)\n" + line_of(verb.summary);
  }
  return text + ".SH OPTIONS\n" + option_list(table.general_options()) +
         ".SH EXIT STATUS\n0 success, 1 failure (a difference, a failed test), 2 usage error;\n"
         ".B mentat run\nexits with the status of its program.\n";
}

}  // namespace

std::vector<manual_page> manual_pages(const usage_table& table, const std::string& version) {
  std::vector<manual_page> pages{{"mentat.1", main_page(table, version)}};
  for (const verb_usage& verb : table.verbs())
    pages.push_back({"mentat-" + verb.name + ".1", page_of(verb, version)});
  return pages;
}

}  // namespace mentat::command
