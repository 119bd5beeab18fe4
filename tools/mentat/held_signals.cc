#include "tools/mentat/held_signals.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace mentat::command {

expected<held_signals> held_signals::hold() {
  sigset_t held;
  sigemptyset(&held);
  for (const int one : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now{};
    ::sigaction(one, nullptr, &now);
    if (now.sa_handler != SIG_IGN) sigaddset(&held, one);
  }
  ::sigprocmask(SIG_BLOCK, &held, nullptr);
  held_signals signals;
  signals.events_ = mmps::trust::descriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals.events_.is_open())
    return fail(std::string("signals cannot be read: ") + std::strerror(errno));
  return signals;
}

int held_signals::take() const {
  signalfd_siginfo one{};
  return ::read(events_.get(), &one, sizeof one) == sizeof one ? static_cast<int>(one.ssi_signo)
                                                               : 0;
}

}  // namespace mentat::command
