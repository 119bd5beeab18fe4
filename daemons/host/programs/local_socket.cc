#include "daemons/host/programs/local_socket.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

namespace mentat::host {

local_socket::local_socket(mmps::shm::unix_socket socket) : socket_(std::move(socket)) {
  fcntl(socket_.descriptor(), F_SETFL, fcntl(socket_.descriptor(), F_GETFL) | O_NONBLOCK);
}

int local_socket::peer_process() const {
  ucred who{};
  socklen_t size = sizeof who;
  return getsockopt(socket_.descriptor(), SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? who.pid : 0;
}

bool local_socket::tell(const program_packet& packet) {
  if (queue_.size() >= max_queued) return false;
  queue_.push_back(packet);
  flush();
  return true;
}

// A packet for an end that is gone is dropped: receive() reports the end.
void local_socket::flush() {
  while (!queue_.empty()) {
    const bool sent = socket_.send(std::as_bytes(std::span(&queue_.front(), 1)));
    if (!sent && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    queue_.pop_front();
  }
}

std::optional<program_packet> local_socket::receive(std::vector<descriptor>& given) {
  program_packet packet;
  std::vector<int> numbers;
  const auto size = socket_.receive(std::as_writable_bytes(std::span(&packet, 1)), numbers);
  for (const int one : numbers) given.emplace_back(one);
  if (size != sizeof packet) return std::nullopt;
  packet.text.back() = 0;
  packet.news.text.back() = 0;
  return packet;
}

}  // namespace mentat::host
