// Compares the transport with the same exchange by hand on cppzmq: two processes, ipc, both ways
// interleaved in one run.
//   zmq_bench DIRECTORY
// By hand: one DEALER, one ROUTER that answers, blocking; the same 128 bytes and the body. Prints
// medians and their ratio.
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "mmps/zmq/zmq_transport.h"

using namespace mentat::mmps;
using namespace mentat::mmps::zeromq;
using mentat::base::second;

namespace {

using clock_type = std::chrono::steady_clock;

constexpr std::size_t header_bytes = 128;
const mmps_name client_name = mmps_name::of_process(1, 1, 1, 1);
const mmps_name server_name = mmps_name::of_process(1, 1, 2, 1);

std::string directory;

std::string path(const char* name) { return "ipc://" + directory + "/" + name; }

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "zmq_bench: %s\n", why.c_str());
  std::exit(1);
}

// ---- by hand

void answer_by_hand() {
  zmq::context_t context(1);
  zmq::socket_t router(context, zmq::socket_type::router);
  router.bind(path("hand"));
  for (;;) {
    zmq::message_t id, body;
    static_cast<void>(router.recv(id));
    static_cast<void>(router.recv(body));
    router.send(id, zmq::send_flags::sndmore);
    if (body.size() > 1'000'000) body.rebuild(header_bytes);
    router.send(body, zmq::send_flags::none);
  }
}

class hand {
 public:
  hand() { dealer_.connect(path("hand")); }
  void send(std::size_t size) {
    zmq::message_t message = size > 1'000'000 ? lent(size) : zmq::message_t(header_bytes + size);
    dealer_.send(message, zmq::send_flags::none);
  }
  void receive() {
    zmq::message_t answer;
    static_cast<void>(dealer_.recv(answer));
  }

 private:
  zmq::message_t lent(std::size_t size) {
    if (body_.size() != size) body_.resize(size);
    return {body_.data(), size, [](void*, void*) {}, nullptr};
  }
  zmq::context_t context_{1};
  zmq::socket_t dealer_{context_, zmq::socket_type::dealer};
  std::vector<char> body_;
};

// ---- with the transport

std::unique_ptr<transport> open(const mmps_name& self, const char* name) {
  zmq_opened opened = open_zmq({.self = self, .listen = path(name), .keys = {}});
  if (!opened.endpoint) fail(opened.error);
  return std::move(opened.endpoint);
}

void join(transport& from, const mmps_name& to, const char* name) {
  if (const std::string why = from.connect(to, path(name)); !why.empty()) fail(why);
  for (;;) {
    from.wait(second);
    for (const peer_event& event : from.take_events())
      if (event.what == peer_event::kind::up) return;
  }
}

void answer_with_transport() {
  const auto server = open(server_name, "server");
  join(*server, client_name, "client");
  for (;;) {
    server->wait(60 * second);
    server->receive(1000, [&](const mmps_name& from, mentat_message&& message) {
      mentat_message answer =
          message.body().size() > 1'000'000 ? mentat_message{} : std::move(message);
      answer.header.type = 3;
      if (server->send(from, answer, second) != sent::yes) fail("the answer was not sent");
    });
  }
}

class through_transport {
 public:
  through_transport() { join(*client_, server_name, "server"); }
  void send(std::size_t size) {
    if (size > 1'000'000 && large_.body().size() != size)
      large_ = mentat_message(std::make_shared<std::byte[]>(size), size);
    mentat_message message = size > 1'000'000
                                 ? large_.again()
                                 : mentat_message(std::span<const std::byte>(small_.data(), size));
    message.header.type = 3;
    if (client_->send(server_name, message, second) != sent::yes) fail("not sent");
  }
  void receive() {
    while (waiting_ == 0) {
      waiting_ = client_->receive(1000, [](const mmps_name&, mentat_message&&) {});
      if (waiting_ == 0) client_->wait(second);
    }
    --waiting_;
  }

 private:
  std::unique_ptr<transport> client_ = open(client_name, "client");
  std::vector<std::byte> small_ = std::vector<std::byte>(64);
  mentat_message large_;
  std::size_t waiting_ = 0;
};

// ---- measurements: microseconds an exchange

template <class Way>
std::vector<double> exchanges(Way& way, std::size_t size, int count) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) {
    const auto start = clock_type::now();
    way.send(size);
    way.receive();
    all.push_back(std::chrono::duration<double, std::micro>(clock_type::now() - start).count());
  }
  return all;
}

template <class Way>
std::vector<double> in_flight(Way& way, int window, int count) {
  const auto start = clock_type::now();
  for (int i = 0; i < window; ++i) way.send(1);
  for (int i = window; i < count; ++i) {
    way.receive();
    way.send(1);
  }
  for (int i = 0; i < window; ++i) way.receive();
  const std::chrono::duration<double, std::micro> all = clock_type::now() - start;
  return {all.count() / count};
}

double median(std::vector<double> all) {
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2),
                   all.end());
  return all[all.size() / 2];
}

template <class Measure>
void compare(const char* what, int rounds, Measure measure) {
  std::vector<double> by_hand, ours;
  hand first;
  through_transport second_way;
  for (int round = 0; round < rounds; ++round) {
    for (const double time : measure(first)) by_hand.push_back(time);
    for (const double time : measure(second_way)) ours.push_back(time);
  }
  std::printf("%-28s by hand %10.2f us   transport %10.2f us   ratio %.3f\n", what, median(by_hand),
              median(ours), median(ours) / median(by_hand));
  std::fflush(stdout);
}

// Puts each party on a core of its own, if there are two: otherwise chance placement outweighs the
// measured difference.
void run_on(bool first_core) {
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) fail("sched_getaffinity");
  int chosen = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed) && (chosen < 0 || !first_core)) chosen = cpu;
  CPU_ZERO(&one);
  CPU_SET(chosen, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) fail("sched_setaffinity");
}

pid_t start(void (*server)()) {
  const pid_t child = fork();
  if (child != 0) return child;
  run_on(false);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  server();
  _exit(0);
}

template <class Measure>
void with_servers(const char* what, int rounds, Measure measure) {
  const pid_t servers[] = {start(answer_by_hand), start(answer_with_transport)};
  const pid_t client = fork();
  if (client == 0) {
    run_on(true);
    compare(what, rounds, measure);
    _exit(0);
  }
  waitpid(client, nullptr, 0);
  for (const pid_t server : servers) {
    kill(server, SIGKILL);
    waitpid(server, nullptr, 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) fail("usage: zmq_bench DIRECTORY, an existing one with a short name");
  directory = argv[1];
  with_servers("null exchange", 200, [](auto& way) { return exchanges(way, 1, 50); });
  with_servers("100 in flight, an exchange", 7,
               [](auto& way) { return in_flight(way, 100, 50'000); });
  with_servers("100 MB one way", 9, [](auto& way) { return exchanges(way, 100'000'000, 1); });
}
