// The supervisor's line to the daemon of its host, when a program runs on several hosts, and the
// processes of the other hosts that it has reported. Each piece of news is one packet of fixed form
// (daemons/host/wire/program_packet.h).
//
// Invariants: (1) a process of another host is reported `up` once, and `down` at most once, after
// it. (2) When a host is lost each of its processes is down, and nothing more is reported of that
// incarnation of it. (3) Nothing is reported of processes of this host. Owns the socket.
// Thread-safety: none. Errors: packets that make no sense are ignored; the end of the line is an
// answer of hear(). Limit: fixed.remote_processes; passing it ends the line.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/wire/program_packet.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/shm/unix_socket.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

class uplink {
 public:
  static constexpr std::size_t max_processes = fixed::remote_processes.value;
  static constexpr std::size_t max_ended = 256;

  uplink() = default;  // none: the program runs on this host alone
  uplink(mmps::shm::unix_socket to, std::uint32_t host) : socket_(std::move(to)), host_(host) {}

  [[nodiscard]] bool open() const { return socket_.open(); }
  [[nodiscard]] int descriptor() const { return socket_.descriptor(); }
  // Sends `up` or `down` of a process of this host to the other hosts.
  void say(const node::notice& news);
  // In answer to a `query`: that the process was asked; unbound: there are no more.
  void say_asked(std::uint32_t question, const mmps::mmps_name& process, node::role what,
                 pid_t number);
  // The answer of a process, in the file `answer`.
  void say_looked(const node::notice& from, int answer);
  // Waits for a packet. Returns notices for the processes of this host, or a `query`, which is to
  // be answered. Empty: the line has ended; why() returns the cause.
  std::optional<std::vector<node::notice>> hear();
  [[nodiscard]] const std::string& why() const { return why_; }

  // `up` of each living process of another host.
  [[nodiscard]] const std::vector<node::notice>& known() const { return known_; }
  // `down` of the processes of other hosts that ended last, at most `max_ended`. A process that
  // begins later may find the name of one in an argument or an arc.
  [[nodiscard]] const std::deque<node::notice>& ended() const { return ended_; }
  // `drains` of each host that is being drained, with this one.
  [[nodiscard]] const std::vector<node::notice>& drained() const { return drained_; }
  [[nodiscard]] bool is_drained_here() const;
  // Passes on all three, for a process that begins.
  template <class Tell>
  void for_newcomers(Tell&& tell) const {
    std::ranges::for_each(known_, tell);
    std::ranges::for_each(ended_, tell);
    std::ranges::for_each(drained_, tell);
  }

 private:
  std::optional<std::vector<node::notice>> hear_news(const node::notice& news);
  std::vector<node::notice> host_drains(const node::notice& news);
  std::vector<node::notice> host_down(const host::program_packet& packet);
  void note_ended(const node::notice& down);

  mmps::shm::unix_socket socket_;
  std::uint32_t host_ = 0;
  std::vector<node::notice> known_, drained_;
  std::deque<node::notice> ended_;
  // lost hosts, each in its incarnation
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lost_;
  std::string why_ =
      "the daemon of this host has ended, and with it the session (mentat logs says why)";
};

}  // namespace mentat::supervisor
