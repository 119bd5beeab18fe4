#include "daemons/supervisor/outlived_signals.h"

namespace mentat::supervisor {

void outlived_signals::ignore() {
  const auto ignore_one = [this](int signal) {
    struct sigaction ignored {}, before {};
    ignored.sa_handler = SIG_IGN;
    if (sigaction(signal, &ignored, &before) == 0) before_.emplace_back(signal, before);
  };
  for (const int one : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2,
                        SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGXCPU, SIGXFSZ})
    ignore_one(one);
  for (int one = SIGRTMIN; one <= SIGRTMAX; ++one) ignore_one(one);
}

void outlived_signals::restore() const {
  for (const auto& [signal, before] : before_) sigaction(signal, &before, nullptr);
}

}  // namespace mentat::supervisor
