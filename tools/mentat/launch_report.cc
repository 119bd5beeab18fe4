#include "tools/mentat/launch_report.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "mmps/base/shown_text.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/terminal.h"

namespace mentat::command {
namespace {

using launch::guest_state;
using guest_row = launch::meeting::guest_row;

// "0.48 s"
std::string in_seconds(base::duration time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s",
                static_cast<double>(time) / static_cast<double>(base::second));
  return text;
}

// A long line does not hide the next one.
std::string printed_by(const guest_row& row) {
  std::string text;
  for (const std::string& line : row.noise)
    text += (text.empty() ? "" : " | ") + base::shown_value(line);
  return text;
}

void print_failure(const launch_options& options, const guest_row& row, std::size_t number) {
  std::string text = row.name + " is not there: " + row.why;
  if (!row.noise.empty()) text += "; it printed: " + printed_by(row);
  if (!options.commands.empty()) text += "; the command was: " + options.commands[number].text();
  std::fprintf(stderr, "mentat: %s\n", base::shown(text).c_str());
}

void print_json(const launch_options& options, const launch::meeting& met) {
  std::vector<json_object> hosts;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const guest_row& row = met.row(i);
    const bool is_up = row.state == guest_state::up;
    hosts.emplace_back();
    hosts.back()
        .add("name", base::shown(row.name))
        .add("up", is_up)
        .add("number", static_cast<long long>(row.host))
        .add("milliseconds", static_cast<long long>(row.took / base::millisecond))
        .add("cause", base::shown(row.why))
        .add("printed", base::shown(printed_by(row)))
        .add("command", options.commands.empty() ? "" : base::shown(options.commands[i].text()));
  }
  json_object all;
  all.add("engine", options.engine).add("session", options.session).add("hosts", hosts);
  std::fputs(all.text().c_str(), stderr);
}

void print_summary(const launch_options& options, std::size_t count, const std::string& hosts) {
  if (chosen_manner().quiet) return;
  const std::string self = options.name.empty() ? "this one" : options.name + " (this one)";
  std::fprintf(stderr, "mentat: %s, %zu %s in session %s: %s%s%s\n", options.engine.c_str(), count,
               count == 1 ? "host" : "hosts", options.session.c_str(), self.c_str(),
               base::shown(hosts).c_str(),
               options.ends.empty() ? "" : ("; ends " + options.ends).c_str());
}

}  // namespace

int print_commands(const launch_options& options) {
  std::vector<std::string> lines;
  for (const launch_command& one : options.commands) lines.push_back(one.text());
  return print_commands(options, lines);
}

int print_commands(const launch_options& options, const std::vector<std::string>& lines) {
  if (options.json) {
    json_object all;
    all.add("engine", options.engine).add("session", options.session).add("commands", lines);
    std::fputs(all.text().c_str(), stdout);
    return 0;
  }
  for (const std::string& line : lines) std::printf("%s\n", line.c_str());
  return 0;
}

void report_awaited(const launch_options& options, const std::vector<std::string>& names) {
  const std::size_t wanted = options.awaited->count;
  const std::size_t missing = wanted - std::min(wanted, names.size());
  if (options.json) {
    json_object all;
    all.add("engine", options.engine).add("session", options.session).add("hosts", names);
    all.add("missing", static_cast<long long>(missing));
    std::fputs(all.text().c_str(), stderr);
    return;
  }
  if (missing > 0)
    std::fprintf(stderr, "mentat: %zu of %zu hosts did not come within %d s; %s\n", missing, wanted,
                 options.within, options.awaited->where_to_look.c_str());
  std::string hosts;
  for (const std::string& name : names) hosts += "  " + name;
  print_summary(options, 1 + names.size(), hosts);
}

void report_hosts(const launch_options& options, const launch::meeting& met) {
  if (options.json) return print_json(options, met);
  std::string hosts;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const guest_row& row = met.row(i);
    if (row.state == guest_state::up) hosts += "  " + row.name + " " + in_seconds(row.took);
    if (row.state == guest_state::failed) print_failure(options, row, i);
  }
  print_summary(options, 1 + met.count(guest_state::up), hosts);
}

void report_gone(const launch_options& options, const guest_row& row, const std::string& cause) {
  const std::string why = row.why + (cause.empty() ? "" : ", " + cause);
  if (options.json) {
    json_object gone;
    gone.add("gone", base::shown(row.name)).add("cause", base::shown(why));
    std::fputs(gone.add("printed", base::shown(printed_by(row))).text().c_str(), stderr);
    return;
  }
  std::string text =
      "host " + row.name + " is gone: its " + (options.commands.empty() ? "" : "command ") + why;
  if (!row.noise.empty()) text += "; it printed: " + printed_by(row);
  std::fprintf(stderr, "mentat: %s\n", base::shown(text).c_str());
}

void report_noise(const guest_row& row, const std::string& line) {
  if (chosen_manner().verbose)
    std::fprintf(stderr, "mentat: %s prints: %s\n", row.name.c_str(), base::shown(line).c_str());
}

}  // namespace mentat::command
