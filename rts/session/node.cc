#include "rts/session/node.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <thread>

#include "mmps/base/block_pool.h"
#include "mmps/base/open_choice.h"
#include "mmps/machine/usable_resources.h"
#include "mmps/memory/large_blocks.h"
#include "mmps/shm/shared_blocks.h"
#include "mmps/trust/trusted_path.h"
#include "rts/api/profile.h"
#include "rts/config/log.h"
#include "rts/core/activation.h"
#include "rts/core/errors.h"
#include "rts/executor/last_words.h"
#include "rts/executor/recorded_choices.h"
#include "rts/executor/recording_executor.h"
#include "rts/executor/serial_executor.h"
#include "rts/record/recorded_call.h"
#include "rts/session/observer/deadlock_text.h"
#include "rts/session/observer/observer.h"
#include "rts/session/observer/process_rows.h"
#include "rts/session/observer/report.h"

namespace mentat::node {
namespace {

std::size_t half_of_memory() { return static_cast<std::size_t>(machine::usable_memory() / 2); }

// Prevents a name kept by one program from denoting an object of the next program in this process.
mmps::mmps_name name_of_next_run() {
  static std::atomic<std::uint32_t> runs{0};
  return mmps::mmps_name::of_process(0, 0, 0, runs++ % mmps::mmps_name::max_processes);
}

std::string counted(std::uint64_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

// Lets the settings decide the open choices of a run in mode serial.
class chosen_choices {
 public:
  explicit chosen_choices(const choice_settings& by) {
    if (!by.says_something()) return;
    choices_.emplace(by.follow.empty() ? "" : followed(by.follow), by.seed);
    if (!by.record.empty()) begin_record(by.record);
    base::installed_chooser = &*choices_;
  }
  chosen_choices(const chosen_choices&) = delete;
  chosen_choices& operator=(const chosen_choices&) = delete;
  ~chosen_choices() {
    if (choices_) base::installed_chooser = nullptr;
  }

 private:
  static std::string followed(const std::string& path) {
    constexpr std::size_t max_bytes = std::size_t{256} << 20;
    const auto text = mmps::trust::read_trusted_file(path, max_bytes);
    if (!text) throw std::invalid_argument("choices.follow: " + text.error());
    if (!*text) throw std::invalid_argument("choices.follow: there is no file " + path);
    return **text;
  }

  // Each line is written when its choice is made, because the program may crash or be ended.
  void begin_record(const std::string& path) {
    const auto done = mmps::trust::write_file(path, "");
    if (done) record_.open(path, std::ios::app);
    if (!record_)
      return log_error("cannot write the record of choices: " +
                       (done ? "cannot open " + path : done.error()));
    choices_->record_to(record_);
  }

  std::ofstream record_;
  std::optional<recorded_choices> choices_;
};

int run_serial(const settings& chosen, const std::function<int()>& program) {
  const chosen_choices choices(chosen.choices);
  serial_executor runs(chosen.limits, host_name(), &log_warning, name_of_next_run());
  const observer observing(
      {.mode = "serial",
       .report = [&](const auto& stacks) { return report_of(runs, stacks); },
       .rows = [&](const auto& what, auto most) { return inspect_alone(runs, what, most); }});
  int status = 0;
  const run_log logged("serial", 0);
  runs.run([&] { status = guarded(program); });
  return status;
}

void write_profile(const std::string& path) {
  const auto done = mmps::trust::write_file(path, profile::to_json() + "\n");
  if (!done) log_error("cannot write the profile: " + done.error());
}

int run_threads(const settings& chosen, const std::function<int()>& program) {
  executor::options options;
  options.workers = chosen.workers ? chosen.workers : machine::usable_cores();
  options.adversarial = chosen.mode == mode::adversarial;
  options.seed = chosen.seed;
  options.limits = chosen.limits;
  options.host = host_name();
  options.warn = &log_warning;
  options.self = name_of_next_run();
  options.pauses_for_memory = !options.adversarial;
  options.pins_main = chosen.pins_main;
  const executor* deadlocked = nullptr;
  options.explain_waits = [&] { return text_of_deadlock(*deadlocked, {.self = "0.0"}); };
  const auto made = make_executor(options);
  executor& runs = *made;
  deadlocked = &runs;
  const observer observing(
      {.mode = options.adversarial ? "adversarial" : "threads",
       .report = [&](const auto& stacks) { return report_of(runs, stacks); },
       .rows = [&](const auto& what, auto most) { return inspect_alone(runs, what, most); },
       .slow = slow_waits_of(runs)});
  int status = 0;
  {
    const run_log logged(options.adversarial ? "adversarial" : "threads", options.workers, &runs);
    runs.run([&] { status = guarded_in_one_process(program); });
  }
  if (chosen.stats) {
    const executor::statistics totals = runs.totals();
    std::fprintf(stderr, "mentat: parks %llu, steals %llu, wakes %llu, fibers %llu, pool %zu KiB\n",
                 static_cast<unsigned long long>(totals.parks),
                 static_cast<unsigned long long>(totals.steals),
                 static_cast<unsigned long long>(totals.wakes),
                 static_cast<unsigned long long>(totals.fibers), base::block_pool::carved() / 1024);
  }
  return status;
}

}  // namespace

run_log::run_log(std::string mode, unsigned workers, const executor* runs)
    : mode_(std::move(mode)), runs_(runs), begun_(std::chrono::steady_clock::now()) {
  if (!logs_info()) return;
  log_info("mode " + mode_ + (workers ? ", " + counted(workers, "worker") : "") + ", process " +
           std::to_string(getpid()) + " on " + host_name());
  if (const std::string text = mmps::trust::foreign_runtime_folder(); !text.empty()) log_info(text);
}

run_log::~run_log() {
  log_left_out_warnings();
  if (!logs_info()) return;
  const std::chrono::duration<double> ran = std::chrono::steady_clock::now() - begun_;
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f", ran.count());
  std::string text =
      "mode " + mode_ + ", process " + std::to_string(getpid()) + ": ended after " + seconds + " s";
  if (runs_) {
    const executor::statistics totals = runs_->totals();
    text += ", " + counted(totals.parks, "wait") + ", " + counted(totals.steals, "theft") + ", " +
            counted(totals.fibers, "fiber");
    if (logs_debug())
      runs_->visit_counts([](const class_info& of_class, std::uint64_t calls) {
        if (of_class.description->interface_hash != 0)
          log_debug("executed " + counted(calls, "call") + " of " + of_class.description->name);
      });
  }
  log_info(text);
}

decltype(observed::slow) slow_waits_of(const executor& runs) {
  if (!logs_info()) return {};
  return [&runs](const auto& known) { return long_waits(runs, known); };
}

std::string host_name() {
  char name[256] = "localhost";
  gethostname(name, sizeof name - 1);
  return name;
}

bool is_in_program() { return current_activation->runtime != nullptr; }

int guarded(const std::function<int()>& program) {
  const record::recorded_main recorded;
  try {
    return program();
  } catch (...) {
    log_left_out_warnings();
    log_error("uncaught exception: " + explained(std::current_exception()));
  }
  std::fflush(nullptr);
  std::abort();
}

int guarded_in_one_process(const std::function<int()>& program) {
  const int status = guarded(program);
  if (is_forked_child()) std::exit(status);  // the other threads are not there
  return status;
}

std::size_t limit_of_memory(const settings& chosen) {
  return chosen.limits.memory ? chosen.limits.memory : half_of_memory();
}

void prepare(const settings& chosen) {
  base::block_pool::set_limit(limit_of_memory(chosen));
  base::large_blocks::set_limit(chosen.limits.kept_memory);
  mmps::shm::shared_blocks::here().set_limit(limit_of_memory(chosen));
  mmps::shm::shared_blocks::here().set_kept(chosen.limits.kept_memory);
  profile::on = !chosen.profile.empty();
}

void write_profile_if_wanted(const settings& chosen) {
  if (profile::on) write_profile(chosen.profile);
}

int run_program(const settings& chosen, const std::function<int()>& program) {
  prepare(chosen);
  const int status =
      chosen.mode == mode::serial ? run_serial(chosen, program) : run_threads(chosen, program);
  write_profile_if_wanted(chosen);
  return status;
}

}  // namespace mentat::node
