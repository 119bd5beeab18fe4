#include "bench/rounds.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>

#include "bench/samples.h"

namespace mentat::bench {
namespace {

struct ended {
  std::string output, errors;
  int status = 0;
  bool in_time = true;
};

// The folder for a program's sockets (bench/peers/two_processes.h): removed after the program has
// ended or was killed.
class folder {
 public:
  folder() {
    if (mkdtemp(path_) != nullptr) return;
    std::perror(path_);
    std::exit(2);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const char* path() const { return path_; }

 private:
  char path_[32] = "/tmp/mentat-bench-XXXXXX";
};

[[noreturn]] void become(const measured_program& program, const folder& in, int output,
                         int errors) {
  setpgid(0, 0);  // so that its descendants can be killed with it
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  for (const std::string& each : program.environment) putenv(strdup(each.c_str()));
  setenv("BENCH_PLACEMENT", program.placement.c_str(), 1);
  setenv("BENCH_FOLDER", in.path(), 1);
  if (program.placement == "one_core") {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    sched_setaffinity(0, sizeof first, &first);
  }
  std::vector<char*> arguments;
  for (const std::string& each : program.command)
    arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  std::fprintf(stderr, "%s: %s\n", arguments[0], std::strerror(errno));
  _exit(cannot_run);
}

// Reads both pipes until they close or the deadline passes.
void read_all(int output, int errors, double deadline, ended& into) {
  pollfd both[] = {{output, POLLIN, 0}, {errors, POLLIN, 0}};
  std::string* texts[] = {&into.output, &into.errors};
  char buffer[65536];
  while (both[0].fd >= 0 || both[1].fd >= 0) {
    const double left = deadline - now_us();
    if (left <= 0) {
      into.in_time = false;
      return;
    }
    if (poll(both, 2, static_cast<int>(left / 1000) + 1) <= 0) continue;
    for (int i = 0; i < 2; ++i) {
      if (both[i].fd < 0 || both[i].revents == 0) continue;
      const ssize_t got = read(both[i].fd, buffer, sizeof buffer);
      if (got > 0) texts[i]->append(buffer, static_cast<std::size_t>(got));
      if (got == 0) both[i].fd = -1;
    }
  }
}

ended run(const measured_program& program, double longest) {
  ended came;
  const folder sockets;
  int output[2], errors[2];
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0) {
    std::perror("bench: pipe");
    std::exit(2);
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) become(program, sockets, output[1], errors[1]);
  setpgid(child, child);
  close(output[1]);
  close(errors[1]);
  read_all(output[0], errors[0], now_us() + longest * 1e6, came);
  close(output[0]);
  close(errors[0]);
  if (!came.in_time) kill(-child, SIGKILL);
  waitpid(child, &came.status, 0);
  kill(-child, SIGKILL);  // remaining descendants
  return came;
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of("\n ");
  if (end == std::string::npos) return "it said nothing";
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

std::string reason(const ended& came, double longest) {
  if (!came.in_time)
    return "did not end within " + std::to_string(static_cast<int>(longest)) + " s";
  const std::string said = last_line(came.errors);
  if (WIFSIGNALED(came.status))
    return std::string("ended by ") + strsignal(WTERMSIG(came.status)) + ": " + said;
  if (WEXITSTATUS(came.status) == cannot_run) return said;
  return "exit status " + std::to_string(WEXITSTATUS(came.status)) + ": " + said;
}

void collect(const std::string& output, int round, std::map<std::string, sampled_row>& into) {
  std::map<std::string, std::vector<double>> of_round;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("sample\t", 0) != 0) continue;
    const std::size_t unit = line.find('\t', 7), value = line.find('\t', unit + 1);
    if (unit == std::string::npos || value == std::string::npos) continue;
    const std::string name = line.substr(7, unit - 7);
    sampled_row& row = into[name];
    row.unit = line.substr(unit + 1, value - unit - 1);
    row.samples.push_back(std::strtod(line.c_str() + value + 1, nullptr));
    of_round[name].push_back(row.samples.back());
  }
  for (auto& [name, samples] : of_round) {
    row summary;
    summarise(std::move(samples), summary);
    into[name].median_of_round[round] = summary.median;
  }
}

std::vector<pid_t> start_load() {
  std::vector<pid_t> hogs;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) {
    const pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (volatile unsigned long n = 0;;) n = n + 1;
    }
    hogs.push_back(child);
  }
  return hogs;
}

void end_load(const std::vector<pid_t>& hogs) {
  for (const pid_t hog : hogs) {
    kill(hog, SIGKILL);
    waitpid(hog, nullptr, 0);
  }
}

}  // namespace

std::vector<measured_system> measure_in_rounds(const std::vector<measured_program>& programs,
                                               const round_options& options) {
  std::vector<measured_system> systems;
  for (const measured_program& each : programs) systems.push_back({each, {}, {}});
  const std::vector<pid_t> hogs = options.load == "busy" ? start_load() : std::vector<pid_t>();
  const double end = now_us() + options.budget * 1e6;
  double took = 0;
  for (int round = 0; round < options.rounds; ++round) {
    const double begin = now_us();
    if (round > 0 && begin + took > end) break;
    for (measured_system& each : systems) {
      if (!each.skipped.empty()) continue;
      if (isatty(STDERR_FILENO))
        std::fprintf(stderr, "\r\033[Kround %d of %d: %s %s", round + 1, options.rounds,
                     each.program.system.c_str(), each.program.mode.c_str());
      const ended came = run(each.program, options.longest);
      collect(came.output, round, each.rows);
      if (!came.in_time || came.status != 0) each.skipped = reason(came, options.longest);
    }
    took = now_us() - begin;
  }
  if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K");
  end_load(hogs);
  return systems;
}

std::vector<double> combined_by_round(const sampled_row& a, const sampled_row& b,
                                      const std::function<double(double, double)>& combined) {
  std::vector<double> all;
  for (const auto& [round, value] : a.median_of_round)
    if (const auto other = b.median_of_round.find(round); other != b.median_of_round.end())
      all.push_back(combined(value, other->second));
  return all;
}

const sampled_row* sampled(const std::vector<measured_system>& systems, const std::string& name,
                           const std::string& system, const std::string& mode) {
  for (const measured_system& each : systems) {
    if (each.program.system != system || each.program.mode != mode) continue;
    if (const auto found = each.rows.find(name); found != each.rows.end()) return &found->second;
  }
  return nullptr;
}

std::vector<row> rows_of(const std::string& bench, const std::vector<measured_system>& systems,
                         const std::string& load) {
  std::vector<row> rows;
  for (const measured_system& system : systems)
    for (const auto& [name, sampled] : system.rows) {
      row made{.bench = bench,
               .name = name,
               .system = system.program.system,
               .mode = system.program.mode};
      made.unit = sampled.unit;
      made.placement = system.program.placement;
      made.load = load;
      summarise(sampled.samples, made);
      rows.push_back(made);
    }
  return rows;
}

std::vector<skip> skipped_of(const std::string& bench,
                             const std::vector<measured_system>& systems) {
  std::vector<skip> all;
  for (const measured_system& each : systems)
    if (!each.skipped.empty())
      all.push_back({bench, each.program.system, each.program.mode, each.skipped});
  return all;
}

const row* find_row(const std::vector<row>& rows, const std::string& name,
                    const std::string& system, const std::string& mode) {
  for (const row& each : rows)
    if (each.name == name && each.system == system && (mode.empty() || each.mode == mode))
      return &each;
  return nullptr;
}

}  // namespace mentat::bench
