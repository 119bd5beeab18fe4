#include <malloc.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include "daemons/program/include/mentat/main.h"
#include "daemons/program/include/mentat/runtime.h"
#include "daemons/program/launched_copy.h"
#include "daemons/program/session.h"
#include "daemons/record/recorder.h"
#include "daemons/sim/simulated_run.h"
#include "mmps/base/shown_text.h"
#include "mmps/machine/usable_resources.h"
#include "rts/config/log.h"
#include "rts/config/settings_files.h"
#include "rts/executor/last_words.h"
#include "rts/session/node.h"

namespace mentat {
namespace {

// Arguments and results of some megabytes are allocated and freed with each call. Their memory is
// kept, because fresh pages cost more than copying; mmps/memory/large_blocks.h keeps larger ones.
// GLIBC_TUNABLES and MALLOC_* of the environment take precedence.
void keep_memory() {
  // bytes; larger blocks are mapped and unmapped one by one
  constexpr int from_the_system = 32 << 20;
  constexpr int kept = 64 << 20;  // bytes of free memory, of each arena
  for (const char* name : {"GLIBC_TUNABLES", "MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"})
    if (std::getenv(name)) return;
  mallopt(M_MMAP_THRESHOLD, from_the_system);
  mallopt(M_TRIM_THRESHOLD, kept);
}

// On another host main has reached this point; the driver prints all output until now.
[[noreturn]] void end_as_branch() {
  __fpurge(stdout);
  const int status = program::run_branch();
  std::fflush(nullptr);
  _exit(status);
}

// Keeps the elements of argv that are in `left`, in their order.
void keep_only(const std::vector<std::string>& left, int& argc, char** argv) {
  int kept = std::min(argc, 1);
  auto next = left.begin();
  for (int i = kept; i < argc; ++i)
    if (next != left.end() && *next == argv[i]) ++next, argv[kept++] = argv[i];
  argc = kept;
  argv[argc] = nullptr;
}

// The process with a run() in progress, if it is this one; a child of fork() has none.
std::atomic<pid_t> running{0};

const char* name_of(node::mode which) {
  switch (which) {
    case node::mode::serial:
      return "serial";
    case node::mode::threads:
      return "threads";
    case node::mode::adversarial:
      return "adversarial";
    case node::mode::processes:
      return "processes";
    case node::mode::cluster:
      return "cluster";
    case node::mode::sim:
      return "sim";
  }
  return "";
}

class only_run {
 public:
  only_run() {
    if (node::is_in_program())
      throw start_error(125, "run() inside of a Mentat program: its calls are made directly");
    pid_t before = running.load();
    if (before == getpid() || !running.compare_exchange_strong(before, getpid()))
      throw start_error(125, "another run() of this process has not ended yet");
  }
  ~only_run() { running.store(0); }
};

}  // namespace

struct runtime::state {
  node::settings chosen;
  record::recorder recording;
  std::unique_ptr<program::session> processes;  // processes that have served no run() yet

  [[nodiscard]] bool has_processes() const {
    return chosen.mode == node::mode::processes || chosen.mode == node::mode::cluster;
  }

  int run(const std::function<int()>& program) {
    const only_run alone;
    if (chosen.mode == node::mode::sim) return sim::run_simulated(chosen, program);
    if (!has_processes()) return run_in_one_process(program);
    auto with = std::move(processes);
    if (!with) with = std::make_unique<program::session>(chosen);
    return with->run(program);
  }

  // Before there is a second process.
  void begin_recording() {
    const bool to_file = !chosen.record_file.empty();
    if (chosen.record == "off" || (chosen.record.empty() && !to_file)) return;
    if (chosen.mode == node::mode::sim)
      return node::log_warning("record: mode sim records nothing; sim.trace has its events");
    using record::recorder;
    const auto begun = recording.begin(
        {.level = chosen.record == "full" ? record::level::full : record::level::automatic,
         .file = chosen.record_file,
         .at = chosen.mode == node::mode::cluster ? recorder::place::with_other_hosts
                                                  : recorder::place::alone,
         .mode = name_of(chosen.mode),
         .workers = workers_of_one_process()});
    if (!begun) throw start_error(125, begun.error());
  }

