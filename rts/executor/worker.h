// One worker thread of the executor: its work items, its idle loop fibers, and its state of sleep.
// Thread-safety: fields marked (owner) belong to the worker's thread, the others are shared.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "mmps/base/random.h"
#include "rts/executor/call_counts.h"
#include "rts/executor/fiber.h"
#include "rts/executor/idle_policy.h"
#include "rts/executor/outside.h"
#include "rts/executor/spread_limit.h"
#include "rts/executor/waiter.h"
#include "rts/executor/work_deque.h"
#include "rts/replica/replica_table.h"

namespace mentat {

// A unit of work: a call, a persistent object, or a runnable fiber. The two low bits of the address
// tell which.
using work_item = work_deque::item;

class server_object;

struct worker {
  // The item that this worker made last. It is not in the deque, because its caller often waits for
  // it at once and runs it itself. Others take it only after they have seen it there for a while,
  // or at once while the slot is open, because the caller runs something else first.
  alignas(64) std::atomic<work_item> lifo_slot{0};
  std::atomic<bool> lifo_slot_is_open{false};
  // The number of items put; tells an old item from a new one at the same address.
  std::atomic<std::uint32_t> puts{0};
  work_deque deque;
  // Fibers that had to wait because another worker ran the object that they called. Callers of one
  // object are fastest on one worker, so other workers do not steal these for a while.
  work_deque handoffs;
  static constexpr std::size_t most_queued = 1'024;  // while a function goes on making calls
  // Items in the slot and the deque.
  [[nodiscard]] std::size_t runnable() const {
    return deque.size() + (lifo_slot.load(std::memory_order_relaxed) != 0 ? 1 : 0);
  }

  // --- sleeping
  alignas(64) std::atomic<bool> asleep{false};
  std::atomic<std::uint32_t> own_word{0};
  // Changes with each wake-up; in a session of several processes, others reach it, too.
  std::atomic<std::uint32_t>* word = &own_word;

  // Where it shows which unit of another process it executes; null: nowhere (executing_unit.h).
  std::atomic<std::uint64_t>* executing = nullptr;

  // --- fibers that wait here, for deadlock detection
  std::mutex waiters_lock;
  waiter* waiters = nullptr;

  // Calls of regular classes: `counts` while they are counted, else null.
  std::atomic<call_counts*> executed{nullptr};
  call_counts counts;
  void note_executed(const class_info& of_class) {
    if (call_counts* const all = executed.load(std::memory_order_relaxed)) all->count(of_class);
  }

  // --- (owner)
  alignas(64) unsigned index = 0;
  executor* on = nullptr;
  fiber* current = nullptr;       // runs on this thread now
  std::unique_ptr<fiber> native;  // the thread's own stack; runs only at the start and at the end
  std::vector<std::unique_ptr<fiber>> idle_loops;
  // Runs once the fiber that was left can be resumed.
  void (*after_switch)(worker&, void*) = nullptr;
  void* after_switch_argument = nullptr;
  // Strict uses that ran the call on the waiting fiber; occasionally one parks instead.
  std::uint32_t run_here = 0;
  // Selections that ended at once; occasionally other items get a turn.
  std::uint32_t selected_here = 0;
  std::vector<server_object*> to_send;  // remote objects with calls that can be sent
  bool sends = false;                   // a fiber is about to send them
  // Claimed calls that became complete while a message was handled. They wait here because no
  // process had room, or because `spread_up_to` calls are out.
  std::deque<computation_instance*> to_spread;
  std::int64_t spread_at = 0;  // when the last one of them left, or the first one came
  spread_limit spread_up_to;
  bool may_spread(outside& others, std::int64_t now) {
    return spread_up_to.allows(others.unanswered_units(), now,
                               [&others] { return others.others_run_units(); });
  }
  bool oldest_next = false;  // the oldest item of the deque runs next
  // Until the deque is that short, its oldest item runs next, unless so many functions wait that
  // the oldest calls are seen to wait for others.
  std::size_t shorten_to = SIZE_MAX;
  static constexpr std::uint32_t most_parked = 64;
  // Items taken from `lifo_slot` one after the other: two that put each other there would keep the
  // others waiting for ever.
  std::uint32_t newest_in_a_row = 0;
  // When it last made so many puts, its oldest call was not worth a message to another process.
  std::uint32_t offer_refused_at = 0;
  bool offers_pause = false;
  std::vector<work_item> bag;  // the adversarial executor's queue
  base::random chance{0};
  bool runs_function = false;  // it steals while a function runs on it
  std::uint32_t mail_checks = 0;
  bool takes_in = false;  // messages from outside are being handled on this thread
  // Objects that its functions held while they were idle; now and then others get a turn.
  std::uint32_t held_idle = 0;

  // --- how it idles (idle_policy.h)
  idle::theft_record thefts;
  idle::dwell_meter dwell;  // of items in `lifo_slot`
  idle::core_contention core;
  struct sighting {
    idle::item_age<work_item> slot;
    idle::turn_meter callers;
  };
  std::vector<sighting> seen;  // by worker: items that it may keep for a while

  // --- waiting for messages
  unsigned from_last = 0;         // times in a row that it received only from the last sender
  bool woke_for_nothing = false;  // nothing had arrived when it woke up
  bool only_timers_left = false;  // it was the last to sleep, and only a timer can wake it

  std::thread thread;

  replica_reader reads;         // of replicated objects
  std::uint32_t read_here = 0;  // how many reads; now and then other items get a turn
};

}  // namespace mentat
