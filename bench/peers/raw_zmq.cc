// By hand on ZeroMQ: a DEALER calls a ROUTER, blocking. `raw_zmq tcp ...` uses loopback, else ipc.
#include <cstring>
#include <string>

#include <zmq.hpp>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"

namespace mentat::bench {
namespace {

// A ROUTER drops messages when its queue is full. The default limit of 1000 can be reached at 512
// calls in flight, because consumed messages are counted only now and then.
zmq::socket_t unbounded(zmq::context_t& context, zmq::socket_type type) {
  zmq::socket_t made(context, type);
  made.set(zmq::sockopt::sndhwm, 0);
  made.set(zmq::sockopt::rcvhwm, 0);
  made.set(zmq::sockopt::linger, 0);
  return made;
}

constexpr int patience_ms = 60'000;  // for one answer; then the server counts as dead

class raw_zmq final : public callee {
 public:
  explicit raw_zmq(bool tcp) {
    int told[2];
    if (pipe(told) != 0) std::exit(1);
    start_server([&] {
      close(told[0]);
      zmq::context_t context(1);
      zmq::socket_t router = unbounded(context, zmq::socket_type::router);
      router.bind(tcp ? "tcp://127.0.0.1:*" : "ipc://" + folder_.at("door"));
      char address[256] = {};
      std::strncpy(address, router.get(zmq::sockopt::last_endpoint).c_str(), sizeof address - 1);
      if (write(told[1], address, sizeof address) != sizeof address) std::exit(1);
      for (;;) {
        zmq::message_t from, argument;
        static_cast<void>(router.recv(from));
        static_cast<void>(router.recv(argument));
        router.send(from, zmq::send_flags::sndmore);
        router.send(zmq::message_t(argument.data(), sizeof(int)), zmq::send_flags::none);
      }
    });
    close(told[1]);
    dealer_.set(zmq::sockopt::rcvtimeo, patience_ms);
    char address[256] = {};
    if (read(told[0], address, sizeof address) != sizeof address) std::exit(1);
    close(told[0]);
    dealer_.connect(address);
  }
  void start(std::size_t bytes) override {
    const std::vector<char>& argument = argument_of(bytes == 0 ? sizeof(int) : bytes);
    dealer_.send(zmq::message_t(argument.data(), argument.size()), zmq::send_flags::none);
  }
  void finish() override {
    if (dealer_.recv(result_)) return;
    std::fprintf(stderr, "raw_zmq: no answer within a minute\n");
    std::exit(1);
  }

 private:
  socket_folder folder_;
  zmq::context_t context_{1};  // its threads start with the first socket, after the fork
  zmq::socket_t dealer_ = unbounded(context_, zmq::socket_type::dealer);
  zmq::message_t result_;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  const bool tcp = argc > 1 && std::string(argv[1]) == "tcp";
  mentat::bench::raw_zmq system(tcp);
  return mentat::bench::measure_calls(tcp ? argc - 1 : argc, tcp ? argv + 1 : argv, system);
}
