#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "tools/mentat/files.h"
#include "tools/mentat/nearest.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/usage.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

int unknown_verb(const std::string& word) {
  std::vector<std::string> known{"help"};
  for (const verb& each : all_verbs) known.emplace_back(each.name);
  return report(
      {"there is no verb '" + word + "'" + suggestion(word, known) + "; 'mentat --help' lists them",
       2});
}

int unknown_option(const std::string& word, const usage_table& table) {
  std::vector<std::string> known;
  for (const verb_option& each : table.general_options())
    known.insert(known.end(), each.names.begin(), each.names.end());
  return report({"unexpected '" + word + "'" + suggestion(word, known) +
                     "; 'mentat --help' lists the options",
                 2});
}

int explain(const usage_table& table, const std::string& word) {
  const verb_usage* verb = table.find(word);
  if (!verb) return unknown_verb(word);
  std::fputs(verb->text.c_str(), stdout);
  return 0;
}

int overview(const usage_table& table) {
  std::fputs(table.overview().c_str(), stdout);
  return 0;
}

/// Accepts auto, always or never; returns false for another word.
bool choose_color(const std::string& word) {
  using coloring = manner::coloring;
  if (word == "auto") chosen_manner().color = coloring::automatic;
  if (word == "always") chosen_manner().color = coloring::always;
  if (word == "never") chosen_manner().color = coloring::never;
  return word == "auto" || word == "always" || word == "never";
}

int run_verb(const installation& here, const usage_table& table, const verb& chosen,
             const arguments& rest) {
  // `mentat bench` alone lists the workloads, as its help does.
  const bool asks = rest.empty() ? chosen.name == "bench" : rest[0] == "--help" || rest[0] == "-h";
  if (asks && chosen.reads == reading::by_itself) return explain(table, std::string(chosen.name));
  command_line::explain_with([&](const std::string& name, const arguments& declared) {
    arguments described{"--help", "-h"};
    for (const verb_option& each : table.find(name)->options())
      described.insert(described.end(), each.names.begin(), each.names.end());
    for (const std::string& option : declared)
      if (std::find(described.begin(), described.end(), option) == described.end())
        return report({"verbs.txt does not describe '" + name + " " + option + "'"});
    return explain(table, name);
  });
  return chosen.run(here, rest);
}

int run_command(const arguments& words) {
  const auto here = find_installation();
  if (!here) return report(here.error());
  const auto text = read_file(here->shared("verbs.txt"));
  const auto table = text ? usage_table::parse(*text) : tl::unexpected(text.error());
  if (!table) return report(table.error());

  std::size_t i = 0;
  for (; i < words.size() && words[i].starts_with('-'); ++i) {
    const std::string& word = words[i];
    if (word == "--help" || word == "-h") return overview(*table);
    if (word == "--version" || word == "-V") return run_version(*here, {});
    if (word == "--quiet" || word == "-q") {
      chosen_manner().quiet = true;
    } else if (word == "--verbose" || word == "-v") {
      chosen_manner().verbose = true;
    } else if (word == "--color" || word.starts_with("--color=")) {
      const bool apart = word == "--color";
      const std::string when = !apart ? word.substr(8) : i + 1 < words.size() ? words[++i] : "";
      if (!choose_color(when))
        return report({"--color is auto, always or never, not '" + when + "'", 2});
    } else {
      return unknown_option(word, *table);
    }
  }
  if (i == words.size()) {
    std::fputs(table->overview().c_str(), stderr);
    return 2;
  }
  const std::string& word = words[i];
  const arguments rest(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
  if (word == "help")
    return rest.empty() || rest.front() == "help" ? overview(*table)
                                                  : explain(*table, rest.front());
  for (const verb& each : all_verbs)
    if (each.name == word) return run_verb(*here, *table, each, rest);
  return unknown_verb(word);
}

/// Returns 1 if a command succeeded but its output is lost, as on a full disk.
int with_output_written(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
  const std::string cause = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
  return std::max(status, report({"cannot write to standard output" + cause, 1}));
}

}  // namespace
}  // namespace mentat::command

// Hides invitations: they are secrets, and everybody can read a process's arguments.
static void hide_secrets(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (char* const secret = std::strstr(argv[i], "mentat://"))
      std::memset(secret, '-', std::strlen(secret));
}

int main(int argc, char** argv) {
  const mentat::command::arguments words(argv + std::min(argc, 1), argv + argc);
  hide_secrets(argc, argv);
  std::signal(SIGCHLD, SIG_DFL);  // who ignores it is not told how children end
  return mentat::command::with_output_written(mentat::command::run_command(words));
}
