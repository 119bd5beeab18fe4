#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/session/session_door.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/local_programs.h"
#include "tools/mentat/nearest.h"
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

std::string sum_of_left_out(const rows& all) {
  unsigned long long sum = 0;
  for (const session_row& row : all)
    if (row.kind == "left_out") sum += std::strtoull(row.get("count").c_str(), nullptr, 10);
  return std::to_string(sum);
}

void warn_of_gaps(const rows& all, int limit) {
  for (const session_row& row : all) {
    if (row.kind != "silent") continue;
    const std::string pid = row.get("pid");
    std::fprintf(stderr, "mentat: no answer from %s on host %s%s\n", row.get("what").c_str(),
                 row.get("host").c_str(), pid.empty() ? "" : (" (process " + pid + ")").c_str());
  }
  if (const std::string count = sum_of_left_out(all); count != "0")
    std::fprintf(stderr, "mentat: %s rows are left out; --limit is %d\n", count.c_str(), limit);
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

constexpr long all_programs = 0;

// The number of a program as `mentat list programs` prints it; an option that is not given is empty
// and means all programs.
expected<long> parse_program(const std::string& text) {
  if (text.empty()) return all_programs;
  std::uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end || number == 0)
    return fail("--program: '" + base::shown_value(text) +
                    "' is not the number of a program; `mentat list programs` prints the numbers",
                2);
  return static_cast<long>(number);
}

// Asks the named session; without a name, programs outside of any session and the default session,
// which may be absent.
expected<rows> ask_all(const thing& what, const std::string& session, long program, int limit) {
  const bool has_programs = what.of_programs || what.kind == "program";
  const bool is_named = !session.empty() || std::getenv("MENTAT_ADDRESS") != nullptr;
  rows all;
  if (has_programs && !is_named)
    all = ask_local_programs(what.name, program, static_cast<std::size_t>(limit));
  const bool is_found = program != all_programs && !all.empty();
  const auto place = session_named(session);
  if (!place) return tl::unexpected(place.error());
  const auto door = host::connect_to_daemon(*place);
  if (is_found || (has_programs && !is_named && door && !*door)) {
    if (program != all_programs && !is_found)
      return fail("no program " + std::to_string(program) +
                  " runs; `mentat list programs` prints their numbers");
    return all;
  }
  const auto answer =
      ask_session(session, what.of_programs ? "list " + what.name + " " + std::to_string(program) +
                                                  " " + std::to_string(limit)
                                            : "status");
  if (!answer) return tl::unexpected(answer.error());
  all.insert(all.end(), answer->begin(), answer->end());
  return all;
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
  const auto answer = ask_all(*what, session, *number, limit);
  if (!answer) return report(answer.error());
  const rows shown = name == "classes" ? add_up_classes(*answer)
                     : name == "calls" ? match_calls(*answer)
                                       : *answer;
  if (json)
    print_json(*what, *answer, shown);
  else
    print_table(shown, what->kind, what->columns);
  if (what->of_programs) warn_of_gaps(*answer, limit);
  return 0;
}

}  // namespace mentat::command
