#include "tools/mentat/run_progress.h"

#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "tools/mentat/class_activity.h"
#include "tools/mentat/program_answers.h"
#include "tools/mentat/work_bars.h"

namespace mentat::command {
namespace {

using host::session_row;
using rows = std::vector<session_row>;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr int most_rows = 5'000;
constexpr std::size_t most_bars = 3, bar_columns = 100;
constexpr std::size_t longest_name = 15;  // of a process, in Linux

// The number of the program: that of its process, or, in a session of hosts, that of the newest
// program which has its name and is not older.
std::optional<long> number_of(pid_t process, const std::string& name, std::time_t begin) {
  const auto all = ask_all_programs("programs", "", all_programs, most_rows);
  if (!all) return std::nullopt;
  std::optional<long> found;
  for (const session_row& row : *all) {
    if (row.kind != "program") continue;
    const long number = std::atol(row.get("number").c_str());
    if (number == process) return number;
    if (row.get("name") == name.substr(0, longest_name) &&
        std::atol(row.get("since").c_str()) >= begin)
      found = number;
  }
  return found;
}

struct look {
  std::vector<class_activity> classes;
  steady_clock::time_point at;
};

std::optional<look> look_at(long program) {
  constexpr std::array subjects{"classes", "objects", "calls"};
  std::array<rows, subjects.size()> answers;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    auto answer = ask_all_programs(subjects[i], "", program, most_rows);
    if (!answer) return std::nullopt;
    answers[i] = *std::move(answer);
  }
  return look{activity_of(answers[0], answers[1], answers[2]), steady_clock::now()};
}

std::vector<class_activity> not_begun(std::vector<class_activity> all) {
  for (class_activity& one : all) one.calls = 0;
  return all;
}

}  // namespace

run_progress::run_progress(pid_t process, const std::string& name) {
  sigset_t all, before;  // signals go to the thread that waits for the program
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this, process, name] { watch(process, name); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

run_progress::~run_progress() {
  {
    const std::lock_guard guard(lock_);
    has_ended_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void run_progress::watch(pid_t process, const std::string& path) {
  constexpr std::array first_times{seconds(1), seconds(2), seconds(5), seconds(10)};
  const std::string name = std::filesystem::path(path).filename();
  const std::time_t begin = std::time(nullptr);
  const steady_clock::time_point started = steady_clock::now();
  std::optional<look> before;
  for (std::size_t i = 0;; ++i) {
    const seconds due = i < first_times.size()
                            ? first_times[i]
                            : first_times.back() * static_cast<long>(i + 2 - first_times.size());
    {
      std::unique_lock guard(lock_);
      if (ended_.wait_until(guard, started + due, [this] { return has_ended_; })) return;
    }
    const auto number = number_of(process, name, begin);
    auto now = number ? look_at(*number) : std::nullopt;
    if (!now) continue;
    if (!before) before = look{not_begun(now->classes), started};
    const std::chrono::duration<double> passed = now->at - before->at;
    set_rates(now->classes, before->classes, passed.count());
    std::fprintf(
        stderr, "mentat: %ld s: %s\n", static_cast<long>(due.count()),
        now->classes.empty() ? "no call that is counted" : summary_of(now->classes).c_str());
    for (const std::string& bar : bars_of(now->classes, most_bars, bar_columns))
      std::fprintf(stderr, "mentat:   %s\n", bar.c_str());
    before = std::move(now);
  }
}

}  // namespace mentat::command
