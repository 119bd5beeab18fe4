#include "tools/mentat/wait_answers.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "mmps/base/shown_text.h"
#include "rts/why/verdict.h"
#include "rts/why/wait_text.h"
#include "tools/mentat/program_answers.h"

namespace mentat::command {
namespace {

using host::session_row;
using rows = std::vector<session_row>;

constexpr auto between_looks = std::chrono::milliseconds(100);
constexpr int most_rows = 5'000;

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& one : sentences) text += (text.empty() ? "" : " ") + one;
  return text;
}

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
      .add("verdict", joined(why::verdict(graph)));
  return made;
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

}  // namespace

bool awaited::has_silent() const {
  return !gaps.silent().empty() ||
         std::ranges::any_of(graphs, [](const auto& one) { return !one.second.silent().empty(); });
}

expected<awaited> look_at_waits(const std::string& session, long program) {
  const auto first = ask_all_programs("waits", session, program, most_rows);
  if (!first) return tl::unexpected(first.error());
  std::this_thread::sleep_for(between_looks);
  const auto second = ask_all_programs("waits", session, program, most_rows);
  if (!second) return tl::unexpected(second.error());
  const look now = look_at(*second);
  awaited made{graphs_of(look_at(*first), now), {}, why::wait_graph(now.gaps)};
  for (const auto& [number, program_there] : now.programs)
    made.names.emplace(number, program_there.name);
  return made;
}

json_object as_json(const awaited& all) {
  std::vector<json_object> programs;
  std::set<why::silent_one> silent = all.gaps.silent();
  for (const auto& [number, graph] : all.graphs) {
    programs.push_back(json_of(graph, number, all.names.at(number)));
    silent.insert(graph.silent().begin(), graph.silent().end());
  }
  std::vector<std::string> processes;
  for (const why::silent_one& one : silent) processes.push_back(why::text_of_silent(one));
  json_object made;
  made.add("programs", programs)
      .add("silent", static_cast<long long>(silent.size()))
      .add("silent_processes", processes);
  return made;
}

}  // namespace mentat::command
