// By hand on a TCP socket over loopback: a length and the bytes one way, an integer back. The ends
// block; `raw_tcp spin ...`: they never sleep.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"

namespace mentat::bench {
namespace {

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

void write_all(int socket, const char* from, std::size_t size) {
  for (const char* at = from; size > 0;) {
    const ssize_t done = send(socket, at, size, MSG_NOSIGNAL);
    if (done <= 0) std::exit(1);
    at += done;
    size -= static_cast<std::size_t>(done);
  }
}

void read_all(int socket, void* to, std::size_t size, int flags) {
  for (char* at = static_cast<char*>(to); size > 0;) {
    const ssize_t done = recv(socket, at, size, flags);
    if (done < 0 && errno == EAGAIN) continue;
    if (done <= 0) std::exit(1);
    at += done;
    size -= static_cast<std::size_t>(done);
  }
}

void send_at_once(int socket) {
  const int yes = 1;
  if (setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) != 0) fail("TCP_NODELAY");
}

class raw_tcp final : public callee {
 public:
  explicit raw_tcp(bool spins) : flags_(spins ? MSG_DONTWAIT : 0) {
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener, plain, size) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, plain, &size) != 0)
      fail("raw_tcp: 127.0.0.1");
    start_server([&] { serve(accept(listener, nullptr, nullptr)); });
    close(listener);
    socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(socket_, plain, size) != 0) fail("raw_tcp: connect");
    send_at_once(socket_);
  }
  void start(std::size_t bytes) override {
    const std::vector<char>& argument = argument_of(bytes == 0 ? sizeof(int) : bytes);
    std::uint64_t size = argument.size();
    iovec parts[] = {{&size, sizeof size}, {const_cast<char*>(argument.data()), argument.size()}};
    msghdr both{};
    both.msg_iov = parts;
    both.msg_iovlen = 2;
    const ssize_t done = sendmsg(socket_, &both, MSG_NOSIGNAL);
    if (done < static_cast<ssize_t>(sizeof size)) std::exit(1);
    const std::size_t sent = static_cast<std::size_t>(done) - sizeof size;
    write_all(socket_, argument.data() + sent, argument.size() - sent);
  }
  void finish() override {
    int result = 0;
    read_all(socket_, &result, sizeof result, flags_);
  }

 private:
  [[noreturn]] void serve(int client) const {
    if (client < 0) fail("raw_tcp: accept");
    send_at_once(client);
    std::vector<char> bytes;
    for (std::uint64_t size = 0;;) {
      read_all(client, &size, sizeof size, flags_);
      if (bytes.size() < size) bytes.resize(size);
      read_all(client, bytes.data(), size, flags_);
      const int result = bytes[0];
      write_all(client, reinterpret_cast<const char*>(&result), sizeof result);
    }
  }

  const int flags_;
  int socket_ = -1;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  const bool spins = argc > 1 && std::string(argv[1]) == "spin";
  mentat::bench::raw_tcp system(spins);
  return mentat::bench::measure_calls(spins ? argc - 1 : argc, spins ? argv + 1 : argv, system);
}
