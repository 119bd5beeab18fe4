// The living and ended processes of the session, why they ended, and whether the session can go on
// [TOCS96 3.1]. The supervisor's news come on a thread of their own; they take effect when a worker
// takes them, after everything that an ended process had sent. Of those that have ended the last
// 4,096 are remembered. Thread-safety: all functions.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {

struct ended_process {
  mmps::mmps_name process;
  node::role role;
  std::string cause;
  suspects_of_end suspects{};
};

class members {
 public:
  static constexpr std::size_t max_remembered = 4'096;

  explicit members(const mmps::mmps_name& self, base::seeded_bug bug = base::seeded_bug::none)
      : self_(self), bug_(bug) {}

  void note_up(const mmps::mmps_name& process, role what);
  void note_down(ended_process news);

  // Makes a worker take news, though no process has ended.
  void ask_for_a_worker() { has_news_.store(true, std::memory_order_seq_cst); }
  [[nodiscard]] bool has_news() const { return has_news_.load(std::memory_order_seq_cst); }
  // Whether messages of an ended process were left to receive. Then a worker must take news again
  // after each handled message.
  [[nodiscard]] bool has_waiting_news() const {
    return has_waiting_news_.load(std::memory_order_seq_cst);
  }
  // The ended processes from which nothing is left to receive. Returns each once.
  std::vector<ended_process> take_ended(
      const std::function<bool(const mmps::mmps_name& process)>& has_mail_from);

  // The token-matching unit that takes the place of that one: the next of its host. If that has
  // ended, too, its own successor takes both places when its end is taken.
  [[nodiscard]] std::optional<mmps::mmps_name> successor_of(const mmps::mmps_name& unit) const;
  // Whether such a unit takes the place of one of which this process has heard.
  [[nodiscard]] bool knew_predecessor_of(const mmps::mmps_name& unit) const;

  [[nodiscard]] std::vector<mmps::mmps_name> others() const;  // that live
  [[nodiscard]] bool believes_alive(const mmps::mmps_name& process) const;
  [[nodiscard]] std::vector<mmps::mmps_name> workers() const;    // of them, and object processes
  [[nodiscard]] std::vector<mmps::mmps_name> executing() const;  // the same, and the driver
  // Also the cause if a living process cannot be reached.
  [[nodiscard]] std::string cause_of_end(const mmps::mmps_name& process) const;

  // A daemon of this host, the driver's, has ended, and none has taken its place: nothing can be
  // placed any more.
  [[nodiscard]] bool broken() const {
    return (restraints_.load(std::memory_order_relaxed) & is_broken) != 0;
  }
  // What keeps results from leaving at once: that, or a multiple of `awaits_durable`.
  static constexpr std::uint32_t is_broken = 1, awaits_durable = 2;
  [[nodiscard]] std::atomic<std::uint32_t>& restraints() { return restraints_; }
  [[nodiscard]] std::string why_broken() const;

 private:
  struct member_process {
    mmps::mmps_name process;
    node::role role;
  };

  const mmps::mmps_name self_;
  const base::seeded_bug bug_;
  mutable std::mutex lock_;
  [[nodiscard]] std::optional<mmps::mmps_name> successor_locked(const mmps::mmps_name& unit) const;

  std::vector<member_process> others_;
  std::vector<ended_process> news_;  // not taken yet
  std::deque<ended_process> ended_;
  std::string why_broken_;
  std::atomic<bool> has_news_{false};
  std::atomic<bool> has_waiting_news_{false};  // news_ is not empty
  std::atomic<std::uint32_t> restraints_{0};
};

}  // namespace mentat::node
