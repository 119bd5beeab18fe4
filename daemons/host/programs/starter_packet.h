// The protocol between the daemon of a host and its supervisor: packets of one fixed form over a
// Unix socket. Only the supervisor starts processes; no packet names a path, a program or an
// argument. A value; trivially copyable.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace mentat::host {

enum class starter_packet_kind : std::uint32_t {
  // to the supervisor, with three descriptors: the sealed executable, the branch's socket, the pipe
  // for its output
  start = 1,
  end,      // to it: end the branch at once
  started,  // from it
  refused,  // from it: the branch was not started, with the reason
  ended,    // from it: no process of the branch is left, with the cause of its end
  stop,     // from it: a signal wants this host to leave
};

struct starter_packet {
  starter_packet_kind kind{};
  std::uint32_t branch = 0;  // the daemon's number for it
  std::int32_t process = 0;  // of started; of stop: the number of the signal
  std::array<char, 244> text{};

  void set_text(const std::string& of) { std::strncpy(text.data(), of.c_str(), text.size() - 1); }
  [[nodiscard]] std::string get_text() const {
    return {text.data(), strnlen(text.data(), text.size())};
  }
};
static_assert(sizeof(starter_packet) == 256 && std::is_trivially_copyable_v<starter_packet>);

}  // namespace mentat::host
