#include "tools/mentat/session_lease.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string>

#include "mmps/base/clock.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/held_signals.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {
namespace {

constexpr base::duration pause = base::second;

base::instant now() { return base::machine_clock().now(); }

// Waits for the stream, if there is one, or for a signal. False: a signal has come, or `last`.
bool is_heard(int stream, const held_signals& signals, base::instant last) {
  std::array<pollfd, 2> items{{{stream, POLLIN, 0}, {signals.events(), POLLIN, 0}}};
  for (;;) {
    const base::duration left = std::max<base::duration>(0, last - now());
    const int longest =
        last == base::instant::never() ? -1 : static_cast<int>(left / base::millisecond) + 1;
    const int polled = ::poll(items.data(), items.size(), longest);
    if (polled < 0 && errno == EINTR) continue;
    return polled > 0 && items[1].revents == 0;
  }
}

// Until the daemon has ended; signals go to it.
int stay(const started_host& daemon, const held_signals& signals) {
  const auto ends = watch_end(daemon.process);
  while (ends && !is_heard(ends->get(), signals, base::instant::never()))
    if (const int signal = signals.take(); signal != 0)
      ::kill(daemon.process, signal == SIGINT ? SIGINT : SIGTERM);
  return daemon.wait();
}

}  // namespace

int run_for_session(const installation& here, const host_request& request,
                    std::chrono::seconds within, const announcement& announce) {
  auto signals = held_signals::hold();
  if (!signals) return report(signals.error());
  ::signal(SIGPIPE, SIG_IGN);
  const base::instant last = now() + within.count() * base::second;
  for (bool is_first = true;; is_first = false) {
    auto daemon = start_host(here, request);
    if (!daemon) return report(daemon.error());
    const std::vector<std::string> said = daemon->hear(
        [&] { return is_heard(daemon->from.get(), *signals, base::instant::never()); });
    if (said[0] == "ready") {
      announce(said);
      return stay(*daemon, *signals);
    }
    daemon->to = {};
    daemon->wait();
    const std::string why = base::shown(why_failed(said));
    if (const int signal = signals->take(); signal != 0) return 128 + signal;
    if (now() + pause >= last) return report({why});
    if (is_first)
      std::fprintf(stderr, "mentat: this host is not in the session yet, and tries it again: %s\n",
                   why.c_str());
    is_heard(-1, *signals, now() + pause);
    if (const int signal = signals->take(); signal != 0) return 128 + signal;
  }
}

}  // namespace mentat::command
