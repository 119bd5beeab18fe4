#include "bench/papers/svm/region.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>

#include "bench/papers/svm/central.h"
#include "bench/papers/svm/distributed.h"
#include "mmps/base/check.h"

namespace mentat::bench::svm {

struct common {
  struct of_process {
    sem_t given;
    std::int64_t began, ended;
    region::report left;
    mailbox box;
  };

  std::atomic<std::uint64_t> messages, bytes;
  sem_t ended;
  pthread_barrier_t all_there;
  order_lock order;
  of_process processes[];  // and the manager's behind them; then landing pages; then stored pages
};

namespace {

region* the_region = nullptr;  // of this process, for the signal handler

// A program has this long to use a page that it was given before the page may go again.
constexpr std::int64_t use_ns = 30'000;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "svm: %s: %s\n", what, std::strerror(errno));
  std::_Exit(1);
}

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

void wait_for(sem_t& semaphore) {
  while (sem_wait(&semaphore) != 0)
    if (errno != EINTR) fail("sem_wait");
}

std::byte* map(std::size_t bytes, int protection, int flags, int file) {
  void* const at = mmap(nullptr, bytes, protection, flags, file, 0);
  if (at == MAP_FAILED) fail("mmap");
  return static_cast<std::byte*>(at);
}

std::size_t round_up(std::size_t bytes) { return (bytes + page_size - 1) / page_size * page_size; }

}  // namespace

region::region(management how, process processes, page_number pages)
    : how_(how), processes_(processes), pages_(pages) {
  MENTAT_CHECK(processes > 0 && processes <= most_processes && pages > 0, "the caller checks");
  MENTAT_CHECK(sysconf(_SC_PAGESIZE) == static_cast<long>(page_size), "the caller checks");
  // Reserved before the forks, so that it is at one address in all.
  memory_ = map(pages * page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  const std::size_t head = round_up(sizeof(common) + (processes + 1) * sizeof(common::of_process));
  common_bytes_ = head + (processes + std::size_t{pages}) * page_size;
  common_ = reinterpret_cast<common*>(
      map(common_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1));
  common_->order.begin();
  sem_init(&common_->ended, 1, 0);
  pthread_barrierattr_t shared;
  pthread_barrierattr_init(&shared);
  pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&common_->all_there, &shared, processes);
  pthread_barrierattr_destroy(&shared);
  for (process p = 0; p <= processes; ++p) {
    sem_init(&common_->processes[p].given, 1, 0);
    common_->processes[p].box.begin();
  }
}

region::~region() {
  munmap(memory_, pages_ * page_size);
  munmap(common_, common_bytes_);
}

std::byte* region::landing(process p) const {
  const std::size_t pages_behind = processes_ + std::size_t{pages_};
  auto* const end = reinterpret_cast<std::byte*>(common_) + common_bytes_;
  return end - pages_behind * page_size + p * page_size;
}

std::byte* region::stored(page_number number) const {
  return landing(processes_) + std::size_t{number} * page_size;
}

region::result region::run(const std::function<report(process)>& program) {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  std::vector<pid_t> children;
  const process count = processes_ + (how_ == management::central ? 1 : 0);
  for (process p = 0; p < count; ++p) {
    const pid_t child = fork();
    if (child < 0) fail("fork");
    if (child > 0) {
      children.push_back(child);
      continue;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) std::_Exit(1);
    if (p == processes_) {
      manage();
      std::_Exit(0);
    }
    become(p);
    std::thread handler([this] { serve(); });
    common::of_process& own = common_->processes[p];
    pthread_barrier_wait(&common_->all_there);
    own.began = now_ns();
    own.left = program(p);
    own.ended = now_ns();
    sem_post(&common_->ended);
    handler.join();  // others may still need this process's pages
    std::_Exit(0);
  }
  result sum;
  sum.ended = wait_for_all(children);
  std::int64_t began = INT64_MAX, ended = 0;
  for (process p = 0; p < processes_; ++p) {
    const common::of_process& one = common_->processes[p];
    began = std::min(began, one.began);
    ended = std::max(ended, one.ended);
    sum.nodes += one.left.nodes;
    sum.digest += one.left.digest;
  }
  sum.seconds = static_cast<double>(ended - began) / 1e9;
  sum.messages = common_->messages;
  sum.bytes = common_->bytes;
  return sum;
}

