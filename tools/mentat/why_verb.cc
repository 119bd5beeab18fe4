#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/shown_text.h"
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
using programs = std::map<std::string, looked_at>;

programs by_program(const rows& all) {
  programs found;
  for (const session_row& row : all) {
    if (row.kind == "program") {
      found[row.get("number")].name = base::shown(row.get("name"));
      continue;
    }
    why::row one{row.kind, {}};
    for (const auto& [name, value] : row.values) one.values.emplace(name, base::shown(value));
    if (const std::string number = row.get("program"); !number.empty())
      found[number].rows.push_back(std::move(one));
    else if (row.kind == "silent")  // a host or a process: of any program
      for (auto& [other, program] : found) program.rows.push_back(one);
  }
  return found;
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
  json_object made;
  made.add("program", number)
      .add("name", name)
      .add("waits", waits)
      .add("circles", circles)
      .add("verdict", why::verdict(graph));
  return made;
}

struct manner_of_answer {
  bool all = false, json = false, dot = false;
  std::string asked;
};

// Whether something was found.
bool print(const std::string& number, const std::string& name, const why::wait_graph& graph,
           const manner_of_answer& how, bool is_only_one) {
  if (how.dot) return std::fputs(why::as_dot(graph).c_str(), stdout), true;
  const auto said =
      how.all ? why::explanation{why::explain_all(graph), true} : why::explain(graph, how.asked);
  if (!said.found) return false;
  if (!is_only_one) std::printf("program %s, %s\n", number.c_str(), name.c_str());
  std::fputs(said.text.c_str(), stdout);
  return true;
}

int answer(const programs& first, const programs& second, const manner_of_answer& how) {
  bool found = false;
  std::vector<json_object> all;
  for (const auto& [number, program] : second) {
    const auto earlier = first.find(number);
    if (earlier == first.end()) continue;  // it has just begun
    why::wait_graph graph(program.rows);
    graph.keep_common(why::wait_graph(earlier->second.rows));
    if (how.json)
      all.push_back(json_of(graph, number, program.name));
    else
      found |= print(number, program.name, graph, how, second.size() == 1);
  }
  if (how.json) {
    json_object made;
    made.add("programs", all);
    std::fputs(made.text().c_str(), stdout);
    return 0;
  }
  if (found) return 0;
  if (second.empty())
    std::puts("No program runs.");
  else
    std::printf(
        "Nothing called '%s' runs or waits; `mentat list objects` names the objects, and "
        "`mentat why --all` tells of all waits.\n",
        base::shown_value(how.asked).c_str());
  return how.all ? 0 : 1;
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
  if (how.all != how.asked.empty())
    return report({"expected an object, a class, a function or a place, or --all", 2});
  if (how.json && how.dot) return report({"--json and --dot exclude each other", 2});
  const auto number = parse_program(program);
  if (!number) return report(number.error());
  const auto first = ask_all_programs("waits", session, *number, most_rows);
  if (!first) return report(first.error());
  std::this_thread::sleep_for(between_looks);
  const auto second = ask_all_programs("waits", session, *number, most_rows);
  if (!second) return report(second.error());
  const int status = answer(by_program(*first), by_program(*second), how);
  warn_of_gaps(*second, ", so that waits may be missing");
  return status;
}

}  // namespace mentat::command
