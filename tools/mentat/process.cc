#include "tools/mentat/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string_view>

#include "mmps/base/shown_text.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/files.h"
#include "tools/mentat/terminal.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

/// The running children: the signal handler forwards signals to them.
constexpr std::size_t max_children = 256;
volatile sig_atomic_t interrupted = 0;
pid_t children[max_children];
volatile sig_atomic_t child_count = 0;

void forward_signal(int signal) {
  interrupted = signal;
  for (int i = 0; i < child_count; ++i)
    if (children[i] > 0) ::kill(children[i], signal);
}

/// While it lives, SIGINT, SIGTERM and SIGHUP (unless ignored, as by nohup) go to the children;
/// they end this process only after the children.
class signals_go_to_children {
 public:
  signals_go_to_children() {
    struct sigaction action = {};
    action.sa_handler = forward_signal;
    ::sigaction(SIGINT, &action, &interrupt_before_);
    ::sigaction(SIGTERM, &action, &terminate_before_);
    ::sigaction(SIGHUP, nullptr, &hang_up_before_);
    if (hang_up_before_.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
  }
  ~signals_go_to_children() {
    ::sigaction(SIGINT, &interrupt_before_, nullptr);
    ::sigaction(SIGTERM, &terminate_before_, nullptr);
    ::sigaction(SIGHUP, &hang_up_before_, nullptr);
  }
  signals_go_to_children(const signals_go_to_children&) = delete;
  signals_go_to_children& operator=(const signals_go_to_children&) = delete;

 private:
  struct sigaction interrupt_before_ = {};
  struct sigaction terminate_before_ = {};
  struct sigaction hang_up_before_ = {};
};

void redirect(const std::optional<fs::path>& file, int descriptor, int flags) {
  if (!file) return;
  const int opened = ::open(file->c_str(), flags | O_CLOEXEC, 0666);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) {
    const std::string text =
        "mentat: error: cannot open " + file->string() + ": " + std::strerror(errno) + "\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(126);
  }
}

