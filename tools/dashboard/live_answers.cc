#include "tools/dashboard/live_answers.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "daemons/host/session/session_door.h"
#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "rts/why/verdict.h"
#include "rts/why/wait_text.h"
#include "tools/dashboard/request_guard.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/program_answers.h"
#include "tools/mentat/program_rows.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/session_log.h"
#include "tools/mentat/wait_answers.h"

namespace mentat::dashboard {
namespace {

using nlohmann::json;
using rows = std::vector<host::session_row>;
using namespace std::chrono_literals;

constexpr int most_rows = 5'000;
constexpr auto newest_look = 200ms;  // a younger answer is given again
constexpr std::streamoff longest_log = 512 * 1024;

answer answer_of(const json& value) {
  return answer::of(value.dump(-1, ' ', false, json::error_handler_t::replace));
}
answer answer_of(const command::problem& trouble) { return refusal(503, trouble.text); }

json rows_of(const rows& all, const std::string& kind) {
  json made = json::array();
  for (const command::json_object& one : command::as_json(all, kind))
    made.push_back(json::parse(one.text()));
  return made;
}

// The things of `mentat list`, and the kinds of their rows.
std::string kind_of(const std::string& thing) {
  for (const char* const known : {"hosts", "programs", "objects", "calls", "spaces", "drops"})
    if (thing == known) return thing.substr(0, thing.size() - 1);
  return thing == "classes" ? "class" : "";
}

rows shown_of(const std::string& thing, const rows& all) {
  return thing == "classes" ? command::add_up_classes(all)
         : thing == "calls" ? command::match_calls(all)
                            : all;
}

json activity_json(const std::vector<command::class_activity>& all) {
  json made = json::array();
  for (const command::class_activity& one : all)
    made.push_back({{"program", one.program},
                    {"class", one.name},
                    {"calls", one.calls},
                    {"per_second", one.per_second},
                    {"objects", one.objects},
                    {"running", one.running},
                    {"waiting", one.waiting}});
  return made;
}

json problem_of(const std::string& text, const char* page) {
  return {{"text", text}, {"page", page}};
}

// What a user should look at, and on which page.
json problems_of(const rows& hosts, const rows& silent, const std::string& left_out) {
  json made = json::array();
  for (const host::session_row& row : hosts) {
    const std::string state = row.get("state");
    const bool has_left = state == "left" && row.get("cut_short") != "yes";
    if (row.kind != "host" || state == "up" || has_left) continue;
    made.push_back(problem_of("host " + row.get("name") + " is " + state +
                                  (row.get("cause").empty() ? "" : ": " + row.get("cause")),
                              "hosts"));
  }
  for (const host::session_row& row : silent)
    if (row.kind == "silent")
      made.push_back(problem_of("no answer from " + row.get("what") + " on host " + row.get("host"),
                                "objects"));
  if (left_out != "0")
    made.push_back(problem_of(left_out + " rows more than can be listed are left out", "objects"));
  return made;
}

void append(rows& to, const rows& more) { to.insert(to.end(), more.begin(), more.end()); }

}  // namespace

live_answers::live_answers(std::string session) : session_(std::move(session)) {
  const auto place = command::session_named(session_);
  const auto door =
      place ? host::connect_to_daemon(*place) : decltype(host::connect_to_daemon(*place)){};
  had_session_ = place && door && *door;
}

bool live_answers::is_over() {
  if (!had_session_) return false;
  const auto place = command::session_named(session_);
  if (!place) return false;
  const auto door = host::connect_to_daemon(*place);
  return door && !*door;
}

answer live_answers::about() const {
  const auto place = command::session_named(session_);
  return answer_of(json{{"kind", "live"},
                        {"version", mentat::version},
                        {"session", had_session_ && place ? place->name : ""}});
}

answer live_answers::overview() {
  const auto now = clock::now();
  if (overview_.body && now - looked_ < newest_look) return overview_;
  rows all[3];
  const char* const things[3] = {"classes", "objects", "calls"};
  for (int i = 0; i < 3; ++i) {
    auto came = command::ask_all_programs(things[i], session_, command::all_programs, most_rows);
    if (!came) return answer_of(came.error());
    all[i] = *std::move(came);
  }
  const auto programs =
      command::ask_all_programs("programs", session_, command::all_programs, most_rows);
  if (!programs) return answer_of(programs.error());
  rows hosts;
  if (had_session_)
    if (auto came = command::ask_all_programs("hosts", session_, command::all_programs, most_rows))
      hosts = *std::move(came);
  auto classes = command::activity_of(all[0], all[1], all[2]);
  const bool is_first = looked_ == clock::time_point{};
  command::set_rates(classes, before_,
                     is_first ? 0 : std::chrono::duration<double>(now - looked_).count());
  before_ = classes, looked_ = now;
  rows every;
  for (const rows& one : all) append(every, one);
  json totals = {{"calls", 0ull}, {"running", 0ull}, {"waiting", 0ull}, {"objects", 0ull}};
  double rate = 0;
  for (const command::class_activity& one : classes) {
    totals["calls"] = totals["calls"].get<unsigned long long>() + one.calls;
    totals["running"] = totals["running"].get<unsigned long long>() + one.running;
    totals["waiting"] = totals["waiting"].get<unsigned long long>() + one.waiting;
    totals["objects"] = totals["objects"].get<unsigned long long>() + one.objects;
    rate += one.per_second;
  }
  totals["per_second"] = rate;
  overview_ =
      answer_of(json{{"programs", rows_of(*programs, "program")},
                     {"hosts", rows_of(hosts, "host")},
                     {"classes", activity_json(classes)},
                     {"totals", totals},
                     {"problems", problems_of(hosts, all[0], command::sum_of_left_out(every))}});
  return overview_;
}

answer live_answers::list(const std::string& what, const question& asked) {
  const auto program = asked.number("program", 0, UINT32_MAX, command::all_programs);
  const int limit = static_cast<int>(asked.number("limit", 1, most_rows, most_rows));
  if (what == "hosts" && !had_session_)
    return answer_of(json{{"hosts", json::array()}});  // programs of this host alone
  const auto all = command::ask_all_programs(what, session_, program, limit);
  if (!all) return answer_of(all.error());
  json made = {{what, rows_of(shown_of(what, *all), kind_of(what))}};
  if (what != "hosts" && what != "programs") {
    made["silent"] = rows_of(*all, "silent");
    made["left_out"] = std::atoll(command::sum_of_left_out(*all).c_str());
  }
  return answer_of(made);
}

answer live_answers::why(const question& asked) {
  const auto program = asked.number("program", 0, UINT32_MAX, command::all_programs);
  const auto all = command::look_at_waits(session_, program);
  if (!all) return answer_of(all.error());
  const std::string what = asked.get("what");
  std::string text;
  for (const auto& [number, graph] : all->graphs) {
    const auto said =
        what.empty() ? why::explanation{why::explain_all(graph), true} : why::explain(graph, what);
    if (!said.found) continue;
    if (all->graphs.size() > 1) text += "program " + number + ", " + all->names.at(number) + "\n";
    text += said.text;
  }
  if (text.empty())
    text = all->names.empty() ? "No program runs.\n"
           : what.empty()     ? "The program has just begun, or has just ended; ask again.\n"
                              : "Nothing called '" + base::shown_value(what) + "' runs or waits.\n";
  json made = json::parse(command::as_json(*all).text());
  made["text"] = text;
  return answer_of(made);
}

answer live_answers::log(const question& asked) {
  const auto most = static_cast<std::size_t>(asked.number("lines", 1, most_rows, 500));
  const auto nothing = [](const std::string& why) {
    return answer_of(json{{"lines", json::array()}, {"why", why}});
  };
  if (!had_session_)
    return nothing("Programs that are in no session of hosts write their log to standard error.");
  const auto place = command::session_named(session_);
  if (!place) return answer_of(place.error());
  const auto path = command::newest_log(place->name);
  if (!path) return nothing(path.error().text);
  std::ifstream file(*path, std::ios::binary);
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg(), from = std::max<std::streamoff>(0, size - longest_log);
  file.seekg(std::max<std::streamoff>(from, 0));
  std::vector<std::string> lines;
  std::string line;
  if (from > 0) std::getline(file, line);  // the rest of one
  while (std::getline(file, line)) lines.push_back(base::shown(line));
  const std::size_t left_out = lines.size() > most ? lines.size() - most : 0;
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(left_out));
  return answer_of(json{{"lines", lines}, {"is_cut", from > 0 || left_out > 0}});
}

answer live_answers::metrics() {
  const auto now = clock::now();
  if (metrics_.body && now - counted_at_ < newest_look) return metrics_;
  const auto look = command::metrics_now(session_, had_session_);
  metrics_ = answer::of(look ? counted_.text_of(*look) : command::metrics::text_of_failure());
  metrics_.type = command::metrics::type;
  counted_at_ = now;
  return metrics_;
}

answer live_answers::ask(const question& asked) {
  if (asked.path == request_guard::metrics_path) return metrics();
  constexpr std::string_view begin = "/api/v1/";
  if (!asked.path.starts_with(begin)) return refusal(404, "there is no such question");
  const std::string what = asked.path.substr(begin.size());
  if (what == "about") return about();
  if (what == "overview") return overview();
  if (what == "why") return why(asked);
  if (what == "log") return log(asked);
  if (!kind_of(what).empty()) return list(what, asked);
  for (const char* const recorded :
       {"timeline", "call", "graph", "graph.dot", "profile", "messages"})
    if (what == recorded)
      return refusal(404,
                     "that needs a recording: mentat run --record=FILE, then "
                     "mentat dashboard --open FILE");
  return refusal(404, "there is no such question");
}

}  // namespace mentat::dashboard
