#include "rts/executor/quit_signal.h"

#include <semaphore.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <ctime>

#include "rts/core/activation.h"
#include "rts/core/server_object.h"
#include "rts/executor/debugger.h"
#include "rts/executor/sanitizers.h"

namespace mentat {
namespace {

constexpr long longest_answer_ns = 200'000'000;

// The data that the handler reads; complete before the handler is installed.
std::atomic<int> event{-1};
std::atomic<pid_t> owner{0};
std::atomic<bool> hears_terminal{false};

// The question to one thread, and its answer.
struct question {
  static constexpr std::size_t max_functions = 64;
  std::atomic<pid_t> thread{0};  // 0: nobody is asked
  std::array<running_function, max_functions> functions;
  std::size_t count = 0;
  sem_t answered;
};
question asked;

// On the queried thread, which may be anywhere in its code: no lock, no heap.
void note_functions() {
  asked.count = 0;
  for (const activation* at = current_activation;
       at && at != &detail::no_activation && asked.count < question::max_functions;
       at = at->outer) {
    running_function& here = asked.functions[asked.count];
    here = {};
    if (at->instance) {
      if (!at->instance->of_class()) continue;
      here.of_class = at->instance->of_class();
      here.function = at->instance->function();
      here.called_at = at->instance->called_at();
    }
    if (at->object) here.object = at->object->name();
    ++asked.count;
  }
}

void end_as_usual() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(SIGQUIT, &usual, nullptr);
  raise(SIGQUIT);
}

void on_quit(int, siginfo_t* info, void*) {
  const int error = errno;
  const pid_t self = getpid();
  if (owner.load() != self) {
    end_as_usual();
  } else if (info->si_code == SI_QUEUE && info->si_pid == self &&
             info->si_value.sival_ptr == &asked) {
    pid_t here = static_cast<pid_t>(syscall(SYS_gettid));
    if (asked.thread.compare_exchange_strong(here, 0)) {
      note_functions();
      sem_post(&asked.answered);
    }
  } else if (info->si_code != SI_KERNEL || hears_terminal.load()) {
    const std::uint64_t one = 1;
    if (write(event.load(), &one, sizeof one) < 0) errno = error;  // it has been made readable
  }
  errno = error;
}

// Marked as ours: a signal that the program sends to its own threads is an ordinary question.
bool ask(pid_t thread) {
  siginfo_t question{};
  question.si_signo = SIGQUIT;
  question.si_code = SI_QUEUE;
  question.si_pid = getpid();
  question.si_uid = getuid();
  question.si_value.sival_ptr = &asked;
  return syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, SIGQUIT, &question) == 0;
}

// One in a process, which stays open: a handler that runs late still finds it. A child of fork()
// makes its own.
int event_of_process() {
  if (event.load() < 0 || owner.load() != getpid())
    event.store(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  return event.load();
}

bool is_ours(const struct sigaction& present) {
  return (present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == &on_quit;
}

// False: it does not answer in time, and will not any more.
bool wait_for_answer(pid_t thread) {
  timespec end{};
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec += longest_answer_ns;
  if (end.tv_nsec >= 1'000'000'000) ++end.tv_sec, end.tv_nsec -= 1'000'000'000;
  while (sem_timedwait(&asked.answered, &end) != 0) {
    if (errno == EINTR) continue;
    if (asked.thread.compare_exchange_strong(thread, 0)) return false;
    while (sem_wait(&asked.answered) != 0) {  // it is just about to answer
    }
    return true;
  }
  return true;
}

}  // namespace

quit_signal::quit_signal(bool heeds_terminal) {
  struct sigaction present {};
  sigaction(SIGQUIT, nullptr, &present);
  const bool is_simple = (present.sa_flags & SA_SIGINFO) == 0;
  was_ignored_ = is_simple && present.sa_handler == SIG_IGN;
  const bool is_usual = is_simple && present.sa_handler == SIG_DFL;
  if (!is_usual && !was_ignored_ && !is_ours(present)) return;
  descriptor_ = event_of_process();
  if (descriptor_ < 0) return;
  static const int made = sem_init(&asked.answered, 0, 0);
  static_cast<void>(made);
  owner.store(getpid());
  hears_terminal.store(heeds_terminal && !was_ignored_);
  struct sigaction action {};
  action.sa_sigaction = &on_quit;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGQUIT, &action, nullptr);
}

quit_signal::~quit_signal() {
  if (descriptor_ < 0) return;
  struct sigaction present {};
  sigaction(SIGQUIT, nullptr, &present);
  if (is_ours(present)) {
    struct sigaction before {};
    before.sa_handler = SIG_IGN;
    sigaction(SIGQUIT, &before, nullptr);  // discards a question that is on its way
    before.sa_handler = was_ignored_ ? SIG_IGN : SIG_DFL;
    sigaction(SIGQUIT, &before, nullptr);
  }
}

void quit_signal::take() {
  std::uint64_t count = 0;
  if (read(descriptor_, &count, sizeof count) < 0) return;  // taken already
}

std::vector<running_stack> quit_signal::running_stacks() const {
  std::vector<running_stack> all;
  struct sigaction present {};
  sigaction(SIGQUIT, nullptr, &present);
  if (descriptor_ < 0 || !is_ours(present) || has_thread_sanitizer()) return all;
  for (const pid_t thread : debugged_thread::ids()) {
    asked.thread.store(thread);
    if (!ask(thread)) {
      asked.thread.store(0);
      continue;  // it has ended
    }
    if (!wait_for_answer(thread)) continue;
    all.push_back({thread, {asked.functions.begin(), asked.functions.begin() + asked.count}});
  }
  return all;
}

}  // namespace mentat