// False, and all are ended, if one dies before its time.
bool region::wait_for_all(const std::vector<pid_t>& children) const {
  process ended = 0;
  bool died = false;
  std::vector<bool> reaped(children.size(), false);
  while (ended < processes_ && !died) {
    timespec until{};
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100'000'000;
    until.tv_sec += until.tv_nsec / 1'000'000'000;
    until.tv_nsec %= 1'000'000'000;
    if (sem_timedwait(&common_->ended, &until) == 0) {
      ++ended;
      continue;
    }
    for (std::size_t n = 0; n < children.size(); ++n)
      if (!reaped[n] && waitpid(children[n], nullptr, WNOHANG) > 0) reaped[n] = died = true;
  }
  for (std::size_t n = 0; n < children.size(); ++n) {
    if (died && !reaped[n]) kill(children[n], SIGKILL);
    if (!died) common_->processes[n].box.push({letter_kind::stop, {}});
  }
  for (std::size_t n = 0; n < children.size(); ++n)
    if (!reaped[n]) waitpid(children[n], nullptr, 0);
  return !died;
}

void region::become(process self) {
  self_ = self;
  the_region = this;
  const std::size_t bytes = pages_ * page_size;
  const int file = memfd_create("svm", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) fail("memfd_create");
  shadow_ = map(bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file);
  if (mmap(memory_, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) fail("mmap");
  close(file);
  open_.assign(pages_, access::none);
  if (how_ == management::central)
    handler_ = std::make_unique<central_handler>(self, processes_, pages_);
  else
    handler_ = std::make_unique<distributed_handler>(self, processes_, pages_);
  for (page_number n = 0; n < pages_; ++n) protect(n);
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSEGV, &action, nullptr) != 0) fail("sigaction");
}

// ---- in the program's thread --------------------------------------------------------------------

void region::on_fault(int number, siginfo_t* info, void* context) {
  const auto* const address = static_cast<const std::byte*>(info->si_addr);
  const std::size_t bytes = the_region->pages_ * page_size;
  if (address < the_region->memory_ || address >= the_region->memory_ + bytes) {
    signal(number, SIG_DFL);  // the instruction is tried again, and ends the process
    return;
  }
#if defined(__x86_64__)
  const bool writes = (static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  static_cast<void>(context);
  const auto page = static_cast<std::size_t>(address - the_region->memory_) / page_size;
  const bool writes = the_region->open_[page] == access::read;
#endif
  const int error = errno;
  the_region->fault(address, writes);
  errno = error;
}

void region::fault(const void* address, bool writes) {
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - memory_);
  ask(letter_kind::touch, static_cast<page_number>(offset / page_size),
      writes ? access::write : access::read);
}

// Faults happen at loads and stores of the region alone, never within the mailbox's mutex.
void region::ask(letter_kind kind, page_number number, access wanted) {
  letter one{kind, {}};
  one.carried.number = number;
  one.carried.wanted = wanted;
  common_->processes[self_].box.push(one);
  wait_for(common_->processes[self_].given);
}

void region::lock(const void* variable, std::size_t bytes, access wanted) {
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(variable) - memory_);
  for (std::size_t n = offset / page_size; n <= (offset + bytes - 1) / page_size; ++n)
    ask(letter_kind::lock, static_cast<page_number>(n), wanted);
}

