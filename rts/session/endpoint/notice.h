// The notices that a process of a session and its supervisor exchange over a Unix socket: packets
// of one fixed form. No field names a path, a program or an argument. A value; trivially copyable.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "mmps/net/shared_pieces.h"
#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::node {

enum class notice_kind : std::uint32_t {
  up = 1,  // to all processes: the process can be reached
  down,    // to all processes: the process has ended; the text says why, the suspects what it did
  ready,   // from a new process: it listens; with the descriptor of its page (mmps/shm/bell.h)
  enough,  // from the driver: the program has ended, everything is to end; to it: the session ends,
           // the text says why; from another process: it ends because it is to
  start,   // from the instantiation manager: one more worker process is wanted
  refused,  // to it: there are as many as there may be; or it cannot be started: the text says why
  query,  // to a process: asks for its state. The text names the subject, `cores` is the number of
          // the question
  query_answer,  // from it: the answer, a file in memory (inspection.h), comes as a descriptor
  unreachable,   // from a process: it cannot connect to `process`, which is at fault, or is the
                 // sender itself; the text says why
  drains,        // to all processes: the host of `process`, its manager, takes no new work and will
                 // leave the program; the text says why
};

// An object process has one persistent object, and ends with it (setting im.isolation).
enum class role : std::uint32_t {
  driver,
  instantiation_manager,
  token_matching_unit,
  worker,
  object
};

// "worker", for messages.
constexpr const char* name_of(role what) {
  switch (what) {
    case role::driver:
      return "driver";
    case role::instantiation_manager:
      return "instantiation manager";
    case role::token_matching_unit:
      return "token-matching unit";
    case role::worker:
      return "worker";
    case role::object:
      return "object process";
  }
  return "process";
}
// "a worker", "an instantiation manager".
inline std::string one_of(role what) {
  const bool has_vowel = what == role::object || what == role::instantiation_manager;
  return (has_vowel ? "an " : "a ") + std::string(name_of(what));
}

// The tags of the units that a process was executing at its end, one of which may have ended it
// (mmps/shm/bell.h), in ascending order. Empty: not known.
using suspects_of_end = std::optional<std::vector<std::uint64_t>>;

struct notice {
  notice_kind kind{};
  mmps::mmps_name process;
  node::role role{};
  std::uint32_t cores = 0;       // of `ready` and `up`: worker threads, for the placement of units
  std::int32_t number = 0;       // of `up`: the process id on its host
  std::array<char, 224> text{};  // of `ready` and `up`: the address in the network, if there is one

  // Of `down`: their number, 0 also if they are not known.
  static constexpr std::size_t most_suspects = 30;
  std::uint32_t suspect_count = 0, knows_suspects = 0;
  std::array<std::uint64_t, most_suspects> suspects{};

  // More than `most_suspects` are not known.
  void set_suspects(const suspects_of_end& of) {
    knows_suspects = of && of->size() <= most_suspects ? 1 : 0;
    suspect_count = knows_suspects != 0 ? static_cast<std::uint32_t>(of->size()) : 0;
    if (knows_suspects != 0) std::ranges::copy(*of, suspects.begin());
  }
  [[nodiscard]] suspects_of_end get_suspects() const {
    if (knows_suspects == 0 || suspect_count > most_suspects) return std::nullopt;
    std::vector<std::uint64_t> all(suspects.begin(), suspects.begin() + suspect_count);
    std::ranges::sort(all);
    return all;
  }
  void set_text(const std::string& of) { std::strncpy(text.data(), of.c_str(), text.size() - 1); }
  [[nodiscard]] std::string get_text() const {
    return {text.data(), strnlen(text.data(), text.size())};
  }
};
static_assert(sizeof(notice) == 504 && std::is_trivially_copyable_v<notice>);

// How a process of a session takes part in a network. All processes of the session share one pair
// of keys (Z85), which proves membership.
struct network_options {
  std::string listen;                  // tcp://ADDRESS:0 or ipc://PATH; empty: none
  std::uint32_t cluster = 0;           // other sessions are strangers
  std::string public_key, secret_key;  // empty: only addresses that stay on this host
  // Of the processes of this host, if there are others.
  std::shared_ptr<mmps::net::shared_pieces> pieces{};
  bool within_host = false;  // also between processes of one host, instead of shared memory
};

// The data that a process of a session has from the start.
struct member {
  mmps::mmps_name self;
  node::role role{};
  std::string folder;              // where the processes meet
  mmps::shm::unix_socket control;  // to the supervisor
  network_options network{};
  // The driver on another host, which prints this process's output; unbound: it prints itself.
  mmps::mmps_name driver{};
};

// The daemons of a host have fixed places.
constexpr mmps::mmps_name instantiation_manager_of(const mmps::mmps_name& somebody) {
  return mmps::mmps_name::of_process(somebody.host, somebody.incarnation, 1, 1);
}
constexpr bool is_instantiation_manager(const mmps::mmps_name& process) {
  return process == instantiation_manager_of(process);
}
// `life`: if one ends, another one with the next life takes its place.
constexpr mmps::mmps_name token_matching_unit_of(const mmps::mmps_name& somebody,
                                                 std::uint32_t life = 1) {
  return mmps::mmps_name::of_process(somebody.host, somebody.incarnation, 2, life);
}
constexpr bool is_token_matching_unit(const mmps::mmps_name& process) {
  return process.slot == token_matching_unit_of(process).slot;
}
constexpr bool is_of_host_of(const mmps::mmps_name& process, const mmps::mmps_name& other) {
  return process.host == other.host && process.incarnation == other.incarnation;
}
// Whether that process may take the place of this token-matching unit. The next one does.
constexpr bool is_later_unit_of_host(const mmps::mmps_name& process, const mmps::mmps_name& unit) {
  return is_token_matching_unit(process) && is_token_matching_unit(unit) &&
         is_of_host_of(process, unit) && process.life() > unit.life();
}

}  // namespace mentat::node
