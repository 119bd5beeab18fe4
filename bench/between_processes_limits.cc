#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <string>

#include "bench/between_processes.h"
#include "mmps/futex/futex.h"
#include "mmps/machine/processor.h"

namespace mentat::bench {
namespace {

using message = std::array<std::byte, 128>;

// A process that runs `what` until the owner destroys this object or ends.
class child {
 public:
  explicit child(const std::function<void()>& what) : process_(fork()) {
    if (process_ < 0) std::abort();
    if (process_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    what();
    _exit(0);
  }
  child(const child&) = delete;
  child& operator=(const child&) = delete;
  ~child() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }

 private:
  pid_t process_;
};

struct ring {
  static constexpr std::uint64_t slots = 1024;
  alignas(64) std::atomic<std::uint64_t> written{0};
  alignas(64) std::atomic<std::uint64_t> read{0};
  alignas(64) std::atomic<std::uint32_t> reader_sleeps{0};
  alignas(64) std::array<message, slots> messages;
};
struct two_rings {
  ring there, back;
};

class ring_end {
 public:
  ring_end(ring& out, ring& in, bool spins) : out_(out), in_(in), spins_(spins) {}

  void put(const message& what) {  // REQUIRES: fewer messages in flight than slots
    const std::uint64_t at = out_.written.load(std::memory_order_relaxed);
    out_.messages[at % ring::slots] = what;
    out_.written.store(at + 1, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (out_.reader_sleeps.load(std::memory_order_relaxed) != 0 &&
        out_.reader_sleeps.exchange(0) != 0)
      base::futex_wake(out_.reader_sleeps, true);
  }
  void take(message& to) {
    const std::uint64_t at = in_.read.load(std::memory_order_relaxed);
    wait(at);
    to = in_.messages[at % ring::slots];
    in_.read.store(at + 1, std::memory_order_release);
  }

 private:
  [[nodiscard]] bool is_there(std::uint64_t at) const {
    return in_.written.load(std::memory_order_acquire) != at;
  }
  void wait(std::uint64_t at) {
    if (is_there(at)) return;
    const auto begin = std::chrono::steady_clock::now();
    while (spins_ && std::chrono::steady_clock::now() - begin < std::chrono::microseconds(50)) {
      for (int polls = 0; polls < 50; ++polls) {
        if (is_there(at)) return;
        mentat::machine::relax();
      }
      sched_yield();
    }
    while (!is_there(at)) {
      in_.reader_sleeps.store(1, std::memory_order_seq_cst);
      if (!is_there(at)) base::futex_wait(in_.reader_sleeps, 1, 0, true);
    }
  }

  ring& out_;
  ring& in_;
  const bool spins_;
};

class asked_by_ring final : public asked_process {
 public:
  explicit asked_by_ring(bool spins)
      : rings_(new(mmap(nullptr, sizeof(two_rings), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0)) two_rings),
        here_(rings_->there, rings_->back, spins),
        other_([this, spins] {
          ring_end there(rings_->back, rings_->there, spins);
          for (message got;;) {
            there.take(got);
            there.put(got);
          }
        }) {}
  void ask() override { here_.put(question_); }
  void answer() override { here_.take(got_); }

 private:
  two_rings* const rings_;
  ring_end here_;
  message question_{}, got_{};
  child other_;
};

class asked_by_zeromq final : public asked_process {
 public:
  asked_by_zeromq()
      : address_("ipc:///tmp/mentat_bench_" + std::to_string(getpid())),
        other_([this] { echo(); }),
        context_(zmq_ctx_new()),
        socket_(zmq_socket(context_, ZMQ_DEALER)) {
    const int at_once = 0;
    zmq_setsockopt(socket_, ZMQ_LINGER, &at_once, sizeof at_once);
    if (zmq_connect(socket_, address_.c_str()) != 0) std::abort();
  }
  ~asked_by_zeromq() override {
    zmq_close(socket_);
    zmq_ctx_term(context_);
    unlink(address_.c_str() + std::strlen("ipc://"));
  }
  void ask() override { zmq_send(socket_, question_.data(), question_.size(), 0); }
  void answer() override { zmq_recv(socket_, got_.data(), got_.size(), 0); }

 private:
  void echo() const {
    void* context = zmq_ctx_new();
    void* router = zmq_socket(context, ZMQ_ROUTER);
    if (zmq_bind(router, address_.c_str()) != 0) _exit(1);
    std::array<std::byte, 256> who;
    for (message got;;) {
      const int length = zmq_recv(router, who.data(), who.size(), 0);
      zmq_recv(router, got.data(), got.size(), 0);
      zmq_send(router, who.data(), static_cast<std::size_t>(length), ZMQ_SNDMORE);
      zmq_send(router, got.data(), got.size(), 0);
    }
  }

  const std::string address_;
  message question_{}, got_{};
  child other_;
  void* context_;
  void* socket_;
};

}  // namespace

std::unique_ptr<asked_process> by_spinning_ring() { return std::make_unique<asked_by_ring>(true); }
std::unique_ptr<asked_process> by_futex_ring() { return std::make_unique<asked_by_ring>(false); }
std::unique_ptr<asked_process> by_zeromq() { return std::make_unique<asked_by_zeromq>(); }

}  // namespace mentat::bench
