#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <random>
#include <stop_token>
#include <thread>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/shown_text.h"
#include "rts/config/fault_sets.h"
#include "tools/mentat/duration.h"
#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/nearest.h"
#include "tools/mentat/simulated_seeds.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

constexpr int usual_seeds = 100;
constexpr int most = 2'000'000'000;

struct request {
  arguments program;
  int hosts = 4, processes = 0, seed = 0, seeds = 0, jobs = 0;
  std::string faults = "default", trace, input, soak;
  std::chrono::seconds soaks{0};
  bool json = false;
};

struct tally {
  std::uint64_t seeds = 0, ended_by_fault = 0;
  std::optional<seed_outcome> failed;
  double seconds = 0;

  double per_second() const { return static_cast<double>(seeds) / std::max(seconds, 1e-3); }
};

/// Progress on standard error: one changing line on a terminal, else a line every ten seconds.
class progress {
 public:
  explicit progress(std::uint64_t seeds) : seeds_(seeds) {}
  ~progress() { erase(); }
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void show(const tally& so_far) {
    const auto now = steady::now();
    const auto between = on_terminal_ ? std::chrono::milliseconds(300) : std::chrono::seconds(10);
    if (chosen_manner().quiet || now - last_ < between || so_far.seeds == seeds_) return;
    last_ = now;
    erase();
    std::fprintf(stderr, "mentat: %llu", static_cast<unsigned long long>(so_far.seeds));
    if (seeds_ != 0) std::fprintf(stderr, " of %llu", static_cast<unsigned long long>(seeds_));
    std::fprintf(stderr, " seeds, %.0f a second", so_far.per_second());
    if (seeds_ != 0)
      std::fprintf(stderr, ", about %.0f s left",
                   static_cast<double>(seeds_ - so_far.seeds) / so_far.per_second());
    if (!on_terminal_) std::fputc('\n', stderr);
    shown_ = on_terminal_;
  }

 private:
  void erase() {
    if (shown_) std::fputs("\r\33[K", stderr);
    shown_ = false;
  }

  const std::uint64_t seeds_;  // 0: as many as the time permits
  const bool on_terminal_ = ::isatty(STDERR_FILENO) != 0;
  steady::time_point last_ = steady::now();
  bool shown_ = false;
};

/// Explains a delay on standard error if it lasts longer than `after`.
class late_notice {
 public:
  late_notice(std::chrono::seconds after, const std::string& text)
      : thread_([after, text](const std::stop_token& ended) {
          std::mutex mutex;
          std::condition_variable_any wakes;
          std::unique_lock lock(mutex);
          wakes.wait_for(lock, ended, after, [] { return false; });
          if (!ended.stop_requested() && !chosen_manner().quiet)
            std::fprintf(stderr, "mentat: %s\n", text.c_str());
        }) {}

 private:
  std::jthread thread_;
};

/// Why the trace cannot be written to that path; empty if it can.
std::string why_unwritable(const fs::path& trace) {
  std::error_code ignored;
  for (const std::string_view folder : {"/dev/", "/proc/"})  // such as /dev/stdout
    if (trace.string().starts_with(folder)) return "is not a regular file";
  const auto there = fs::symlink_status(trace, ignored);
  if (fs::exists(there)) {
    if (!fs::is_regular_file(fs::status(trace, ignored))) return "is not a regular file";
    return ::access(trace.c_str(), W_OK) == 0 ? "" : "cannot be written";
  }
  if (!fs::is_directory(trace.parent_path(), ignored)) return "is in a folder that does not exist";
  return ::access(trace.parent_path().c_str(), W_OK) == 0 ? ""
                                                          : "is in a folder that is not writable";
}

