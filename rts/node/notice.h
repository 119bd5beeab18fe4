// A process of a session, and what it and its supervisor tell each other over a Unix socket: packets of one fixed form. No field
// names a path, a program or an argument. A value; trivially copyable.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::node {

enum class notice_kind : std::uint32_t {
  up = 1,   // to everybody: the process can be reached
  down,     // to everybody: the process has ended; the text says why
  ready,    // from a new process: it listens
  enough,   // from the driver: the program has ended, everything is to end
};

struct notice {
  notice_kind kind{};
  mmps::mmps_name process;
  std::array<char, 236> text{};

  void set_text(const std::string& of) { std::strncpy(text.data(), of.c_str(), text.size() - 1); }
  [[nodiscard]] std::string get_text() const { return {text.data(), strnlen(text.data(), text.size())}; }
};
static_assert(sizeof(notice) == 256 && std::is_trivially_copyable_v<notice>);

// What a process of a session knows from its first moment.
struct member {
  mmps::mmps_name self;
  std::string folder;              // where the processes meet
  mmps::shm::unix_socket control;  // to the supervisor
};

}  // namespace mentat::node
