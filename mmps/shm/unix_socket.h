// Unix sockets on which the processes of one user on one host meet and pass descriptors. They are
// in a folder that only that user can enter, and each end checks that the other belongs to the same
// user before it sends a byte. Values that own a descriptor. Thread-safety: none. Errors:
// std::system_error; false or empty if the peer is at fault or gone.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mentat::mmps::shm {

class unix_socket {
 public:
  unix_socket() = default;
  explicit unix_socket(int descriptor) : descriptor_(descriptor) {}
  unix_socket(unix_socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  unix_socket& operator=(unix_socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~unix_socket();

  static unix_socket listen_at(const std::string& path);
  // Empty: errno is ENOENT or ECONNREFUSED: no process listens there; EPERM: one of another user
  // does; else the system's error.
  static std::optional<unix_socket> connect_to(const std::string& path);
  static std::pair<unix_socket, unix_socket> pair();

  // Returns a peer of the user that this process had when it began to listen; empty if there is
  // none now, or it belongs to another user. errno is EMFILE or ENFILE if there are no more
  // descriptors; then the peer stays in the queue.
  [[nodiscard]] std::optional<unix_socket> accept();

  // Sends one packet with at most `max_descriptors` descriptors; the receiver owns its copies.
  static constexpr std::size_t max_descriptors = 4;
  bool send(std::span<const std::byte> packet, std::span<const int> descriptors = {});
  // False: it would have to wait.
  bool send_now(std::span<const std::byte> packet, std::span<const int> descriptors = {});
  // Waits for a packet and returns its size; empty: the peer has closed, or has sent an invalid
  // packet, or, with errno EMFILE, this process has no descriptor left for those it sent.
  std::optional<std::size_t> receive(std::span<std::byte> packet, std::vector<int>& descriptors);
  // The same, but does not wait; empty, with errno EAGAIN: nothing has arrived.
  std::optional<std::size_t> receive_now(std::span<std::byte> packet,
                                         std::vector<int>& descriptors);
  void stop_receiving();               // a waiting receive() returns empty
  void set_timeout(int milliseconds);  // of receive(), which then returns empty

  // The pid of the process that connected, or listens, at the other end; 0: unknown.
  [[nodiscard]] pid_t peer() const;

  // Another one of the same connection. Throws std::system_error.
  [[nodiscard]] unix_socket duplicate() const;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }  // the caller owns the descriptor
  [[nodiscard]] bool open() const { return descriptor_ >= 0; }

 private:
  bool send_with(int flags, std::span<const std::byte> packet, std::span<const int> descriptors);
  std::optional<std::size_t> receive_with(int flags, std::span<std::byte> packet,
                                          std::vector<int>& descriptors);
  int descriptor_ = -1;
};

}  // namespace mentat::mmps::shm
