#include "tools/mentat/session_lease.h"

#include <signal.h>

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

// Until the daemon has ended; signals go to it.
int stay(const started_host& daemon, const held_signals& signals) {
  const auto ends = watch_end(daemon.process);
  while (ends && !signals.wait_for(ends->get(), base::instant::never()))
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
    const std::vector<std::string> said =
        daemon->hear([&] { return signals->wait_for(daemon->from.get(), base::instant::never()); });
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
    signals->wait_for(-1, now() + pause);
    if (const int signal = signals->take(); signal != 0) return 128 + signal;
  }
}

}  // namespace mentat::command