void region::unlock(const void* variable, std::size_t bytes) {
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(variable) - memory_);
  for (std::size_t n = offset / page_size; n <= (offset + bytes - 1) / page_size; ++n)
    ask(letter_kind::unlock, static_cast<page_number>(n), access::none);
}

// ---- in the handler's thread --------------------------------------------------------------------

void region::serve() {
  for (;;) {
    const letter one = next();
    if (one.kind == letter_kind::stop) return;
    handle(one);
  }
}

// Before anybody takes a page away that the program was given a moment ago, it may use it. If it
// asks for something else, it has. Others may wait for the page already: they send nothing more.
letter region::next() {
  mailbox& box = common_->processes[self_].box;
  if (!is_fresh_) return box.pop();
  std::optional<letter> one;
  while (!one && now_ns() - given_at_ < use_ns) {
    one = box.try_pop();
    if (!one) sched_yield();
  }
  const bool is_remote = one && one->kind == letter_kind::remote;
  while (is_remote && now_ns() - given_at_ < use_ns) sched_yield();
  settle();
  return one ? *one : box.pop();
}

void region::settle() {
  is_fresh_ = false;
  outbox out;
  handler_->settle(fresh_, out);
  finish(fresh_, out, false);
}

void region::handle(const letter& one) {
  const message& carried = one.carried;
  const page_number number = carried.number;
  outbox out;
  bool given = false;
  switch (one.kind) {
    case letter_kind::touch:
      given = handler_->want(number, carried.wanted, out);
      break;
    case letter_kind::lock:
      given = handler_->lock(number, carried.wanted, out);
      break;
    case letter_kind::unlock:
      handler_->unlock(number, out);
      given = true;
      break;
    default:
      if (carried.with_page)
        std::memcpy(shadow_ + std::size_t{number} * page_size, landing(self_), page_size);
      given = handler_->receive(carried, out);
      if (given) {
        fresh_ = number;
        is_fresh_ = true;
        given_at_ = now_ns();
      }
  }
  finish(number, out, given);
}

// A right that the machine takes away is gone before a copy is sent, and one that it gives is there
// before the program goes on.
void region::finish(page_number number, outbox& out, bool given) {
  protect(number);
  for (const message& one : out) post(one);
  if (given) sem_post(&common_->processes[self_].given);
}

void region::protect(page_number number) {
  const access may = handler_->may(number);
  if (may == open_[number]) return;
  const int protection = may == access::none   ? PROT_NONE
                         : may == access::read ? PROT_READ
                                               : PROT_READ | PROT_WRITE;
  if (mprotect(memory_ + std::size_t{number} * page_size, page_size, protection) != 0)
    fail("mprotect");
  open_[number] = may;
}

// A process waits for one page at a time, so each has one place where a page lands.
void region::post(const message& one) {
  const std::size_t bytes = sizeof one + (one.with_page ? page_size : 0);
  if (one.to == everybody) {
    common_->order.lock();
    for (process p = 0; p < processes_; ++p)
      common_->processes[p].box.push({letter_kind::remote, one});
    common_->order.unlock();
    common_->messages += processes_ - 1;
    common_->bytes += bytes * (processes_ - 1);
    return;
  }
  if (one.with_page) {
    const std::byte* const from =
        one.from == manager ? stored(one.number) : shadow_ + std::size_t{one.number} * page_size;
    std::memcpy(one.to == manager ? stored(one.number) : landing(one.to), from, page_size);
  }
  ++common_->messages;
  common_->bytes += bytes;
  const process to = one.to == manager ? processes_ : one.to;
  common_->processes[to].box.push({letter_kind::remote, one});
}

void region::manage() {
  central_manager machine(processes_, pages_);
  for (;;) {
    const letter one = common_->processes[processes_].box.pop();
    if (one.kind == letter_kind::stop) return;
    outbox out;
    machine.receive(one.carried, out);
    for (const message& sent : out) post(sent);
  }
}

}  // namespace mentat::bench::svm
