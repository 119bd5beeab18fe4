#include "mmps/shm/introduction.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "mmps/shm/bell.h"
#include "mmps/shm/ring.h"

namespace mentat::mmps::shm {
namespace {

constexpr int handshake_ms = 2000;  // for a connecting process; others wait behind it

struct introduction {
  std::array<char, 8> magic{'M', 'N', 'T', 'S', 'H', 'M', '0', '1'};
  mmps_name who;
  mmps_name whom;
  std::array<char, 128> why{};      // of a refusal
  std::uint64_t shares_blocks = 0;  // 1: the client passes them, or the server takes them
};

// The names in answers that refuse.
constexpr mmps_name cannot_let_anybody_in{};
constexpr mmps_name not_announced{.slot = 1};

// Received descriptors; closes those that are not taken.
class received_descriptors {
 public:
  ~received_descriptors() {
    for (int one : descriptors_)
      if (one >= 0) close(one);
  }
  std::vector<int>& list() { return descriptors_; }
  int take(std::size_t i) { return std::exchange(descriptors_[i], -1); }

 private:
  std::vector<int> descriptors_;
};

std::span<const std::byte> bytes_of(const introduction& value) {
  return std::as_bytes(std::span(&value, 1));
}

bool receive(unix_socket& from, introduction& got, received_descriptors& with, std::size_t expected,
             int timeout_ms) {
  from.set_timeout(timeout_ms);
  errno = 0;  // for a packet of another kind
  const auto size = from.receive(std::as_writable_bytes(std::span(&got, 1)), with.list());
  return size == sizeof got && got.magic == introduction{}.magic && with.list().size() == expected;
}

}  // namespace

std::optional<introduced_server> introduce(unix_socket& to, const mmps_name& self,
                                           const mmps_name& whom, const segment& ring,
                                           const segment& bell, bool passes_blocks,
                                           std::chrono::milliseconds patience,
                                           const std::function<void()>& silent) {
  const int descriptors[] = {ring.descriptor(), bell.descriptor()};
  const introduction first{.who = self, .whom = whom, .shares_blocks = passes_blocks ? 1U : 0U};
  if (!to.send(bytes_of(first), descriptors)) return std::nullopt;
  introduction answer{.who = {}, .whom = whom};  // which no answer has
  received_descriptors got;
  const auto has_come = [&] {
    return receive(to, answer, got, 1, static_cast<int>(patience.count()));
  };
  bool come = has_come();
  while (!come && (errno == EAGAIN || errno == EWOULDBLOCK)) {
    silent();
    come = has_come();
  }
  const int why = errno;
  if (come && answer.who == whom)
    return introduced_server{segment(got.take(0), sizeof(doorbell)),
                             passes_blocks && answer.shares_blocks == 1};
  if (answer.who == cannot_let_anybody_in && !answer.whom.bound())
    throw not_admitted({answer.why.data(), strnlen(answer.why.data(), answer.why.size())});
  if (answer.who == not_announced && !answer.whom.bound())
    throw std::runtime_error("it takes this process for another one, or has not been told of it");
  if (why == EMFILE) throw std::system_error(why, std::generic_category(), "its answer");
  return std::nullopt;  // the server has ended meanwhile
}

std::optional<introduced_peer> receive_introduction(unix_socket& from, const mmps_name& self) {
  introduction theirs;
  received_descriptors got;
  if (!receive(from, theirs, got, 2, handshake_ms)) {
    if (errno == EMFILE) throw std::system_error(errno, std::generic_category(), "ulimit -n");
    return std::nullopt;
  }
  if (theirs.whom != self || !theirs.who.is_process()) return std::nullopt;
  return introduced_peer{.who = theirs.who,
                         .ring = segment(got.take(0), sizeof(ring_memory)),
                         .bell = segment(got.take(1), sizeof(doorbell)),
                         .passes_blocks = theirs.shares_blocks == 1};
}

void answer_introduction(unix_socket& to, const mmps_name& self, const mmps_name& whom,
                         const segment& bell, bool takes_blocks) {
  const int descriptors[] = {bell.descriptor()};
  const introduction answer{.who = self, .whom = whom, .shares_blocks = takes_blocks ? 1U : 0U};
  to.send(bytes_of(answer), descriptors);
}

void refuse_introduction(unix_socket& to, const char* why) {
  introduction refusal{.who = cannot_let_anybody_in, .whom = {}};
  std::strncpy(refusal.why.data(), why, refusal.why.size() - 1);
  to.send(bytes_of(refusal));
}

void refuse_stranger(unix_socket& to) { to.send(bytes_of({.who = not_announced, .whom = {}})); }

}  // namespace mentat::mmps::shm
