// The messages of the run-time system over ZeroMQ, without the run-time system. `mmps_zmq tcp ...`
// uses loopback, else ipc.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"
#include "mmps/wire/message_type.h"
#include "mmps/zmq/zmq_transport.h"

namespace mentat::bench {
namespace {

using mmps::mentat_message;
using mmps::mmps_name;
using mmps::transport;

const mmps_name client_name = mmps_name::of_process(1, 1, 1, 1);
const mmps_name server_name = mmps_name::of_process(1, 1, 2, 1);

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "mmps_zmq: %s\n", why.c_str());
  std::exit(1);
}

std::unique_ptr<transport> open(const mmps_name& self, const std::string& listen) {
  mmps::zeromq::zmq_opened opened =
      mmps::zeromq::open_zmq({.self = self, .listen = listen, .keys = {}});
  if (!opened.endpoint) fail(opened.error);
  return std::move(opened.endpoint);
}

void join(transport& from, const mmps_name& to, const std::string& address) {
  if (const std::string why = from.connect(to, address); !why.empty()) fail(why);
  for (;;) {
    from.wait(base::second);
    for (const mmps::peer_event& event : from.take_events())
      if (event.what == mmps::peer_event::kind::up) return;
  }
}

void send(transport& from, const mmps_name& to, mentat_message&& message) {
  message.header.type = static_cast<std::uint8_t>(mmps::message_type::token);
  message.header.argument_count = 1;
  if (from.send(to, message, 10 * base::second) != mmps::sent::yes) fail("a message was not sent");
}

// Pipes on which the server sends its listening address and receives the client's.
struct told {
  int to_client[2], to_server[2];
  told() {
    if (pipe(to_client) != 0 || pipe(to_server) != 0) fail("no pipe");
  }
};

void tell(int to, const std::string& address) {
  char text[256] = {};
  address.copy(text, sizeof text - 1);
  if (write(to, text, sizeof text) != sizeof text) fail("the other side is gone");
}

std::string hear(int from) {
  char text[256] = {};
  if (read(from, text, sizeof text) != sizeof text) fail("the other side is gone");
  return text;
}

class mmps_zmq final : public callee {
 public:
  explicit mmps_zmq(bool tcp) {
    const told pipes;
    const std::string any = "tcp://127.0.0.1:0";
    start_server([&] {
      const auto here = open(server_name, tcp ? any : "ipc://" + folder_.at("server"));
      tell(pipes.to_client[1], here->address());
      join(*here, client_name, hear(pipes.to_server[0]));
      for (;;) {
        here->wait(base::second);
        here->receive(1000, [&](const mmps_name&, mentat_message&& message) {
          send(*here, client_name,
               mentat_message(std::as_const(message).body().first(sizeof(int))));
        });
      }
    });
    here_ = open(client_name, tcp ? any : "ipc://" + folder_.at("client"));
    tell(pipes.to_server[1], here_->address());
    join(*here_, server_name, hear(pipes.to_client[0]));
  }
  void start(std::size_t bytes) override {
    send(*here_, server_name,
         mentat_message(std::as_bytes(std::span(argument_of(bytes == 0 ? sizeof(int) : bytes)))));
  }
  void finish() override {
    while (results_ == 0) {
      results_ = here_->receive(1000, [](const mmps_name&, mentat_message&&) {});
      if (results_ == 0) here_->wait(base::second);
    }
    --results_;
  }

 private:
  socket_folder folder_;
  std::unique_ptr<transport> here_;
  std::size_t results_ = 0;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  const bool tcp = argc > 1 && std::string(argv[1]) == "tcp";
  mentat::bench::mmps_zmq system(tcp);
  return mentat::bench::measure_calls(tcp ? argc - 1 : argc, tcp ? argv + 1 : argv, system);
}
