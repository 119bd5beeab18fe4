#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/shown_text.h"
#include "rts/why/verdict.h"
#include "rts/why/wait_text.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/program_answers.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

using host::session_row;
using rows = std::vector<session_row>;

constexpr auto between_looks = std::chrono::milliseconds(100);
constexpr int most_rows = 5'000;

// Programs by number: the name of each, and its graph.
struct looked_at {
  std::string name;
  std::vector<why::row> rows;
};
struct look {
  std::map<std::string, looked_at> programs;
  std::vector<why::row> gaps;  // of any program
};

look look_at(const rows& all) {
  look made;
  for (const session_row& row : all) {
    if (row.kind == "program") {
      made.programs[row.get("number")].name = base::shown(row.get("name"));
      continue;
    }
    why::row one{row.kind, {}};
    for (const auto& [name, value] : row.values) one.values.emplace(name, base::shown(value));
    if (const std::string number = row.get("program"); !number.empty())
      made.programs[number].rows.push_back(std::move(one));
    else if (row.kind == "silent" || row.kind == "left_out")
      made.gaps.push_back(std::move(one));
  }
  for (auto& [number, program] : made.programs)
    program.rows.insert(program.rows.end(), made.gaps.begin(), made.gaps.end());
  return made;
}

// One line, of sentences.
std::string line_of(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& one : sentences) text += (text.empty() ? "" : " ") + one;
  return text;
}

json_object json_of(const why::wait_graph& graph, const std::string& number,
                    const std::string& name) {
  std::vector<json_object> waits, circles;
  for (const auto& [from, all] : graph.edges())
    for (const why::edge& one : all) {
      json_object edge;
      edge.add("from", from)
          .add("waiter", why::text_of_node(graph, from))
          .add("waiter_state", why::state_of_node(graph, from))
          .add("reason", why::text_of_reason(one))
          .add("to", one.to)
          .add("awaited", why::text_of_node(graph, one.to))
          .add("awaited_state", why::state_of_node(graph, one.to))
          .add("at", one.at)
          .add("age_ms", static_cast<long long>(one.age_ms));
      waits.push_back(std::move(edge));
    }
  for (const std::vector<std::string>& circle : graph.circles()) {
    json_object one;
    one.add("nodes", circle);
    circles.push_back(std::move(one));
  }
  std::vector<json_object> patterns;
  for (const why::pattern& wanted : graph.patterns()) {
    json_object one;
    one.add("space", wanted.space)
        .add("created_at", wanted.created_at)
        .add("operation", wanted.operation)
        .add("pattern", wanted.tuple)
        .add("left_ms", wanted.left_ms)
        .add("nearest", wanted.nearest);
    patterns.push_back(std::move(one));
  }
  json_object made;
  made.add("program", number)
      .add("name", name)
      .add("waits", waits)
      .add("patterns", patterns)
      .add("circles", circles)
      .add("silent", static_cast<long long>(graph.silent().size()))
      .add("left_out", static_cast<long long>(graph.left_out()))
      .add("verdict", line_of(why::verdict(graph)));
  return made;
}

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

// The graphs of the programs that were there in both looks, by their numbers.
std::map<std::string, why::wait_graph> graphs_of(const look& first, const look& second) {
  std::map<std::string, why::wait_graph> all;
  for (const auto& [number, program] : second.programs) {
    const auto earlier = first.programs.find(number);
    if (earlier == first.programs.end()) continue;  // it has just begun
    why::wait_graph graph(program.rows);
    graph.keep_common(why::wait_graph(earlier->second.rows));
    all.emplace(number, std::move(graph));
  }
  return all;
}

int print_json(const std::map<std::string, why::wait_graph>& graphs, const look& now,
               const why::wait_graph& gaps) {
  std::vector<json_object> all;
  std::set<why::silent_one> silent = gaps.silent();
  for (const auto& [number, graph] : graphs) {
    all.push_back(json_of(graph, number, now.programs.at(number).name));
    silent.insert(graph.silent().begin(), graph.silent().end());
  }
  std::vector<std::string> processes;
  for (const why::silent_one& one : silent) processes.push_back(why::text_of_silent(one));
  json_object made;
  made.add("programs", all)
      .add("silent", static_cast<long long>(silent.size()))
      .add("silent_processes", processes);
  std::fputs(made.text().c_str(), stdout);
  return silent.empty() ? 0 : 1;
}

int print_dot(const std::map<std::string, why::wait_graph>& graphs, const look& now,
              const why::wait_graph& gaps) {
  std::map<std::string, why::wait_graph> titled;
  bool is_silent = !gaps.silent().empty();
  for (const auto& [number, graph] : graphs) {
    titled.emplace(number + ", " + now.programs.at(number).name, graph);
    is_silent |= !graph.silent().empty();
  }
  std::fputs(why::as_dot(titled).c_str(), stdout);
  return is_silent ? 1 : 0;
}

int answer(const look& first, const look& second, const manner_of_answer& how) {
  const auto graphs = graphs_of(first, second);
  const why::wait_graph gaps(second.gaps);
  if (how.json) return print_json(graphs, second, gaps);
  if (how.dot) return print_dot(graphs, second, gaps);
  bool found = false, is_silent = !gaps.silent().empty();
  for (const auto& [number, graph] : graphs) {
    found |= print(number, second.programs.at(number).name, graph, how, graphs.size() == 1);
    is_silent |= !graph.silent().empty();
  }
  if (found) return is_silent ? 1 : 0;
  if (second.programs.empty() && is_silent)
    for (const std::string& one : why::verdict(gaps)) std::puts(one.c_str());
  else if (second.programs.empty())
    std::puts("No program runs.");
  else
    say_nothing_found(graphs, how);
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
  const auto first = ask_all_programs("waits", session, *number, most_rows);
  if (!first) return report(first.error());
  std::this_thread::sleep_for(between_looks);
  const auto second = ask_all_programs("waits", session, *number, most_rows);
  if (!second) return report(second.error());
  return answer(look_at(*first), look_at(*second), how);
}

}  // namespace mentat::command
