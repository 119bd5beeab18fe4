// A page that a process shares with all its peers: they wake its threads through it, and read its
// load. A thread that is about to sleep sets its bit, polls once more, and sleeps on its word. A
// sender rings one thread whose bit is set: one wake-up for a batch, and no system call while a
// thread is awake (rule 4 of the performance rules). Thread-safety: all functions, across
// processes. A peer that writes garbage here can cause useless wake-ups and bad placement; and when
// it ends, units that were in it can be executed more often than they may, or fail as if they had
// ended it. Nothing worse.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "mmps/futex/futex.h"
#include "mmps/shm/begun_units.h"

namespace mentat::mmps::shm {

struct doorbell {
  // The threads of a process, with a word each; further threads share the last.
  static constexpr unsigned threads = 64;

  // A bit for each thread that sleeps, or is about to.
  alignas(64) std::atomic<std::uint64_t> listening;
  alignas(64) std::atomic<std::uint32_t> words[threads];

  // The core, plus one, on which a thread of the owner last polled after a receive; 0: none. A
  // hint: a thread that waits for a process on its own core yields the core to it.
  alignas(64) std::atomic<std::uint32_t> core;

  // The units that each thread runs or has queued; written by that thread.
  alignas(64) std::atomic<std::uint32_t> runnable[threads];
  std::atomic<std::uint32_t> parked;  // waiting member functions
  // How many units that can run the process takes from others, 0: none; and its threads that run
  // them.
  std::atomic<std::uint32_t> places, workers;
  // In an instantiation manager's page: how many more units the processes of its host can take.
  alignas(64) std::atomic<std::int32_t> room;
  std::atomic<std::uint32_t> wants_news;  // nonzero: requests wait there for room
  // nonzero: its host is being drained, and none of its processes is promised to anybody
  std::atomic<std::uint32_t> promises_nothing;

  begun_units begun;
  // The tag of the unit of another process whose code each thread executes at the moment; 0: none.
  // A unit that waits for another call is executed by no thread. Written by that thread.
  struct alignas(64) executed {
    std::atomic<std::uint64_t> unit;
  };
  executed executing[threads];

  // The units that the threads were executing, in ascending order, once the process has ended: one
  // of them may have ended it. If there are more threads, all that had begun; empty: not known.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> suspects() const {
    if (workers.load(std::memory_order_relaxed) > threads) return begun.all();
    std::vector<std::uint64_t> some;
    for (const executed& one : executing)
      if (const std::uint64_t unit = one.unit.load(std::memory_order_acquire)) some.push_back(unit);
    std::ranges::sort(some);
    return some;
  }

  [[nodiscard]] std::uint32_t all_runnable() const { return runnable_of(threads); }
  // Of the first so many threads.
  [[nodiscard]] std::uint32_t runnable_of(std::uint32_t first) const {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < first && i < threads; ++i)
      sum += runnable[i].load(std::memory_order_relaxed);
    return sum;
  }

  static unsigned place_of(unsigned thread) { return thread < threads ? thread : threads - 1; }
  void listen(unsigned thread) {
    listening.fetch_or(std::uint64_t{1} << place_of(thread), std::memory_order_seq_cst);
    // With the fence of ring(): either the thread finds the message, or the sender finds the bit.
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  void stop_listening(unsigned thread) {
    listening.fetch_and(~(std::uint64_t{1} << place_of(thread)), std::memory_order_seq_cst);
  }

  // Wakes one sleeping thread of the owner, if there is one. Call it after putting a message where
  // they poll.
  void ring() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::uint64_t asleep = listening.load(std::memory_order_relaxed);
    while (asleep != 0) {
      const unsigned thread = static_cast<unsigned>(std::countr_zero(asleep));
      const std::uint64_t bit = std::uint64_t{1} << thread;
      if (listening.fetch_and(~bit, std::memory_order_seq_cst) & bit) return wake(thread);
      asleep &= ~bit;
    }
  }
  void wake(unsigned thread) {
    std::atomic<std::uint32_t>& word = words[place_of(thread)];
    word.fetch_add(1, std::memory_order_seq_cst);
    base::futex_wake(word, true);
  }
};

}  // namespace mentat::mmps::shm
