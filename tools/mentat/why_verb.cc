#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "mmps/base/shown_text.h"
#include "rts/why/verdict.h"
#include "rts/why/wait_text.h"
#include "tools/mentat/program_answers.h"
#include "tools/mentat/verbs.h"
#include "tools/mentat/wait_answers.h"

namespace mentat::command {
namespace {

struct manner_of_answer {
  bool all = false, json = false, dot = false;
  std::string asked;
};

// Whether something was found.
bool print(const std::string& number, const std::string& name, const why::wait_graph& graph,
           const manner_of_answer& how, bool is_only_one) {
  const auto said =
      how.all ? why::explanation{why::explain_all(graph), true} : why::explain(graph, how.asked);
  if (!said.found) return false;
  if (!is_only_one) std::printf("program %s, %s\n", number.c_str(), name.c_str());
  std::fputs(said.text.c_str(), stdout);
  return true;
}

void say_nothing_found(const std::map<std::string, why::wait_graph>& graphs,
                       const manner_of_answer& how) {
  if (!how.all)
    std::printf(
        "Nothing called '%s' runs or waits; `mentat list objects` names the objects, and "
        "`mentat why --all` tells of all waits.\n",
        base::shown_value(how.asked).c_str());
  else
    std::puts("The program has just begun, or has just ended; ask again.");
  for (const auto& [number, graph] : graphs)
    if (!graph.is_whole())
      for (const std::string& one : why::verdict(graph)) std::puts(one.c_str());
}

int print_json(const awaited& all) {
  std::fputs(as_json(all).text().c_str(), stdout);
  return all.has_silent() ? 1 : 0;
}

int print_dot(const awaited& all) {
  std::map<std::string, why::wait_graph> titled;
  for (const auto& [number, graph] : all.graphs)
    titled.emplace(number + ", " + all.names.at(number), graph);
  std::fputs(why::as_dot(titled).c_str(), stdout);
  return all.has_silent() ? 1 : 0;
}

int answer(const awaited& all, const manner_of_answer& how) {
  if (how.json) return print_json(all);
  if (how.dot) return print_dot(all);
  bool found = false;
  const bool is_silent = all.has_silent();
  for (const auto& [number, graph] : all.graphs)
    found |= print(number, all.names.at(number), graph, how, all.graphs.size() == 1);
  if (found) return is_silent ? 1 : 0;
  if (all.names.empty() && is_silent)
    for (const std::string& one : why::verdict(all.gaps)) std::puts(one.c_str());
  else if (all.names.empty())
    std::puts("No program runs.");
  else
    say_nothing_found(all.graphs, how);
  return how.all && !is_silent ? 0 : 1;
}

}  // namespace

int run_why(const installation&, const arguments& given) {
  command_line line("why");
  std::string session, program;
  manner_of_answer how;
  line.option("--session", session);
  line.option("--program", program);
  line.flag("--all", how.all);
  line.flag("--json", how.json);
  line.flag("--dot", how.dot);
  line.positional("WHAT", how.asked, false);
  if (const auto done = line.parse(given)) return *done;
  if (how.all && !how.asked.empty())
    return report({"--all tells of everything: leave it out, or leave out '" +
                       base::shown_value(how.asked) + "'",
                   2});
  if (!how.all && how.asked.empty())
    return report({"expected an object, a class, a function or a place, or --all", 2});
  if (how.json && how.dot) return report({"--json and --dot exclude each other", 2});
  const auto number = parse_program(program);
  if (!number) return report(number.error());
  const auto all = look_at_waits(session, *number);
  return all ? answer(*all, how) : report(all.error());
}

}  // namespace mentat::command