expected<void> check(request& wanted) {
  const auto most_processes = static_cast<int>(fixed::sim_processes.value);
  if (wanted.hosts * wanted.processes > most_processes)
    return fail("--hosts=" + std::to_string(wanted.hosts) +
                    " --processes=" + std::to_string(wanted.processes) + " are " +
                    std::to_string(wanted.hosts * wanted.processes) +
                    " simulated processes; at most " + std::to_string(most_processes) +
                    " are possible, on so many hosts --processes=" +
                    std::to_string(most_processes / wanted.hosts) + " (fixed.sim_processes)",
                2);
  const std::vector<std::string> sets(std::begin(node::fault_sets), std::end(node::fault_sets));
  const bool is_set = std::ranges::find(sets, wanted.faults) != sets.end();
  std::error_code ignored;
  if (!is_set) {
    if (fs::exists(wanted.faults, ignored) && !fs::is_regular_file(wanted.faults, ignored))
      return fail("--faults: " + base::shown_value(wanted.faults) +
                      " is not a regular file; the sets are " + node::fault_sets_text,
                  2);
    if (!fs::is_regular_file(wanted.faults, ignored))
      return fail("--faults: '" + base::shown_value(wanted.faults) +
                      "' is neither a set of faults nor a file" + suggestion(wanted.faults, sets) +
                      "; the sets are " + node::fault_sets_text,
                  2);
    wanted.faults = fs::absolute(wanted.faults).string();
  }
  if (!wanted.soak.empty()) {
    const auto parsed = parse_duration(wanted.soak);
    if (!parsed)
      return fail("--soak: expected a time such as 90s, 10m or 2h, not '" +
                      base::shown_value(wanted.soak) + "'",
                  2);
    if (wanted.seeds != 0) return fail("--soak and --seeds exclude each other", 2);
    wanted.soaks = *parsed;
  }
  if (wanted.seeds == 0) wanted.seeds = wanted.seed != 0 ? 1 : usual_seeds;
  if (wanted.seed == 0)
    wanted.seed = wanted.soak.empty() ? 1 : static_cast<int>(std::random_device{}() % most) + 1;
  if (!wanted.trace.empty()) {
    if (wanted.seeds != 1 || !wanted.soak.empty())
      return fail("--trace writes the events of one seed; choose it with --seed=N", 2);
    wanted.trace = fs::absolute(wanted.trace).string();
    if (const std::string why = why_unwritable(wanted.trace); !why.empty())
      return fail("--trace: " + base::shown_value(wanted.trace) + " " + why, 2);
  }
  if (!wanted.input.empty() && !fs::exists(wanted.input, ignored))
    return fail("--stdin: there is no file " + base::shown_value(wanted.input), 2);
  // The first run would empty a pipe, and all others read nothing.
  if (!wanted.input.empty() && wanted.input != "/dev/null" &&
      !fs::is_regular_file(wanted.input, ignored))
    return fail("--stdin: " + base::shown_value(wanted.input) +
                    " is not a regular file; each run reads it from its beginning",
                2);
  return {};
}

simulation simulation_of(const request& wanted) {
  simulation all;
  all.program = wanted.program;
  all.settings = {{"MENTAT_SIM__HOSTS", std::to_string(wanted.hosts)},
                  {"MENTAT_SIM__FAULTS", wanted.faults}};
  if (wanted.processes != 0)
    all.settings.emplace_back("MENTAT_PROCESSES", std::to_string(wanted.processes));
  if (!wanted.trace.empty()) all.settings.emplace_back("MENTAT_SIM__TRACE", wanted.trace);
  if (!wanted.input.empty()) all.input = wanted.input;
  all.parallel = wanted.jobs != 0 ? static_cast<unsigned>(wanted.jobs)
                                  : std::max(1u, std::thread::hardware_concurrency());
  return all;
}

expected<tally> run_seeds(const request& wanted, simulated_seeds& all, unsigned parallel) {
  tally found;
  const auto begun = steady::now();
  const bool soaks = wanted.soaks.count() != 0;
  progress shown(soaks ? 0 : static_cast<std::uint64_t>(wanted.seeds));
  auto next = static_cast<std::uint64_t>(wanted.seed);
  const std::uint64_t end = next + static_cast<std::uint64_t>(wanted.seeds);
  while (!found.failed && (soaks ? steady::now() - begun < wanted.soaks : next < end)) {
    std::vector<std::uint64_t> seeds;
    while (seeds.size() < parallel * 8u && (soaks || next < end)) seeds.push_back(next++);
    const late_notice notice(
        10s, "seeds " + std::to_string(seeds.front()) + " to " + std::to_string(seeds.back()) +
                 " are still running; Ctrl-C ends them and names the functions that they execute");
    auto outcomes = all.run(seeds);
    if (!outcomes) return tl::unexpected(outcomes.error());
    for (seed_outcome& one : *outcomes) {
      ++found.seeds;
      found.ended_by_fault += one.ended_by_fault ? 1 : 0;
      if (!one.failure.empty() || (wanted.seeds == 1 && !soaks)) found.failed = std::move(one);
    }
    found.seconds = std::chrono::duration<double>(steady::now() - begun).count();
    shown.show(found);
  }
  return found;
}

/// The command that repeats a seed and writes its trace.
std::string command_of(const request& wanted, std::uint64_t seed) {
  std::string text = "mentat sim --seed=" + std::to_string(seed) +
                     " --trace=trace.json --hosts=" + std::to_string(wanted.hosts) +
                     " --faults=" + quoted(wanted.faults);
  if (wanted.processes != 0) text += " --processes=" + std::to_string(wanted.processes);
  if (!wanted.input.empty()) text += " --stdin=" + quoted(wanted.input);
  for (const std::string& word : wanted.program) text += " " + quoted(word);
  return base::shown(text);
}

