// By hand on a Unix stream socket, blocking: sends a length and the bytes, receives an integer.
#include <sys/socket.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"

namespace mentat::bench {
namespace {

void write_all(int socket, const void* from, std::size_t size) {
  for (const char* at = static_cast<const char*>(from); size > 0;) {
    const ssize_t done = send(socket, at, size, MSG_NOSIGNAL);
    if (done <= 0) std::exit(1);
    at += done;
    size -= static_cast<std::size_t>(done);
  }
}

void read_all(int socket, void* to, std::size_t size) {
  for (char* at = static_cast<char*>(to); size > 0;) {
    const ssize_t done = recv(socket, at, size, 0);
    if (done <= 0) std::exit(1);
    at += done;
    size -= static_cast<std::size_t>(done);
  }
}

class raw_unix final : public callee {
 public:
  raw_unix() {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) != 0) {
      std::perror("raw_unix: socketpair");
      std::exit(1);
    }
    start_server([this] {
      std::vector<char> bytes;
      for (std::uint64_t size = 0;;) {
        read_all(ends_[1], &size, sizeof size);
        bytes.resize(size);
        read_all(ends_[1], bytes.data(), size);
        const int result = bytes[0];
        write_all(ends_[1], &result, sizeof result);
      }
    });
  }
  void start(std::size_t bytes) override {
    // The kernel charges almost a kilobyte for a small message: with more in flight both sides
    // would block for space.
    if (on_the_way_ == max_on_the_way) {
      receive();
      ++received_;
    }
    ++on_the_way_;
    const std::vector<char>& argument = argument_of(bytes == 0 ? sizeof(int) : bytes);
    const std::uint64_t size = argument.size();
    write_all(ends_[0], &size, sizeof size);
    write_all(ends_[0], argument.data(), argument.size());
  }
  void finish() override {
    if (received_ > 0)
      --received_;
    else
      receive();
  }

 private:
  static constexpr std::size_t max_on_the_way = 64;

  void receive() {
    int result = 0;
    read_all(ends_[0], &result, sizeof result);
    --on_the_way_;
  }

  std::size_t on_the_way_ = 0, received_ = 0;
  int ends_[2] = {-1, -1};
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  mentat::bench::raw_unix system;
  return mentat::bench::measure_calls(argc, argv, system);
}
