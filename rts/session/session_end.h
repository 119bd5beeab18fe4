// Detects that a session is quiet (termination_detector.h), and ends its processes together.
//
// When the driver sleeps, it asks all processes how many messages they have sent and received. If
// all is quiet and a function waits somewhere, that wait can never end. It is broken by the process
// in which it is, if nothing has happened there meanwhile (break_order.h). If none waits and main
// has ended, the driver tells the workers to end, one after the other. Thread-safety: all
// functions, from workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include "mmps/base/clock.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mentat_message.h"
#include "rts/executor/executor.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/endpoint/outbox.h"
#include "rts/session/members/break_order.h"
#include "rts/session/members/members.h"
#include "rts/session/members/termination_detector.h"

namespace mentat::node {

class session_end {
 public:
  session_end(bool is_driver, outbox& out, const endpoint& through, const members& others,
              outgoing_calls& calls, const base::clock& clock,
              base::seeded_bug bug = base::seeded_bug::none);
  session_end(const session_end&) = delete;
  session_end& operator=(const session_end&) = delete;
  ~session_end();
  void serve(executor& with) { runtime_ = &with; }

  // In a worker process: wait_for_end() waits, on its main fiber, until the driver's program has
  // ended; say_ended() tells the driver that the executor has ended.
  void wait_for_end();
  void say_ended();
  // Ends an object process whose object has ended, without an order from the driver.
  void end_here();

  // The main program and all its calls have ended. In the driver: returns when the workers have
  // ended their objects.
  void main_ended();
  [[nodiscard]] bool is_ending() const { return ending_.load(std::memory_order_relaxed); }
  // As in outside.
  std::optional<std::int64_t> all_asleep();
  breakable take_break();

  // `has_more`: work of this process that the executor does not know.
  void on_query(const mmps::message_header& header, std::span<const std::byte> body, bool has_more);
  void on_pong(const mmps::message_header& header, std::span<const std::byte> body);
  void on_cancel(const mmps::message_header& header);
  void on_bye(const mmps::message_header& header);
  void process_ended(const mmps::mmps_name& process);
  // Calls have failed here, although no message has arrived.
  void note_failures() { others_.fetch_add(1, std::memory_order_seq_cst); }
  void note_other_host();  // the session has one

 private:
  void note_asked_but(const mmps::mmps_name& not_asked);
  void process_ended_unasked(const mmps::mmps_name& process);
  [[nodiscard]] std::optional<std::int64_t> asleep_in_driver();
  void order_break(const lost_wait& lost, std::uint64_t round);
  [[nodiscard]] bool awaits_news() const;
  [[nodiscard]] happenings happened() const {
    return {out_.sent(), out_.received(), others_.load(std::memory_order_seq_cst)};
  }

  const bool is_driver_;
  outbox& out_;
  const endpoint& endpoint_;
  const members& members_;
  outgoing_calls& calls_;
  const base::clock& clock_;
  const base::seeded_bug bug_;
  executor* runtime_ = nullptr;
  computation_instance* end_ = nullptr;  // in a worker: the main fiber waits for it
  mmps::message_header bye_;             // in a worker: the order to end
  std::atomic<bool> ending_{false};
  std::atomic<std::uint64_t> others_{0};  // happenings::other
  std::mutex lock_;
  break_order order_;           // guarded by lock_
  termination_detector quiet_;  // in the driver; guarded by lock_
  mmps::mmps_name last_ended_;  // guarded by lock_
  // The time since which a living process could not be queried; guarded by lock_.
  std::optional<base::instant> not_asked_since_;
  mmps::mmps_name not_asked_;  // of the last round; used by the worker that sleeps last
};

}  // namespace mentat::node