void print(const request& wanted, const tally& found, const program_end& reference) {
  const std::string name = base::shown_value(wanted.program.front());
  if (found.failed && !found.failed->failure.empty()) {
    const seed_outcome& one = *found.failed;
    std::printf("%s: seed %llu fails (%s)\n%s\n", name.c_str(),
                static_cast<unsigned long long>(one.seed), base::shown(one.scenario).c_str(),
                base::shown(one.failure, std::size_t{64} << 10, base::line_ends::kept).c_str());
    if (!one.errors.empty())
      std::printf(
          "standard error:\n%s\n",
          base::shown(one.errors, base::longest_shown_message, base::line_ends::kept).c_str());
    std::printf("repeat it with a trace: %s\n", command_of(wanted, one.seed).c_str());
  } else if (found.failed) {
    const seed_outcome& one = *found.failed;
    std::printf("%s: seed %llu (%s): %s; trace %s\n", name.c_str(),
                static_cast<unsigned long long>(one.seed), base::shown(one.scenario).c_str(),
                one.ended_by_fault ? base::shown("ends with an error because " + one.fault).c_str()
                                   : "as in mode serial",
                base::shown(one.trace).c_str());
    if (one.ended_by_fault)
      std::printf(
          "standard error:\n%s\n",
          base::shown(one.errors, base::longest_shown_message, base::line_ends::kept).c_str());
  } else {
    std::printf("%s: %llu seeds from %d on, none failed: ", name.c_str(),
                static_cast<unsigned long long>(found.seeds), wanted.seed);
    std::printf("%llu as in mode serial (%s), %llu with an error because of a fault\n",
                static_cast<unsigned long long>(found.seeds - found.ended_by_fault),
                describe(reference).c_str(), static_cast<unsigned long long>(found.ended_by_fault));
    std::printf("%d %s, faults %s, %.1f s, %.0f seeds a second\n", wanted.hosts,
                wanted.hosts == 1 ? "host" : "hosts", base::shown_value(wanted.faults).c_str(),
                found.seconds, found.per_second());
  }
  if (!wanted.trace.empty() && found.failed->trace_error.empty())
    std::printf("trace: %s (chrome://tracing, https://ui.perfetto.dev)\n",
                base::shown(wanted.trace).c_str());
}

void print_json(const request& wanted, const tally& found) {
  json_object all;
  all.add("program", wanted.program)
      .add("hosts", wanted.hosts)
      .add("faults", wanted.faults)
      .add("first_seed", wanted.seed)
      .add("seeds", static_cast<long long>(found.seeds))
      .add("ended_by_fault", static_cast<long long>(found.ended_by_fault))
      .add("milliseconds", static_cast<long long>(found.seconds * 1000))
      .add("passed", !found.failed || found.failed->failure.empty());
  if (found.failed) {
    const seed_outcome& one = *found.failed;
    json_object last;
    last.add("seed", static_cast<long long>(one.seed))
        .add("scenario", one.scenario)
        .add("trace", one.trace)
        .add("failure", one.failure)
        .add("exit_status", one.end.status())
        .add("standard_error", one.errors);
    all.add("last", last);
  }
  std::fputs(all.text().c_str(), stdout);
}

}  // namespace

int run_sim(const installation&, const arguments& given) {
  command_line line("sim");
  request wanted;
  line.option("--hosts", wanted.hosts, 1, 128);
  line.option("--processes", wanted.processes, 2, 256);
  line.option("--seed", wanted.seed, 1, most);
  line.option("--seeds", wanted.seeds, 1, most);
  line.option("--soak", wanted.soak);
  line.option("--faults", wanted.faults);
  line.option("--trace", wanted.trace);
  line.option("--jobs", wanted.jobs, 1, 256);
  line.option("--stdin", wanted.input);
  line.flag("--json", wanted.json);
  line.rest("PROGRAM", wanted.program, true);
  if (const auto done = line.parse(given)) return *done;
  if (const auto good = check(wanted); !good) return report(good.error());
  wanted.program.front() = find_program(wanted.program.front());

  const auto folder = temporary_folder::create("sim");
  if (!folder) return report(folder.error());
  const simulation chosen = simulation_of(wanted);
  auto seeds = [&] {
    const late_notice notice(5s,
                             "the program is still running in mode serial, the reference for all "
                             "seeds; Ctrl-C ends it");
    return simulated_seeds::begin(chosen, folder->path());
  }();
  if (!seeds) return report(seeds.error());
  const auto found = run_seeds(wanted, *seeds, chosen.parallel);
  if (!found) return report(found.error());
  if (wanted.json)
    print_json(wanted, *found);
  else
    print(wanted, *found, seeds->reference());
  if (!found->failed) return 0;
  if (!found->failed->trace_error.empty()) return report({found->failed->trace_error, 1});
  return found->failed->failure.empty() ? 0 : 1;
}

}  // namespace mentat::command
