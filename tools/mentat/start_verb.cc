#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

#include "daemons/host/network/named_address.h"
#include "daemons/host/wire/host_message.h"
#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/verbs.h"

extern char** environ;

namespace mentat::command {
namespace {

// The whole request fits into a pipe, even before the daemon reads.
constexpr std::size_t longest_option = 4096;

/// The started daemon, and the pipe on which it reports readiness.
struct started_daemon {
  pid_t process = 0;
  std::FILE* says = nullptr;
};

// As process 1 of a container, or below a batch system, the command may be the only process that a
// signal reaches.
volatile sig_atomic_t signalled_daemon = 0;

void forward_to_daemon(int signal) {
  if (signalled_daemon > 0) ::kill(signalled_daemon, signal);
}

void forward_signals_to(pid_t daemon) {
  signalled_daemon = daemon;
  struct sigaction action{};
  action.sa_handler = forward_to_daemon;
  action.sa_flags = SA_RESTART;
  for (const int one : {SIGINT, SIGTERM}) ::sigaction(one, &action, nullptr);
}

/// Passes the request through a pipe: an invitation is a secret, arguments are public.
expected<started_daemon> start_daemon(const std::string& program, const std::string& request) {
  std::array<int, 2> to{-1, -1}, from{-1, -1};
  if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
    return fail(std::string("cannot make a pipe: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
  std::string name = program;
  char* arguments[] = {name.data(), nullptr};
  started_daemon started;
  const int why =
      posix_spawn(&started.process, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  const bool told = why == 0 && write(to[1], request.data(), request.size()) ==
                                    static_cast<ssize_t>(request.size());
  close(to[1]);
  if (why != 0 || !told) {
    close(from[0]);
    return fail(program + ": " + std::strerror(why) + "; it is a part of the installation", 1);
  }
  started.says = fdopen(from[0], "r");
  return started;
}

/// Reads the daemon's one line: ready or failed, and values separated by tabs.
std::vector<std::string> hear(std::FILE* from) {
  std::string text;
  for (int c = 0; (c = std::fgetc(from)) != EOF && c != '\n';) text += static_cast<char>(c);
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == '\t')
      words.emplace_back();
    else
      words.back() += c;
  }
  words.resize(3);
  return words;
}

std::string without_command(const std::string& invitation) {
  const std::size_t at = invitation.find("mentat://");
  return at == std::string::npos ? invitation : invitation.substr(at);
}

// Truncates longer lines; later checks refuse them.
std::string read_line(std::istream& from) {
  std::string line;
  for (char c = 0; line.size() <= longest_option && from.get(c) && c != '\n';) line += c;
  return line;
}

// The invitation of --join; `-` is standard input.
expected<std::string> read_invitation(std::string join) {
  if (join == "-") {
    if (isatty(STDIN_FILENO) != 0)
      std::fputs("mentat: paste the line that `mentat invite` has printed:\n", stderr);
    join = read_line(std::cin);
    if (join.empty()) return fail("standard input has no invitation", 2);
  } else if (!join.empty()) {
    std::fputs(
        "mentat: other users can see an invitation among the arguments of a process; --join - "
        "reads it from standard input\n",
        stderr);
  }
  join = without_command(join);
  if (join.size() > longest_option)
    return fail("--join: it is not an invitation: it is longer than " +
                std::to_string(longest_option) + " bytes");
  return join;
}

expected<void> check_address(const std::string& listen) {
  if (listen.empty()) return {};
  if (listen.size() > longest_option) return fail("--listen: it is not an address", 2);
  const std::string why = host::why_not_to_listen_at(listen);
  if (!why.empty()) return fail("--listen: " + why, 2);
  return {};
}

}  // namespace

int run_start(const installation& here, const arguments& given) {
  command_line line("start");
  std::string session, listen, join, name;
  int cores = 0;
  bool foreground = false, json = false, founds_anew = false;
  line.option("--session", session);
  line.option("--listen", listen);
  line.option("--join", join);
  line.option("--name", name);
  line.option("--cores", cores, 1, 4096);
  line.flag("--new", founds_anew);
  line.flag("--foreground", foreground);
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const auto invitation = read_invitation(join);
  if (!invitation) return report(invitation.error());
  if ((session + listen + *invitation).find('\n') != std::string::npos)
    return report({"an option contains a newline", 2});
  if (const auto checked = check_address(listen); !checked) return report(checked.error());
  if (!name.empty() && (!host::is_plain_name(name) || name.size() > host::longest_name))
    return report({"--name: expected at most " + std::to_string(host::longest_name) +
                       " letters, digits and signs of . - _ @ +, not " + base::shown_value(name),
                   2});
  if (cores != 0) setenv("MENTAT_CORES", std::to_string(cores).c_str(), 1);
  const auto place = session_named(session);
  if (!place) return report(place.error());
  if (const std::string text = mmps::trust::foreign_runtime_folder(); !text.empty())
    std::fprintf(stderr, "mentat: %s\n", base::shown(text).c_str());

  const std::string request = "session=" + place->folder + "\nlisten=" + listen +
                              "\njoin=" + *invitation +
                              "\nforeground=" + (foreground ? "yes" : "no") + "\nname=" + name +
                              "\nnew=" + (founds_anew ? "yes" : "no") + "\n";
  const auto daemon = start_daemon(here.prefix / "bin/mentat-host", request);
  if (!daemon) return report(daemon.error());
  if (foreground) forward_signals_to(daemon->process);
  const std::vector<std::string> said = hear(daemon->says);
  std::fclose(daemon->says);
  if (said[0] != "ready") {
    waitpid(daemon->process, nullptr, 0);
    return report({said[1].empty() ? "the daemon has ended at its start; `mentat logs` may say why"
                                   : said[1]});
  }
  if (json) {
    json_object what;
    what.add("session", place->name).add("listen", said[1]).add("log", said[2]);
    std::fputs(what.text().c_str(), stdout);
  } else {
    std::printf(
        "session %s is up on this host, %s\n", place->name.c_str(),
        said[1].empty() ? "alone" : ("listens on " + said[1] + " (strangers are refused)").c_str());
  }
  std::fflush(stdout);
  if (!foreground) return 0;
  int status = 0;
  while (waitpid(daemon->process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace mentat::command
