// Chooses the process that gets a complete call of a regular class straight from its caller,
// without the token-matching unit and the instantiation manager [TOCS96 3.2.6].
//
// A process of this host has room while fewer units than its places can run in it, as FALCON counts
// (its page says how many places it has; units that wait take no room). A process whose queue is
// short in time has room, too: calls of functions that run for at most `brief` are sent while those
// that this process has sent there take at most `longest_queue` together. So brief calls follow
// each other without a wait, and a long one is bound to a process only when it can begin there. In
// a process of another host the caller has the places that the instantiation manager there has lent
// it (leases.h); calls that run for less time than their transfer takes, by the bytes of calls of
// the function and the bandwidth that earlier ones had, do not go there. Where a call goes is a
// matter of speed alone: nothing depends on the counts being exact.
// Thread-safety: all functions; choose() from workers, since it may connect to a process.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/shm/bell.h"
#include "mmps/wire/mmps_name.h"
#include "rts/session/calls/call_costs.h"

namespace mentat::node {

class spreading {
 public:
  static constexpr std::size_t max_takers = 256;
  static constexpr std::uint32_t brief = 250'000;           // ns
  static constexpr std::int64_t longest_queue = 1'000'000;  // ns
  // A call of a worker's own that runs shorter is not worth a message; the second, to another host.
  static constexpr std::uint32_t least_worth_sending = 1'000;    // ns
  static constexpr std::uint32_t least_worth_transfer = 20'000;  // ns
  // A caller waits for a place for a call that runs for at most so long.
  static constexpr std::uint32_t longest_awaited = 10'000'000;  // ns
  // Calls with so many bytes tell how long a transfer takes.
  static constexpr std::size_t least_measured = std::size_t{64} << 10;
  static constexpr std::uint32_t first_transfer_time = 1'000;  // ns for 1,024 bytes, until measured

  struct function {
    std::uint64_t class_hash;
    std::uint32_t number;
  };
  struct choice {
    // `stays`: all are full, and the caller offers the call again later.
    enum class outcome : std::uint8_t { found, nobody, all_full, stays };
    outcome is = outcome::nobody;
    std::uint16_t taker = 0;
    std::uint32_t expected_time = 0;  // ns
    mmps::mmps_name process{};
  };
  // The page of a process, after a connection to it; null: it cannot be reached.
  using page_finder = std::function<mmps::shm::doorbell*(const mmps::mmps_name&)>;

  // `only_far`: every call goes to another host.
  spreading(page_finder page_of, bool only_far)
      : page_of_(std::move(page_of)), only_far_(only_far) {}

  // A process of this host that may execute units.
  void note_up(const mmps::mmps_name& process);
  // A place in a process of another host is lent to this process, and given back. False: there are
  // too many such processes.
  bool note_lent(const mmps::mmps_name& process);
  void note_given_back(const mmps::mmps_name& process);
  // Whether fewer calls than places lent are there.
  [[nodiscard]] bool has_surplus(const mmps::mmps_name& process);
  // The host of this manager is being drained: no further call goes there.
  void note_drains(const mmps::mmps_name& manager);
  [[nodiscard]] bool is_drained(const mmps::mmps_name& process);
  // The end of a process of any host.
  void note_down(const mmps::mmps_name& process);

  // A process with room, which counts as having got the call until note_answered().
  choice choose(const function& called);
  // The call has so many bytes: a nanosecond for each, so that few large calls wait in a process.
  void note_bytes(choice& chosen, std::size_t bytes);
  // Arguments of a call of the function have so many bytes in another host.
  void note_size(const function& called, std::size_t bytes) {
    costs_.note_bytes(called.class_hash, called.number,
                      static_cast<std::uint32_t>(std::min<std::size_t>(bytes, UINT32_MAX)));
  }
  // A call of so many bytes to another host was answered so long after it was sent, without the
  // time for which it ran.
  void note_transfer(std::size_t bytes, base::duration took);
  // Its answer has come, or it did not go there.
  void note_answered(std::uint16_t taker, std::uint32_t expected_time);
  // How long it ran, wherever it ran; in ns.
  void note_run_time(const function& called, std::uint32_t run_time) {
    costs_.note(called.class_hash, called.number, run_time);
  }
  // Whether one of some processes of this host runs nothing.
  [[nodiscard]] bool has_idle();
  // Whether a process of this host runs a unit, or could.
  [[nodiscard]] bool run_units();
  // Whether one of some processes has a free place; the second, one that the call may use.
  [[nodiscard]] bool has_place() { return has_place_for(true); }
  [[nodiscard]] bool has_place(const function& called) { return has_place_for(may_go_far(called)); }
  [[nodiscard]] bool is_brief(const function& called) const {
    const std::uint32_t time = costs_.of(called.class_hash, called.number);
    return time != 0 && time <= brief;
  }
  // In ns; 0: unknown.
  [[nodiscard]] std::uint32_t run_time(const function& called) const {
    return costs_.of(called.class_hash, called.number);
  }
  [[nodiscard]] bool is_worth_transfer(const function& called) const { return may_go_far(called); }
  // The number of calls that were answered or not sent; it wraps around.
  [[nodiscard]] std::uint32_t answered() const { return answered_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_worth_sending(const function& called) const {
    const std::uint32_t time = costs_.of(called.class_hash, called.number);
    return time == 0 || time >= least_worth_sending;
  }

 private:
  struct alignas(64) taker {
    std::atomic<bool> lives{false};
    std::atomic<bool> drains{false};                  // its host
    std::atomic<std::uint64_t> host{0};               // and its incarnation
    std::atomic<std::uint64_t> process{0};            // slot and generation
    std::atomic<mmps::shm::doorbell*> page{nullptr};  // of a process of this host
    std::atomic<std::uint32_t> lent{0};               // places; nonzero: of another host
    std::atomic<std::uint32_t> unanswered{0};
    std::atomic<std::int64_t> queued{0};  // ns, expected
  };
  struct state;  // of a taker, at one moment

  [[nodiscard]] std::size_t takers() const { return takers_used_.load(std::memory_order_acquire); }
  bool connect(taker& to);
  [[nodiscard]] bool has_place_for(bool far_too);
  [[nodiscard]] bool may_go_far(const function& called) const;
  // With the lock. Null: there is none.
  taker* find(const mmps::mmps_name& process);
  taker* add(const mmps::mmps_name& process);

  static std::uint64_t host_of(const mmps::mmps_name& process) {
    return process.host | std::uint64_t{process.incarnation} << 32;
  }
  static mmps::mmps_name name_of(const taker& one) {
    const std::uint64_t host = one.host.load(std::memory_order_relaxed);
    const std::uint64_t number = one.process.load(std::memory_order_relaxed);
    return {static_cast<std::uint32_t>(host), static_cast<std::uint32_t>(host >> 32),
            static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
  }

  const page_finder page_of_;
  const bool only_far_;
  call_costs costs_;
  std::mutex changing_;
  std::set<std::uint64_t> drained_hosts_;  // with the lock
  std::array<taker, max_takers> takers_;
  std::atomic<std::size_t> takers_used_{0};
  std::atomic<std::size_t> last_{0};
  // How long calls have waited behind others, in ns, since a process was last woken for one.
  std::atomic<std::int64_t> waited_{0};
  std::atomic<std::uint32_t> answered_{0};
  // Of calls to other hosts; in ns for 1,024 bytes.
  std::atomic<std::uint32_t> transfer_time_{first_transfer_time};
  // For how long calls ran that stayed because of their transfer, in ns, since one went.
  mutable std::atomic<std::uint64_t> stayed_{0};
};

}  // namespace mentat::node
