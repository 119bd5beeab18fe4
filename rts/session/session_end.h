// How the processes of a session find that nothing goes on any more, and end together
// (termination_detector.h).
//
// The driver asks everybody how many messages they have sent and received, when it sleeps; if all
// is quiet and a function waits somewhere, that wait can never end and is broken; if none waits,
// and main has ended, the workers are told to end, one after the other. Thread-safety: all
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

  // In a worker process: waits, on its main fiber, until the driver's program has ended; and says,
  // after its executor has ended, that it has.
  void wait_for_end();
  void say_ended();
  // The same without being told: an object process, whose object has ended.
  void end_here();

  // The main program has ended, and all that it started. In the driver: comes back when the workers
  // have ended their objects.
  void main_ended();
  [[nodiscard]] bool is_ending() const { return ending_.load(std::memory_order_relaxed); }
  // As outside::all_asleep().
  std::optional<std::int64_t> all_asleep();

  void on_query(const mmps::message_header& header, std::span<const std::byte> body);
  void on_pong(const mmps::message_header& header, std::span<const std::byte> body);
  void on_cancel() { to_break_.store(true, std::memory_order_seq_cst); }
  void on_bye(const mmps::message_header& header);
  void process_ended(const mmps::mmps_name& process);
  void note_other_host();  // the session has one

 private:
  void note_asked_but(const mmps::mmps_name& not_asked);
  void process_ended_unasked(const mmps::mmps_name& process);
  [[nodiscard]] std::optional<std::int64_t> asleep_in_driver();
  [[nodiscard]] bool awaits_news() const;

  const bool is_driver_;
  outbox& out_;
  const endpoint& endpoint_;
  const members& members_;
  outgoing_calls& calls_;
  const base::clock& clock_;
  executor* runtime_ = nullptr;
  computation_instance* end_ = nullptr;  // of a worker: what its main fiber waits for
  mmps::message_header bye_;             // of a worker: who said that it is to end
  std::atomic<bool> ending_{false};
  std::atomic<bool> to_break_{false};  // the session is quiet, and a wait here is to end
  std::mutex lock_;
  termination_detector quiet_;  // of the driver; with the lock
  mmps::mmps_name last_ended_;  // with the lock
  // Since when a process that lives could not be asked what it does; with the lock.
  std::optional<base::instant> not_asked_since_;
};

}  // namespace mentat::node
