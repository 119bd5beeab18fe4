#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/shown_text.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/nearest.h"
#include "tools/mentat/program_answers.h"
#include "tools/mentat/program_rows.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

using host::session_row;
using rows = std::vector<session_row>;

struct thing {
  std::string name, kind;  // of its rows
  table_columns columns;
  bool of_programs = false;
};

const std::vector<thing>& things() {
  static const std::vector<thing> all = {
      {"hosts", "host", host_columns()},
      {"programs", "program", program_columns()},
      {"objects",
       "object",
       {{"PROGRAM", "program"},
        {"OBJECT", "name"},
        {"CLASS", "class"},
        {"HOST", "host"},
        {"PID", "pid"},
        {"CALLS", "calls"},
        {"WAITING", "waiting"},
        {"STATE", "state"},
        {"METHOD", "method"}},
       true},
      {"classes",
       "class",
       {{"PROGRAM", "program"},
        {"CLASS", "name"},
        {"KIND", "kind"},
        {"OBJECTS", "objects"},
        {"CALLS", "calls"}},
       true},
      {"calls",
       "call",
       {{"PROGRAM", "program"},
        {"CLASS", "class"},
        {"METHOD", "method"},
        {"OBJECT", "object"},
        {"FROM", "from"},
        {"WHERE", "where"},
        {"STATE", "state"},
        {"SINCE", "age_ms"},
        {"CALLED AT", "called_at"}},
       true},
      {"spaces",
       "space",
       {{"PROGRAM", "program"},
        {"SPACE", "name"},
        {"HOST", "host"},
        {"PID", "pid"},
        {"COUNT", "count"},
        {"BYTES", "bytes"},
        {"STATE", "state"},
        {"CREATED AT", "created_at"},
        {"TUPLE", "tuple"}},
       true},
      {"drops",
       "drop",
       {{"PROGRAM", "program"},
        {"HOST", "host"},
        {"PID", "pid"},
        {"COUNT", "count"},
        {"WHAT", "what"}},
       true},
  };
  return all;
}

void print_json(const thing& what, const rows& all, const rows& shown) {
  json_object object;
  object.add(what.name, as_json(shown, what.kind));
  if (what.of_programs)
    object.add("silent", as_json(all, "silent"))
        .add("left_out", std::atoll(sum_of_left_out(all).c_str()));
  std::fputs(object.text().c_str(), stdout);
}

std::string names_of_things() {
  std::string text;
  for (const thing& each : things())
    text += (text.empty() ? "" : &each == &things().back() ? " and " : ", ") + each.name;
  return text;
}

}  // namespace

int run_list(const installation&, const arguments& given) {
  command_line line("list");
  std::string session, name, program;
  bool json = false;
  int limit = 1000;
  line.option("--session", session);
  line.option("--program", program);
  line.option("--limit", limit, 1, 5000);
  line.flag("--json", json);
  line.positional("WHAT", name, true, "expected one of " + names_of_things());
  if (const auto done = line.parse(given)) return *done;
  const auto what =
      std::ranges::find_if(things(), [&](const thing& each) { return each.name == name; });
  if (what == things().end()) {
    std::vector<std::string> known;
    for (const thing& each : things()) known.push_back(each.name);
    const std::string meant = nearest(name, known);
    return report({"'" + base::shown_value(name) + "' cannot be listed; " +
                       (meant.empty() ? "expected one of " + names_of_things()
                                      : "did you mean '" + meant + "'?"),
                   2});
  }
  const auto number = parse_program(program);
  if (!number) return report(number.error());
  const auto answer = ask_all_programs(name, session, *number, limit);
  if (!answer) return report(answer.error());
  const rows shown = name == "classes" ? add_up_classes(*answer)
                     : name == "calls" ? match_calls(*answer)
                                       : *answer;
  if (json)
    print_json(*what, *answer, shown);
  else
    print_table(shown, what->kind, what->columns);
  if (what->of_programs) warn_of_gaps(*answer, "; --limit is " + std::to_string(limit));
  return 0;
}

}  // namespace mentat::command
