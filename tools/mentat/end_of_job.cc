#include "tools/mentat/end_of_job.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>

#include "daemons/host/wire/session_question.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/session_client.h"

namespace mentat::command {
namespace {

constexpr const char* all_programs = " 0 5000";  // and so many rows

base::instant at(base::instant now, std::time_t time) {
  return now + (time - std::time(nullptr)) * base::second;
}

// Those that are listed, and those for which there was no room.
long long count_of_calls(const std::vector<host::session_row>& rows) {
  long long calls = 0;
  for (const host::session_row& row : rows)
    calls += row.kind == "call"       ? 1
             : row.kind == "left_out" ? std::strtoll(row.get("count").c_str(), nullptr, 10)
                                      : 0;
  return calls;
}

}  // namespace

void end_of_job::begin(base::instant now) {
  if (!options_.time) return;
  plan_.set(at(now, options_.time->end), options_.time->length, options_.time->drain_before);
  why_ends_ = options_.engine + " ends " + options_.ends;
}

bool end_of_job::leaves_early(base::instant now) {
  const auto end = options_.job ? options_.job->leaves_early() : std::nullopt;
  if (!end) return false;
  if (!plan_.drains()) why_ends_ = options_.engine + " is preempted";
  plan_.begin_now(now, at(now, *end));
  return true;
}

void end_of_job::drain(base::instant now, const std::string& folder,
                       const std::vector<std::string>& hosts) {
  const auto left = plan_.left(now) / base::second;
  if (options_.json) {
    json_object drained;
    drained.add("drains", hosts).add("why", why_ends_).add("seconds", static_cast<long long>(left));
    std::fputs(drained.text().c_str(), stderr);
  } else {
    std::fprintf(stderr, "mentat: %s: its hosts are drained, the program has %lld s\n",
                 why_ends_.c_str(), static_cast<long long>(left));
  }
  count_calls(folder);
  for (const std::string& one : hosts)
    static_cast<void>(ask_session(
        folder, host::drain_question{static_cast<std::uint32_t>(left), one, why_ends_}.text()));
}

// A process that has ended since was counted before.
void end_of_job::count_calls(const std::string& folder) {
  const auto rows = ask_session(folder, std::string("list classes") + all_programs);
  if (!rows) return;
  for (const host::session_row& row : *rows)
    if (row.kind == "class")
      done_[row.get("name") + " " + row.get("process")] =
          std::strtoull(row.get("calls").c_str(), nullptr, 10);
}

void end_of_job::report_unfinished(const std::string& folder) {
  count_calls(folder);
  const auto done = std::accumulate(done_.begin(), done_.end(), 0ULL,
                                    [](auto sum, const auto& one) { return sum + one.second; });
  const auto rows = ask_session(folder, std::string("list calls") + all_programs);
  const auto waiting = rows ? count_of_calls(*rows) : 0;
  if (options_.json) {
    json_object unfinished;
    unfinished.add("unfinished", why_ends_)
        .add("done", static_cast<long long>(done))
        .add("waiting", waiting);
    std::fputs(unfinished.text().c_str(), stderr);
    return;
  }
  std::fprintf(stderr, "mentat: %s, and the program has not ended: %llu calls done, %lld waiting\n",
               why_ends_.c_str(), done, waiting);
}

}  // namespace mentat::command
