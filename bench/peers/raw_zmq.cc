// By hand on ZeroMQ: a DEALER calls a ROUTER, blocking. `raw_zmq tcp ...` uses loopback, `raw_zmq
// curve ...` the same with CURVE, as hosts of a session do; else ipc.
#include <array>
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

struct key_pair {
  std::array<char, 41> open{}, secret{};
  key_pair() {
    if (zmq_curve_keypair(open.data(), secret.data()) != 0) std::exit(1);
  }
};

enum class way { ipc, tcp, curve };

class raw_zmq final : public callee {
 public:
  explicit raw_zmq(way how) {
    const key_pair of_server, of_client;
    int told[2];
    if (pipe(told) != 0) std::exit(1);
    start_server([&] {
      close(told[0]);
      zmq::context_t context(1);
      zmq::socket_t router = unbounded(context, zmq::socket_type::router);
      if (how == way::curve) {
        router.set(zmq::sockopt::curve_server, true);
        router.set(zmq::sockopt::curve_secretkey, of_server.secret.data());
      }
      router.bind(how != way::ipc ? "tcp://127.0.0.1:*" : "ipc://" + folder_.at("door"));
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
    if (how == way::curve) {
      dealer_.set(zmq::sockopt::curve_serverkey, of_server.open.data());
      dealer_.set(zmq::sockopt::curve_publickey, of_client.open.data());
      dealer_.set(zmq::sockopt::curve_secretkey, of_client.secret.data());
    }
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
  using mentat::bench::way;
  const std::string first = argc > 1 ? argv[1] : "";
  const way how = first == "tcp" ? way::tcp : first == "curve" ? way::curve : way::ipc;
  const int named = how == way::ipc ? 0 : 1;
  mentat::bench::raw_zmq system(how);
  return mentat::bench::measure_calls(argc - named, argv + named, system);
}
