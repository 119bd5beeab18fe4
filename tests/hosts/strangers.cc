// Strangers at a port: many connections at once that send nothing.
//
//   strangers PORT COUNT
//
// Makes no more connections than its descriptors allow, and prints their number. After a while the
// remaining ones send a byte, which ends a connection that the other side's kernel has dropped
// unseen. Waits two minutes at most until the other side has closed all, and prints how many
// remain. Status 1: some remain.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr rlim_t spare = 64;  // descriptors
constexpr auto silence = std::chrono::seconds(8);
constexpr auto patience = std::chrono::minutes(2);

// A connection that is being made.
int connect_to(int port) {
  const int one = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (one < 0) return -1;
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  there.sin_port = htons(static_cast<std::uint16_t>(port));
  if (connect(one, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0 ||
      errno == EINPROGRESS)
    return one;
  close(one);
  return -1;
}

// Waits until each is made, or has failed.
std::size_t made_of(std::vector<pollfd>& open) {
  std::size_t made = 0;
  for (pollfd& one : open) {
    pollfd writable{one.fd, POLLOUT, 0};
    poll(&writable, 1, 20'000);
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(one.fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error == 0 && (writable.revents & POLLOUT) != 0) ++made;
  }
  return made;
}

// Whether the other side has closed it. Reads and drops its messages first.
bool is_over(int one) {
  std::array<char, 512> greeting;
  for (;;) {
    const ssize_t got = recv(one, greeting.data(), greeting.size(), MSG_DONTWAIT);
    if (got > 0) continue;
    return got == 0 || errno != EAGAIN;
  }
}

void drop_closed(std::vector<pollfd>& open) {
  std::erase_if(open, [](const pollfd& one) {
    if (one.revents == 0 || !is_over(one.fd)) return false;
    close(one.fd);
    return true;
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int port = std::atoi(argv[1]), count = std::atoi(argv[2]);
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t most = std::min<rlim_t>(count, limit.rlim_max - spare);

  std::vector<pollfd> open;
  while (open.size() < most) {
    const int one = connect_to(port);
    if (one < 0) break;
    open.push_back({one, POLLIN, 0});
  }
  const std::size_t opened = made_of(open);
  std::printf("open %zu\n", opened);
  std::fflush(stdout);
  const auto begin = std::chrono::steady_clock::now();
  bool silent = true;
  while (!open.empty() && std::chrono::steady_clock::now() < begin + patience) {
    poll(open.data(), open.size(), 100);
    drop_closed(open);
    if (!silent || std::chrono::steady_clock::now() < begin + silence) continue;
    silent = false;
    for (const pollfd& one : open) send(one.fd, "x", 1, MSG_NOSIGNAL);
  }
  std::printf("left %zu\n", open.size());
  return open.empty() ? 0 : 1;
}
