#include "tools/mentat/held_signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "mmps/base/clock.h"

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

bool held_signals::wait_for(int stream, base::instant last) const {
  std::array<pollfd, 2> items{{{stream, POLLIN, 0}, {events(), POLLIN, 0}}};
  for (;;) {
    const base::duration left = std::max<base::duration>(0, last - base::machine_clock().now());
    const timespec longest{left / base::second, left % base::second};
    const bool has_end = last != base::instant::never();
    const int polled = ::ppoll(items.data(), items.size(), has_end ? &longest : nullptr, nullptr);
    if (polled < 0 && errno == EINTR) continue;
    return polled > 0 && items[1].revents == 0;
  }
}

}  // namespace mentat::command
