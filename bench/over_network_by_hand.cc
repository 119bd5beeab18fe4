#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "bench/over_network.h"
#include "bench/peers/placement.h"

namespace mentat::bench {
namespace {

constexpr std::size_t least_lent = std::size_t{1} << 20;

int receive(void* socket, waits how, std::span<char> into) {
  if (how == waits::polls) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
    do {
      if (const int got = zmq_recv(socket, into.data(), into.size(), ZMQ_DONTWAIT); got >= 0)
        return got;
      sched_yield();
    } while (std::chrono::steady_clock::now() < end);
  }
  return zmq_recv(socket, into.data(), into.size(), 0);
}

class asked_on_zeromq final : public asked_by_hand {
 public:
  explicit asked_on_zeromq(waits how) : how_(how), process_(fork()) {
    if (process_ < 0) std::abort();
    if (process_ == 0) serve();
    context_ = zmq_ctx_new();
    socket_ = zmq_socket(context_, ZMQ_DEALER);
    const int at_once = 0;
    zmq_setsockopt(socket_, ZMQ_LINGER, &at_once, sizeof at_once);
    if (zmq_connect(socket_, address_.c_str()) != 0) std::abort();
  }
  ~asked_on_zeromq() override {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    zmq_close(socket_);
    zmq_ctx_term(context_);
    unlink(address_.c_str() + std::strlen("ipc://"));
  }

  void ask(std::size_t bytes) override {
    zmq_msg_t message;
    if (bytes < least_lent) {
      zmq_msg_init_size(&message, bytes);
      std::memset(zmq_msg_data(&message), 1, bytes);
    } else {
      body_.resize(bytes, 'x');
      zmq_msg_init_data(&message, body_.data(), bytes, [](void*, void*) {}, nullptr);
    }
    if (zmq_msg_send(&message, socket_, 0) < 0) std::abort();
  }
  void answer() override {
    std::array<char, answer_bytes> got;
    if (receive(socket_, how_, got) < 0) std::abort();
  }

 private:
  [[noreturn]] void serve() const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    take_core(party::callee);
    void* const router = zmq_socket(zmq_ctx_new(), ZMQ_ROUTER);
    if (zmq_bind(router, address_.c_str()) != 0) _exit(1);
    const std::array<char, answer_bytes> result{};
    std::array<char, 256> who;
    zmq_msg_t message;
    zmq_msg_init(&message);
    for (;;) {
      const int length = receive(router, how_, who);
      zmq_msg_recv(&message, router, 0);
      zmq_send(router, who.data(), static_cast<std::size_t>(length), ZMQ_SNDMORE);
      zmq_send(router, result.data(), result.size(), 0);
    }
  }

  const waits how_;
  const std::string address_ = "ipc:///tmp/mentat_by_hand_" + std::to_string(getpid()) +
                               (how_ == waits::polls ? "_polls" : "_blocks");
  const pid_t process_;
  std::vector<char> body_;
  void* context_ = nullptr;
  void* socket_ = nullptr;
};

}  // namespace

std::unique_ptr<asked_by_hand> by_hand_on_zeromq(waits how) {
  return std::make_unique<asked_on_zeromq>(how);
}

}  // namespace mentat::bench
