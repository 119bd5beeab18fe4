#include "tools/mentat/host_starter.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tools/mentat/spawn.h"

namespace mentat::command {
namespace {

using mmps::trust::descriptor;

constexpr std::size_t longest_line = 8192;

volatile sig_atomic_t signalled_daemon = 0;

void pass_signal(int signal) {
  if (signalled_daemon > 0) ::kill(signalled_daemon, signal);
}

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

}  // namespace

std::string host_request::text() const {
  return "session=" + session + "\nlisten=" + listen + "\njoin=" + join + "\nname=" + name +
         "\nforeground=" + yes_or_no(foreground) + "\nnew=" + yes_or_no(founds_anew) +
         "\nlease=" + yes_or_no(is_leased) + "\nlaunched=" + yes_or_no(is_launched) +
         "\nmeet=" + yes_or_no(meets) + "\ngrace=" + grace + "\nfounder=" + founder +
         "\nneeds_founder=" + yes_or_no(needs_founder) + "\n\n";
}

std::vector<std::string> started_host::hear(const std::function<bool()>& may_read) const {
  std::string text;
  for (char c = 0; text.size() < longest_line;) {
    if (may_read && !may_read()) return std::vector<std::string>(4);
    const ssize_t count = ::read(from.get(), &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count != 1 || c == '\n') break;
    text += c;
  }
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == '\t')
      words.emplace_back();
    else
      words.back() += c;
  }
  if (words.size() < 4) words.resize(4);
  return words;
}

// The whole text fits into a pipe, even before the daemon reads.
bool started_host::tell(const std::string& line) const {
  return ::write(to.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

bool started_host::tell_welcome(const launch::welcome& from_founder) const {
  std::string line = "welcome\t" + from_founder.key;
  for (const std::string& address : from_founder.at) line += "\t" + address;
  return tell(line + "\n");
}

int started_host::wait() const {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

namespace {

expected<started_host> start_daemon(const installation& here, const std::string& request) {
  const std::string program = here.prefix / "bin/mentat-host";
  auto to = make_pipe(), from = make_pipe();
  for (const auto* one : {&to, &from})
    if (!*one) return tl::unexpected(one->error());
  started_host started{0, std::move(to->writes), std::move(from->reads)};
  const int why = spawn({.words = {program}, .streams = {to->reads.get(), from->writes.get(), -1}},
                        started.process);
  to->reads = {};
  from->writes = {};
  if (why != 0)
    return fail(program + ": " + std::strerror(why) + "; it is a part of the installation", 1);
  if (!started.tell(request)) return fail(program + " reads no request", 1);
  return started;
}

}  // namespace

expected<started_host> start_host(const installation& here, const host_request& request) {
  return start_daemon(here, request.text());
}

expected<prepared_keys> prepare_keys(const installation& here, const std::string& address) {
  const auto daemon = start_daemon(here, "prepare=yes\nlisten=" + address + "\n\n");
  if (!daemon) return tl::unexpected(daemon.error());
  std::vector<std::string> said = daemon->hear();
  daemon->wait();
  if (said[0] != "keys") return fail(why_failed(said));
  return prepared_keys{std::move(said[1]), std::move(said[2])};
}

void pass_signals_to(pid_t daemon) {
  signalled_daemon = daemon;
  struct sigaction action{};
  action.sa_handler = pass_signal;
  action.sa_flags = SA_RESTART;
  for (const int one : {SIGINT, SIGTERM}) ::sigaction(one, &action, nullptr);
}

std::string why_failed(const std::vector<std::string>& said) {
  return said[0] == "failed" && !said[1].empty()
             ? said[1]
             : "the daemon has ended at its start; `mentat logs` may say why";
}

}  // namespace mentat::command