  void warn_of_missing_counts() const {
    const node::mode in = chosen.mode;
    if (chosen.stats && (in == node::mode::serial || in == node::mode::sim))
      node::log_warning("stats: modes serial and sim print no counts");
  }

 private:
  // 0: there may be several processes.
  [[nodiscard]] unsigned workers_of_one_process() const {
    if (has_processes()) return 0;
    if (chosen.mode == node::mode::serial) return 1;
    return chosen.workers ? chosen.workers : machine::usable_cores();
  }
  // Exceptions of `program` are handled elsewhere.
  [[nodiscard]] int run_in_one_process(const std::function<int()>& program) const {
    try {
      return node::run_program(chosen, program);
    } catch (const std::invalid_argument& error) {
      throw start_error(2, error.what());
    } catch (const std::bad_alloc&) {
      throw start_error(125, "the program cannot be started: too little memory (ulimit -v)");
    } catch (const std::system_error& error) {
      throw start_error(125,
                        "the program's threads cannot be started: " + std::string(error.what()));
    }
  }
};

runtime::runtime() {
  std::vector<std::string> arguments;
  start(arguments);
}

runtime::runtime(int& argc, char** argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  start(arguments);
  keep_only(arguments, argc, argv);
}

runtime::~runtime() = default;

runtime::runtime(unstarted) {}

std::unique_ptr<runtime> runtime::pinned(std::vector<std::string> arguments) {
  std::unique_ptr<runtime> made(new runtime(unstarted{}));
  made->start(arguments, true);
  if (arguments.empty()) return made;
  throw start_error(2, "'" + arguments.front() + "' is not a setting");
}

namespace {

void check_pinned(node::mode in) {
  if (in != node::mode::cluster && in != node::mode::sim) return;
  throw start_error(2, "mode: '" + std::string(name_of(in)) +
                           "' cannot run a program that is not its own main; choose serial, "
                           "threads or processes");
}

}  // namespace

void runtime::start(std::vector<std::string>& arguments, bool pins_main) {
  if (program::is_branch()) end_as_branch();
  keep_memory();
  std::vector<std::string> variables;
  for (char** at = environ; at && *at; ++at) variables.emplace_back(*at);
  const auto files = node::read_settings_files(node::settings_file_paths(variables));
  const auto chosen =
      files ? node::read_settings(arguments, variables, *files) : tl::unexpected(files.error());
  if (!chosen) throw start_error(2, chosen.error());
  node::start_log(chosen->log, chosen->log_format);
  state_ = std::make_unique<state>();
  state_->chosen = *chosen;
  state_->chosen.pins_main = pins_main;
  if (pins_main) check_pinned(chosen->mode);
  state_->warn_of_missing_counts();
  program::join_other_copies(state_->chosen);
  state_->begin_recording();
  if (state_->has_processes())
    state_->processes =
        std::make_unique<program::session>(state_->chosen, state_->recording.take_line_of_daemon());
}

void runtime::run_program(const std::function<void()>& program) {
  std::exception_ptr thrown;
  state_->run([&] {
    try {
      program();
    } catch (...) {
      thrown = std::current_exception();
    }
    if (state_->chosen.mode != node::mode::serial)
      end_if_forked();  // the caller of run() does not exist here
    return 0;
  });
  if (thrown) std::rethrow_exception(thrown);
}

int run_main(int argc, char** argv, int (*program)(int, char**)) {
  try {
    runtime here(argc, argv);
    return here.state_->run([&] { return program(argc, argv); });
  } catch (const start_error& error) {
    if (error.status() == 2)
      std::fprintf(stderr, "mentat: error: %s\n", base::shown(error.what()).c_str());
    else
      node::log_error(error.what());
    return error.status();
  }
}

}  // namespace mentat
