// Measures the applications of [DSM92 5] by each way of sharing, and prints a row for each setting:
// seconds, the speed-up against one process by the same way, and the nodes of a search.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

extern char** environ;  // NOLINT(readability-redundant-declaration): not in unistd.h everywhere

namespace mentat::bench::papers {
namespace {

const std::vector<std::string> applications{"tsp", "alpha_beta", "matrix", "shortest_paths"};
const std::vector<std::string> paradigms{"by_hand", "shared_memory", "mentat",
                                         "rpc",     "space",         "replicated"};

// In order of `applications`.
struct input {
  const char* name;
  std::array<int, 4> sizes;
};
constexpr std::array<input, 3> inputs{
    {{"paper", {12, 6, 250, 200}}, {"today", {18, 6, 1000, 1000}}, {"smoke", {9, 3, 64, 40}}}};

struct arguments {
  std::vector<std::string> chosen = applications;
  std::vector<std::string> ways = paradigms;
  std::vector<unsigned> processes{1, 2};
  std::string mode = "processes";
  std::string size = "today";
  int runs = 3;
  bool smoke = false;
  std::string json;
};

struct measured {
  double seconds = 0;
  long long value = 0, nodes = 0;
};

bool shares(const std::string& application, const std::string& paradigm) {
  if (application == "shortest_paths")
    return paradigm == "by_hand" || paradigm == "rpc" || paradigm == "space";
  return application != "matrix" || paradigm != "replicated";  // a product has nothing to read
}

int parse(int argc, char** argv, arguments& all) {
  CLI::App app("The papers' applications by each way of sharing, measured.");
  app.add_option("--app", all.chosen, "applications")
      ->delimiter(',')
      ->check(CLI::IsMember(applications));
  app.add_option("--paradigm", all.ways, "ways of sharing")
      ->delimiter(',')
      ->check(CLI::IsMember(paradigms));
  app.add_option("--processes", all.processes, "how many work")
      ->delimiter(',')
      ->check(CLI::Range(1u, 64u));
  app.add_option("--mode", all.mode, "threads: workers of one process in their place")
      ->check(CLI::IsMember({"processes", "threads"}));
  app.add_option("--inputs", all.size, "the papers' sizes, or some seconds of today's machines")
      ->check(CLI::IsMember({"paper", "today"}));
  app.add_option("--runs", all.runs, "the quickest of so many")->check(CLI::Range(1, 1000));
  app.add_flag("--smoke", all.smoke, "small inputs, once: figures that mean nothing");
  app.add_option("--json", all.json, "write the rows to this file");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? -1 : 2;
  }
  if (all.smoke) {
    all.size = "smoke";
    all.runs = 1;
  }
  return 0;
}

// The program beside this one.
std::string program_path() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "program").string();
}

