// Letters between the processes of the benchmark, in memory that they share: one mailbox a
// receiver, any number of senders, first in first out. Process-shared; thread-safe.
#pragma once

#include <pthread.h>

#include <array>
#include <cstdint>
#include <optional>

#include "bench/papers/svm/pages.h"

namespace mentat::bench::svm {

enum class letter_kind : std::uint8_t { remote, touch, lock, unlock, stop };

struct letter {
  letter_kind kind = letter_kind::remote;
  message carried;  // of a local letter: page and access
};

/// Lives in shared memory: begin() and not a constructor makes it.
class mailbox {
 public:
  /// More than processes can have outstanding: each waits for one page at a time.
  static constexpr std::size_t capacity = 1 << 14;

  void begin();
  void push(const letter& one);
  letter pop();  // waits
  std::optional<letter> try_pop();

 private:
  pthread_mutex_t mutex_;
  pthread_cond_t some_;
  std::uint64_t first_, next_;
  std::array<letter, capacity> letters_;
};

/// A lock in shared memory, which gives broadcasts one order: its holder puts a broadcast into
/// every mailbox.
class order_lock {
 public:
  void begin();
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t mutex_;
};

}  // namespace mentat::bench::svm