/// While it lives, those signals wait: one that came before a child is remembered would miss it.
class held_until_remembered {
 public:
  held_until_remembered() {
    sigset_t held;
    sigemptyset(&held);
    for (const int one : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, one);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~held_until_remembered() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  held_until_remembered(const held_until_remembered&) = delete;
  held_until_remembered& operator=(const held_until_remembered&) = delete;

  /// In the child, which begins with the signals that this process had.
  void give_back() const { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

void forget_own_handlers() {
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  struct sigaction hang_up = {};
  ::sigaction(SIGHUP, nullptr, &hang_up);
  if (hang_up.sa_handler != SIG_IGN) ::signal(SIGHUP, SIG_DFL);
}

void unblock_signals() {
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
}

[[noreturn]] void become(const program_call& call, const fs::path& program, int error_pipe,
                         const held_until_remembered& held) {
  forget_own_handlers();
  held.give_back();
  if (call.unblocks_signals) unblock_signals();
  if (call.ignores_termination) ::signal(SIGTERM, SIG_IGN);
  redirect(call.standard_input, STDIN_FILENO, O_RDONLY);
  redirect(call.standard_output, STDOUT_FILENO, O_WRONLY | O_CREAT | O_TRUNC);
  if (call.standard_error && call.standard_error == call.standard_output)
    ::dup2(STDOUT_FILENO, STDERR_FILENO);
  else
    redirect(call.standard_error, STDERR_FILENO, O_WRONLY | O_CREAT | O_TRUNC);
  for (const auto& [name, value] : call.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : call.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  if (call.working_directory.empty() || ::chdir(call.working_directory.c_str()) == 0)
    ::execv(program.c_str(), arguments.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(error_pipe, &error, sizeof error);
  ::_exit(126);
}

/// Prints the command in a form for a shell.
void print_command(const program_call& call) {
  std::string line = "mentat: running:";
  for (const auto& [name, value] : call.environment) line += " " + name + "=" + quoted(value);
  std::fprintf(stderr, "%s %s\n", line.c_str(), line_of(call.arguments).c_str());
}

expected<fs::path> locate(const std::string& name) {
  if (name.find('/') != std::string::npos) return fs::path(name);
  if (const auto found = in_path(name)) return *found;
  return fail("there is no program '" + name + "' in PATH", 127);
}

void remember(pid_t child) {
  if (child_count < static_cast<int>(max_children)) {
    children[child_count] = child;
    child_count = child_count + 1;
  }
}

void forget(pid_t child) {
  for (int i = 0; i < child_count; ++i) {
    if (children[i] != child) continue;
    children[i] = children[child_count - 1];
    child_count = child_count - 1;
    return;
  }
}

program_end end_of(int status) {
  if (WIFSIGNALED(status)) return {.signal = WTERMSIG(status)};
  return {.exit_code = WEXITSTATUS(status)};
}

std::string why_end_is_unknown() {
  return std::string("the end of a program is not known: ") + std::strerror(errno);
}

/// Whether the child is to be killed because it has not ended within that time.
bool is_too_long(pid_t child, std::chrono::milliseconds longest) {
  const int ended = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  if (ended < 0) return false;  // an old system: its programs have no time-out
  const auto last = std::chrono::steady_clock::now() + longest;
  pollfd end{ended, POLLIN, 0};
  int polled = 0;
  do {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(last - std::chrono::steady_clock::now());
    polled = ::poll(&end, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX)));
  } while (polled < 0 && errno == EINTR);
  ::close(ended);
  return polled == 0;
}

}  // namespace

std::string quoted(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || std::string_view("_-+=./:,@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string line_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

int report_end(const std::string& program, const program_end& end) {
  if (end.signal != 0)
    std::fprintf(stderr, "mentat: %s was ended by %s\n", base::shown_value(program).c_str(),
                 describe(end).c_str());
  return end.status();
}

std::string describe(const program_end& end) {
  if (end.was_too_long) return "no end before the time-out";
  if (end.signal == 0) return "exit status " + std::to_string(end.exit_code);
  return "signal " + std::to_string(end.signal) + " (" + ::strsignal(end.signal) + ")";
}

std::optional<fs::path> in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  std::error_code ignored;
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (fs::is_regular_file(candidate, ignored) && ::access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return std::nullopt;
}

expected<void> check_program(const std::string& name) {
  const auto program = locate(name);
  if (!program) return tl::unexpected(program.error());
  if (::access(program->c_str(), X_OK) == 0) return {};
  const int error = errno;
  return fail("cannot run " + program->string() + ": " + std::strerror(error),
              error == ENOENT ? 127 : 126);
}

expected<pid_t> start(const program_call& call) {
  const auto program = locate(call.arguments.front());
  if (!program) return tl::unexpected(program.error());
  if (chosen_manner().verbose) print_command(call);
  int error_pipe[2];
  if (::pipe2(error_pipe, O_CLOEXEC) != 0)
    return fail(std::string("cannot make a pipe: ") + std::strerror(errno), 126);
  const held_until_remembered held;
  const pid_t child = ::fork();
  if (child == 0) become(call, *program, error_pipe[1], held);
  const int fork_error = errno;
  ::close(error_pipe[1]);
  int error = 0;
  const bool failed = child > 0 && ::read(error_pipe[0], &error, sizeof error) == sizeof error;
  ::close(error_pipe[0]);
  if (child < 0)
    return fail("cannot start " + program->string() + ": " + std::strerror(fork_error), 126);
  if (!failed) {
    remember(child);
    return child;
  }
  ::waitpid(child, nullptr, 0);
  return fail("cannot run " + program->string() + ": " + std::strerror(error),
              error == ENOENT ? 127 : 126);
}

expected<std::optional<program_end>> end_so_far(pid_t child) {
  int status = 0;
  const pid_t ended = ::waitpid(child, &status, WNOHANG);
  if (ended == 0) return std::nullopt;
  if (ended < 0) return fail(why_end_is_unknown());
  forget(child);
  return end_of(status);
}

program_end wait_for(pid_t child, std::optional<std::chrono::milliseconds> longest) {
  const signals_go_to_children guard;
  const bool kills = longest && is_too_long(child, *longest);
  if (kills) ::kill(child, SIGKILL);
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, 0)) < 0 && errno == EINTR) {
  }
  forget(child);
  if (ended < 0) return {.exit_code = report({why_end_is_unknown()})};
  program_end end = end_of(status);
  end.was_too_long = kills && end.signal == SIGKILL;
  return end;
}

expected<program_end> run(const program_call& call) {
  const signals_go_to_children guard;  // from its first step on
  const auto child = start(call);
  if (!child) return tl::unexpected(child.error());
  return wait_for(*child, call.longest);
}

int interrupting_signal() { return interrupted; }

std::vector<expected<program_end>> run_all(
    const std::vector<program_call>& calls, unsigned parallel,
    const std::function<bool(std::size_t call, const program_end&)>& when_ended) {
  const signals_go_to_children guard;
  std::vector<expected<program_end>> ends(calls.size(), program_end{});
  std::map<pid_t, std::size_t> running;
  std::size_t next = 0;
  bool all_end = false;
  while (next < calls.size() || !running.empty()) {
    if (next < calls.size() && running.size() < std::max(1u, parallel)) {
      if (interrupted) {
        ends[next++] = fail("interrupted", 128 + interrupted);
      } else if (all_end) {
        ends[next++] = fail("not run because an earlier one failed");
      } else if (const auto child = start(calls[next])) {
        running[*child] = next++;
      } else {
        ends[next++] = tl::unexpected(child.error());
      }
      continue;
    }
    int status = 0;
    const pid_t child = ::waitpid(-1, &status, 0);
    if (child < 0 && errno != EINTR) {
      for (const auto& [lost, which] : running) ends[which] = fail(why_end_is_unknown());
      running.clear();
      continue;
    }
    const auto found = running.find(child);
    if (found == running.end()) continue;
    const std::size_t which = found->second;
    ends[which] = end_of(status);
    forget(child);
    running.erase(found);
    if (when_ended && !when_ended(which, end_of(status))) all_end = true;
  }
  return ends;
}

expected<program_end> run_probe(const program_call& call) {
  auto end = run(call);
  if (interrupted != 0) {
    temporary_folder::remove_all();
    ::raise(interrupted);
  }
  return end;
}

expected<std::string> output_of(program_call call) {
  const mmps::trust::descriptor output(::memfd_create("mentat-output", MFD_CLOEXEC));
  if (!output.is_open())
    return fail(std::string("there is no memory for the output of a program: ") +
                std::strerror(errno));
  call.standard_output = "/proc/self/fd/" + std::to_string(output.get());
  const auto end = run_probe(call);
  if (!end) return tl::unexpected(end.error());
  if (!end->good()) return fail(call.arguments.front() + " ended with " + describe(*end));
  return read_file(*call.standard_output);
}

}  // namespace mentat::command