// Starts the program and reads its line; none if it fails.
std::optional<measured> run_once(std::vector<std::string> command) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  std::vector<char*> words;
  for (std::string& each : command) words.push_back(each.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, command[0].c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string line;
  std::array<char, 256> part{};
  for (ssize_t got = 0; (got = read(ends[0], part.data(), part.size())) > 0;)
    line.append(part.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  if (failed != 0) return std::nullopt;
  int status = 0;
  waitpid(child, &status, 0);
  measured found;
  const bool good =
      WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
      std::sscanf(line.c_str(), "%lf %lld %lld", &found.seconds, &found.value, &found.nodes) == 3;
  return good ? std::optional(found) : std::nullopt;
}

struct setting {
  std::string application, paradigm;
  int size = 0;
  unsigned processes = 1;
};

std::optional<measured> quickest(const setting& what, const arguments& all) {
  const bool alone = what.paradigm == "by_hand" || what.paradigm == "shared_memory";
  const bool in_threads = alone || all.mode == "threads";
  setenv("MENTAT_MODE", in_threads ? "threads" : "processes", 1);
  setenv("MENTAT_WORKERS", std::to_string(in_threads ? what.processes : 1).c_str(), 1);
  setenv("MENTAT_PROCESSES", std::to_string(what.processes + 1).c_str(), 1);  // and the driver
  const auto number =
      std::find(applications.begin(), applications.end(), what.application) - applications.begin();
  std::optional<measured> best;
  for (int n = 0; n < all.runs; ++n) {
    const auto next = run_once({program_path(), std::to_string(number), std::to_string(what.size),
                                what.paradigm, std::to_string(what.processes)});
    if (!next || (best && next->value != best->value)) return std::nullopt;
    if (!best || next->seconds < best->seconds) best = next;
  }
  return best;
}

class table {
 public:
  explicit table(const arguments& all) : all_(all) {
    std::printf("%-16s %-14s %9s %10s %9s %9s %12s\n", "application", "paradigm", "processes",
                "seconds", "speed-up", "by hand", "nodes");
  }
  void add_application(const std::string& application, int size) {
    const std::optional<measured> by_hand = quickest({application, "by_hand", size, 1}, all_);
    for (const std::string& paradigm : all_.ways) {
      if (!shares(application, paradigm)) continue;
      const std::optional<measured> alone =
          paradigm == "by_hand" ? by_hand : quickest({application, paradigm, size, 1}, all_);
      for (const unsigned processes : all_.processes) {
        if (paradigm == "by_hand" && processes != 1) continue;
        const setting what{application, paradigm, size, processes};
        add(what, processes == 1 ? alone : quickest(what, all_), alone, by_hand);
      }
    }
  }
  // 0: all answers are those of the loop by hand.
  [[nodiscard]] int finish() const {
    if (!all_.json.empty()) {
      std::ofstream out(all_.json);
      out << rows_.dump(1) << '\n';
      if (!out.flush()) {
        std::fputs("sharing: cannot write the file of --json\n", stderr);
        return 2;
      }
    }
    return right_ ? 0 : 1;
  }

 private:
  void add(const setting& what, const std::optional<measured>& one,
           const std::optional<measured>& alone, const std::optional<measured>& by_hand) {
    const bool right = one && alone && by_hand && one->value == by_hand->value;
    right_ &= right;
    const double seconds = one ? one->seconds : 0;
    const double speed_up = right ? alone->seconds / seconds : 0;
    const double over_hand = right ? by_hand->seconds / seconds : 0;
    const long long nodes = one ? one->nodes : 0;
    std::printf("%-16s %-14s %9u %10.6f %9.2f %9.2f %12lld%s\n", what.application.c_str(),
                what.paradigm.c_str(), what.processes, seconds, speed_up, over_hand, nodes,
                right ? ""
                : one ? "  wrong answer"
                      : "  failed");
    std::fflush(stdout);
    rows_.push_back({{"application", what.application},
                     {"paradigm", what.paradigm},
                     {"size", what.size},
                     {"mode", all_.mode},
                     {"processes", what.processes},
                     {"seconds", seconds},
                     {"speed_up", speed_up},
                     {"over_by_hand", over_hand},
                     {"nodes", nodes},
                     {"right", right}});
  }

  const arguments& all_;
  nlohmann::json rows_ = nlohmann::json::array();
  bool right_ = true;
};

int measure(const arguments& all) {
  table rows(all);
  for (const input& chosen : inputs) {
    if (chosen.name != all.size) continue;
    for (std::size_t at = 0; at < applications.size(); ++at)
      if (std::find(all.chosen.begin(), all.chosen.end(), applications[at]) != all.chosen.end())
        rows.add_application(applications[at], chosen.sizes[at]);
  }
  return rows.finish();
}

}  // namespace
}  // namespace mentat::bench::papers

int main(int argc, char** argv) {
  namespace papers = mentat::bench::papers;
  papers::arguments all;
  if (const int status = papers::parse(argc, argv, all); status != 0)
    return status < 0 ? 0 : status;
  return papers::measure(all);
}
