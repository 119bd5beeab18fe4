// One worker thread of the executor: what it has to do, the fibers that stand ready to go on with
// its loop, and how it sleeps. Thread-safety: fields marked (owner) belong to the worker's thread,
// the others are shared.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "mmps/base/random.h"
#include "rts/executor/call_counts.h"
#include "rts/executor/fiber.h"
#include "rts/executor/waiter.h"
#include "rts/executor/work_deque.h"

namespace mentat {

// Something to do: a call, a persistent object, or a fiber that can go on. The two low bits of the
// address say which.
using work_item = work_deque::item;

class server_object;

struct worker {
  // The newest item is not in the deque: the caller that made it will often wait for it at once and
  // run it itself. Others take it only after they have seen it lie there for a while, or at once
  // while it is open: the caller runs something else first.
  alignas(64) std::atomic<work_item> newest{0};
  std::atomic<bool> newest_is_open{false};
  std::atomic<std::uint32_t> puts{
      0};  // how many items were put; tells an old item from a new one at the same address
  work_deque deque;
  // Fibers that had to wait because another worker ran the object that they called. Where callers
  // meet at one object they are fastest on one worker, so these too are left to this one for a
  // while.
  work_deque met;

  // --- sleeping
  alignas(64) std::atomic<bool> asleep{false};
  std::atomic<std::uint32_t> own_word{0};
  std::atomic<std::uint32_t>* word =
      &own_word;  // changes with each wake-up; one that other processes reach, if there are some

  // --- fibers that wait here, for the detection of deadlocks
  std::mutex waiters_lock;
  waiter* waiters = nullptr;

  std::unique_ptr<call_counts>
      executed;  // calls of regular classes, in a session of several processes; else null

  // --- (owner)
  alignas(64) unsigned index = 0;
  executor* on = nullptr;
  fiber* current = nullptr;       // runs on this thread now
  std::unique_ptr<fiber> native;  // the thread's own stack; runs only at the start and at the end
  std::vector<std::unique_ptr<fiber>> idle_loops;
  void (*after_switch)(worker&, void*) = nullptr;  // to be done once the fiber that was left stands
  void* after_switch_argument = nullptr;
  std::uint32_t run_here =
      0;  // strict uses that were served on the waiting fiber; now and then one is not
  std::uint32_t selected_here =
      0;  // selections that were over at once; now and then the others have a turn
  std::vector<server_object*> to_send;  // far objects with calls that can be sent
  bool sends = false;                   // and somebody is about to send them
  bool oldest_next = false;             // the oldest item of the deque has its turn
  std::vector<work_item> bag;           // the adversarial executor's queue
  base::random chance{0};
  std::int64_t stole_at = 0;  // ns; when it began what it stole last
  std::int64_t fast =
      0;               // ns; how long it leaves the others alone after a theft that brought nothing
  bool eager = false;  // what it stole last was long: it takes an item that lies for a moment
  bool runs_function = false;   // and does so while a function runs on it
  bool takes_in = false;        // what came from outside is being handled on this thread
  std::int64_t lies_since = 0;  // ns; when an item was put into `newest` while another worker slept
  std::uint32_t lies_as = 0;    // `puts` then
  std::int64_t lain =
      0;  // ns; how long such items have lain, in all, since another worker was woken for that
  std::int64_t lay = 0;  // ns; how long the last one did
  struct meeting {
    std::int64_t taken = -1;  // how many had been taken out of `met`; -1: none was there
    std::int64_t since = 0;   // ns
  };
  struct sighting {
    work_item item = 0;
    std::uint32_t puts = 0;
    std::int64_t since = 0;  // ns
    meeting met;
  };
  std::int64_t crowded_until =
      0;               // ns; others want its core: it does not spin. 0: it has the core for itself
  unsigned from_last = 0;  // times in a row that it took in only what came from who sent last
  bool slept_in_vain = false;  // nothing had come from outside when it woke up
  bool nothing_goes_on =
      false;  // it was the last one to go to sleep, and only a timer can change anything
  std::vector<sighting> seen;  // what the others are left for a while, by their index

  std::thread thread;
};

}  // namespace mentat
