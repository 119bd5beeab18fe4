#include "tools/mentat/program_rows.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <map>

namespace mentat::command {
namespace {

using host::session_row;

unsigned long long number_in(const session_row& row, const char* name) {
  return std::strtoull(row.get(name).c_str(), nullptr, 10);
}

// It stays at the ends of its range.
long long sum_of(long long a, long long b) {
  long long sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? LLONG_MIN : LLONG_MAX;
}

/// The place of a process: "lisa 0.3".
std::string place_of(const session_row& row) { return row.get("host") + " " + row.get("process"); }

}  // namespace

std::vector<session_row> add_up_classes(const std::vector<session_row>& rows) {
  struct total {
    std::string kind;
    unsigned long long objects = 0, calls = 0;
    long long expected = 0;
  };
  std::map<std::pair<std::string, std::string>, total> all;
  for (const session_row& row : rows) {
    if (row.kind != "class") continue;
    total& of = all[{row.get("program"), row.get("name")}];
    of.kind = row.get("kind");
    of.objects += number_in(row, "objects");
    of.calls += number_in(row, "calls");
    of.expected = sum_of(of.expected, std::strtoll(row.get("expected").c_str(), nullptr, 10));
  }
  std::vector<session_row> totals;
  for (const auto& [key, of] : all) {
    totals.push_back(session_row{"class", {}}
                         .add("program", key.first)
                         .add("name", key.second)
                         .add("kind", of.kind)
                         .add("objects", std::to_string(of.objects))
                         .add("calls", std::to_string(of.calls)));
    if (of.expected != 0) totals.back().add("expected", std::to_string(of.expected));
  }
  return totals;
}

std::vector<session_row> match_calls(const std::vector<session_row>& rows) {
  std::multimap<std::pair<std::string, std::string>, const session_row*> runs;
  std::map<std::pair<std::string, std::string>, std::string> hosts;  // by process
  for (const session_row& row : rows) {
    if (row.kind == "run") runs.emplace(std::pair(row.get("program"), row.get("key")), &row);
    if (row.kind == "run" || row.kind == "call")
      hosts[{row.get("program"), row.get("process")}] = row.get("host");
  }
  std::vector<const session_row*> sent;
  for (const session_row& row : rows)
    if (row.kind == "call") sent.push_back(&row);
  std::ranges::sort(sent, [](const session_row* a, const session_row* b) {
    const auto age_of_a = number_in(*a, "age_ms"), age_of_b = number_in(*b, "age_ms");
    return age_of_a != age_of_b ? age_of_a > age_of_b : a < b;  // in the order of `rows`
  });
  std::vector<session_row> calls;
  for (const session_row* row : sent) {
    const auto run = runs.find({row->get("program"), row->get("key")});
    const bool is_running = run != runs.end();
    const std::string to = row->get("to");
    std::string where = to;
    if (const auto host = hosts.find({row->get("program"), to}); host != hosts.end())
      where = host->second + " " + to;
    if (is_running) {
      where = place_of(*run->second);
      runs.erase(run);
    }
    calls.push_back(session_row{"call", {}}
                        .add("program", row->get("program"))
                        .add("class", row->get("class"))
                        .add("method", row->get("method"))
                        .add("object", row->get("object"))
                        .add("from", place_of(*row))
                        .add("where", where)
                        .add("state", is_running ? "running" : "waiting")
                        .add("age_ms", row->get("age_ms"))
                        .add("called_at", row->get("called_at")));
  }
  return calls;
}

}  // namespace mentat::command
