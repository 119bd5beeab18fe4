#include "mmps/shm/unix_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace mentat::mmps::shm {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// The address of a path. A path too long for an address is reached through its open folder.
class socket_address {
 public:
  explicit socket_address(const std::string& path) {
    std::string shorter = path;
    const std::size_t slash = path.rfind('/');
    if (path.size() >= sizeof address_.sun_path && slash != std::string::npos) {
      folder_ = open(path.substr(0, slash).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
      shorter = "/proc/self/fd/" + std::to_string(folder_) + path.substr(slash);
    }
    if (shorter.size() >= sizeof address_.sun_path) {
      errno = ENAMETOOLONG;
      fail("socket " + path);
    }
    address_.sun_family = AF_UNIX;
    std::memcpy(address_.sun_path, shorter.c_str(), shorter.size() + 1);
  }
  socket_address(const socket_address&) = delete;
  socket_address& operator=(const socket_address&) = delete;
  ~socket_address() {
    if (folder_ >= 0) close(folder_);
  }
  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address_); }
  [[nodiscard]] socklen_t size() const { return sizeof address_; }

 private:
  sockaddr_un address_{};
  int folder_ = -1;
};

int new_socket() {
  const int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail("a Unix socket cannot be made");
  return descriptor;
}

std::optional<ucred> credentials_of(int descriptor) {
  ucred who{};
  socklen_t size = sizeof who;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) return std::nullopt;
  return who;
}

}  // namespace

unix_socket::~unix_socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

unix_socket unix_socket::listen_at(const std::string& path) {
  const socket_address address(path);
  unix_socket made(new_socket());
  if (bind(made.descriptor_, address.get(), address.size()) != 0 ||
      ::listen(made.descriptor_, 128) != 0)
    fail("socket " + path);
  return made;
}

std::optional<unix_socket> unix_socket::connect_to(const std::string& path) {
  const socket_address address(path);
  unix_socket made(new_socket());
  int status = 0;
  do status = ::connect(made.descriptor_, address.get(), address.size());
  while (status != 0 && errno == EINTR);
  if (status != 0) return std::nullopt;
  if (const auto who = credentials_of(made.descriptor_); !who || who->uid != geteuid()) {
    errno = EPERM;
    return std::nullopt;
  }
  return made;
}

std::pair<unix_socket, unix_socket> unix_socket::pair() {
  int both[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, both) != 0)
    fail("a pair of sockets cannot be made");
  return {unix_socket(both[0]), unix_socket(both[1])};
}

std::optional<unix_socket> unix_socket::accept() {
  errno = 0;
  const int descriptor = accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  unix_socket peer(descriptor);
  const auto who = credentials_of(descriptor);
  const auto listener = credentials_of(descriptor_);  // as it was when it began to listen
  if (!who || !listener || who->uid != listener->uid) return std::nullopt;
  return peer;
}

pid_t unix_socket::peer() const {
  const auto who = credentials_of(descriptor_);
  return who ? who->pid : 0;
}

bool unix_socket::send(std::span<const std::byte> packet, std::span<const int> descriptors) {
  return send_with(0, packet, descriptors);
}

bool unix_socket::send_now(std::span<const std::byte> packet, std::span<const int> descriptors) {
  return send_with(MSG_DONTWAIT, packet, descriptors);
}

unix_socket unix_socket::duplicate() const {
  unix_socket copy(fcntl(descriptor_, F_DUPFD_CLOEXEC, 0));
  if (!copy.open()) fail("a socket cannot be duplicated");
  return copy;
}

bool unix_socket::send_with(int flags, std::span<const std::byte> packet,
                            std::span<const int> descriptors) {
  iovec part{const_cast<std::byte*>(packet.data()), packet.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * max_descriptors)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* about = CMSG_FIRSTHDR(&message);
    about->cmsg_level = SOL_SOCKET;
    about->cmsg_type = SCM_RIGHTS;
    about->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(about), descriptors.data(), descriptors.size_bytes());
  }
  ssize_t sent = 0;
  do sent = sendmsg(descriptor_, &message, MSG_NOSIGNAL | flags);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(packet.size());
}

std::optional<std::size_t> unix_socket::receive(std::span<std::byte> packet,
                                                std::vector<int>& descriptors) {
  return receive_with(0, packet, descriptors);
}

std::optional<std::size_t> unix_socket::receive_now(std::span<std::byte> packet,
                                                    std::vector<int>& descriptors) {
  return receive_with(MSG_DONTWAIT, packet, descriptors);
}

std::optional<std::size_t> unix_socket::receive_with(int flags, std::span<std::byte> packet,
                                                     std::vector<int>& descriptors) {
  iovec part{packet.data(), packet.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * max_descriptors)];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = 0;
  // A peer that has closed without reading everything is reported as ECONNRESET, once, before the
  // packets that it has sent.
  do got = recvmsg(descriptor_, &message, MSG_CMSG_CLOEXEC | flags);
  while (got < 0 && (errno == EINTR || errno == ECONNRESET));
  for (cmsghdr* about = got >= 0 ? CMSG_FIRSTHDR(&message) : nullptr; about;
       about = CMSG_NXTHDR(&message, about)) {
    if (about->cmsg_level != SOL_SOCKET || about->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (about->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const std::size_t before = descriptors.size();
    descriptors.resize(before + count);
    std::memcpy(descriptors.data() + before, CMSG_DATA(about), count * sizeof(int));
  }
  if (got <= 0 || (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) {
    for (int descriptor : descriptors) close(descriptor);
    descriptors.clear();
    if (got >= 0) errno = (message.msg_flags & MSG_CTRUNC) != 0 ? EMFILE : 0;
    return std::nullopt;
  }
  return static_cast<std::size_t>(got);
}

void unix_socket::stop_receiving() { shutdown(descriptor_, SHUT_RD); }

void unix_socket::set_timeout(int milliseconds) {
  const timeval limit{milliseconds / 1000, static_cast<suseconds_t>(milliseconds % 1000) * 1000};
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

}  // namespace mentat::mmps::shm
