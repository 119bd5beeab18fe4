#include "tools/mentat/guest_start.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "daemons/host/wire/session_question.h"
#include "daemons/launch/hello.h"
#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {
namespace {

using clock = std::chrono::steady_clock;
using mmps::trust::descriptor;

constexpr auto welcome_within = std::chrono::seconds(30);
constexpr int most_noise = 64;

void say(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

// One line of standard input, cut where it is too long; nothing at its end, or after `last`.
std::optional<std::string> read_line_until(clock::time_point last) {
  std::string line;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(last - clock::now()).count();
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (left <= 0) return std::nullopt;
    const int polled = ::poll(&input, 1, static_cast<int>(left));
    if (polled < 0 && errno == EINTR) continue;
    char c = 0;
    if (polled != 1 || ::read(STDIN_FILENO, &c, 1) != 1) return std::nullopt;
    if (c == '\n') return line;
    if (line.size() <= launch::longest_line && c != '\r') line += c;
  }
}

expected<launch::welcome> wait_for_welcome() {
  const auto last = clock::now() + welcome_within;
  for (int lines = 0; lines < most_noise; ++lines) {
    const auto line = read_line_until(last);
    if (!line) return fail("nobody has welcomed this host");
    if (launch::kind_of(*line) == launch::line_kind::noise) continue;
    auto said = launch::welcome::parse(*line);
    if (!said) return fail(said.error());
    return std::move(*said);
  }
  return fail("standard input has many lines and no welcome");
}

// Greets, and passes the welcome to the daemon.
expected<void> meet(const started_host& daemon) {
  const std::vector<std::string> said = daemon.hear();
  if (said[0] != "hello") return fail(why_failed(said));
  say(launch::hello{said[1], version}.line());
  const auto answer = wait_for_welcome();
  if (!answer) return tl::unexpected(answer.error());
  if (!daemon.tell_welcome(*answer)) return fail("the daemon of this host has ended");
  return {};
}

// Waits until the daemon says something. The end of its lease, if that is standard input, is passed
// on to it.
bool is_heard(started_host& daemon, const guest_lease& lease) {
  std::array<char, 256> ignored{};
  for (;;) {
    const int input = lease.is_job || !daemon.to.is_open() ? -1 : STDIN_FILENO;
    std::array<pollfd, 2> items{{{daemon.from.get(), POLLIN, 0}, {input, POLLIN, 0}}};
    if (::poll(items.data(), items.size(), -1) < 0 && errno == EINTR) continue;
    if (items[0].revents != 0) return true;
    const ssize_t count = ::read(STDIN_FILENO, ignored.data(), ignored.size());
    if (count == 0 || (count < 0 && errno != EINTR)) daemon.to = descriptor();
  }
}

// As `mentat drain` asks.
void drain_own_host(const std::string& session, const std::string& why, std::time_t last) {
  const auto rows = ask_session(session, "status");
  if (!rows) return;
  const auto left = std::max<std::time_t>(0, last - std::time(nullptr));
  host::drain_question question{.seconds = static_cast<std::uint32_t>(left), .why = why};
  for (const host::session_row& row : *rows)
    if (row.kind == "host" && row.get("self") == "yes") {
      question.host = row.get("name");
      static_cast<void>(ask_session(session, question.text()));
    }
}

// How long poll() waits for that second of the calendar, which may be put right meanwhile.
int wait_until(std::time_t second) {
  constexpr std::time_t longest = 60;
  const std::time_t left = second - std::time(nullptr);
  return static_cast<int>(std::clamp<std::time_t>(left, 0, longest)) * 1000;
}

// Until the daemon ends, or the lease: standard input, if it is that.
void wait_for_end(const descriptor& ended, const std::string& session, const guest_lease& lease) {
  std::array<char, 256> ignored{};
  const int input = lease.is_job ? -1 : STDIN_FILENO;
  std::time_t drain_at = lease.drain_at;
  for (;;) {
    std::array<pollfd, 2> items{{{input, POLLIN, 0}, {ended.get(), POLLIN, 0}}};
    const int longest = drain_at == 0 ? -1 : wait_until(drain_at);
    if (::poll(items.data(), items.size(), longest) < 0 && errno == EINTR) continue;
    if (items[1].revents != 0) return;
    if (drain_at != 0 && std::time(nullptr) >= drain_at) {
      drain_own_host(session, lease.why_drained, lease.end);
      drain_at = 0;
    }
    if (items[0].revents == 0) continue;
    const ssize_t count = ::read(STDIN_FILENO, ignored.data(), ignored.size());
    if (count == 0 || (count < 0 && errno != EINTR)) return;
  }
}

int fail_before_up(started_host& daemon, bool meets, const problem& why) {
  if (meets)
    say(launch::failed{why.text}.line());
  else
    report(why);
  daemon.to = descriptor();
  daemon.wait();
  return 1;
}

}  // namespace

int run_leased(const installation& here, const host_request& request, const announcement& announce,
               const guest_lease& lease) {
  ::signal(SIGPIPE, SIG_IGN);  // the founder may be gone: then standard input ends, too
  auto daemon = start_host(here, request);
  if (!daemon) {
    if (request.meets) say(launch::failed{daemon.error().text}.line());
    return report(daemon.error());
  }
  const auto ends = watch_end(daemon->process);
  if (!ends) return fail_before_up(*daemon, request.meets, ends.error());
  pass_signals_to(daemon->process);
  if (request.meets)
    if (const auto met = meet(*daemon); !met) return fail_before_up(*daemon, true, met.error());
  const std::vector<std::string> said = daemon->hear([&] { return is_heard(*daemon, lease); });
  if (said[0] != "ready") return fail_before_up(*daemon, request.meets, {why_failed(said)});
  if (request.meets)
    say(launch::up{static_cast<std::uint32_t>(std::atol(said[3].c_str()))}.line());
  else
    announce(said);
  wait_for_end(*ends, request.session, lease);
  daemon->to = descriptor();
  return daemon->wait();
}

}  // namespace mentat::command
