// Keeps arcs drawn from calls that are executed in this process, after the calls were sent here:
// the messages `arcs` of their callers, until the result goes out (docs/custody.md).
//
// A call is identified by the tag under which its caller waits, a unit of a token-matching unit by
// its own tag. Messages out of sequence for their call are dropped. Arcs that come after the answer
// stay until the caller says that it has seen the answer, or ends. Thread-safety: all functions;
// empty() takes no lock. Limits: a call's arcs are one future (mmps/wire/future_blob.h); arcs
// beyond `max_calls` or `max_bytes` are dropped, and the caller serves them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/tag.h"

namespace mentat::node {

using mmps::tag;

class added_arcs {
 public:
  static constexpr std::size_t max_calls = 65536;
  static constexpr std::size_t max_bytes = std::size_t{64} << 20;

  struct added {
    std::vector<std::byte> future;
    std::uint16_t messages = 0;
    bool abandoned = false;  // the caller does not want the value
  };

  explicit added_arcs(base::seeded_bug bug = base::seeded_bug::none) : bug_(bug) {}

  [[nodiscard]] std::size_t calls() const { return calls_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool empty() const { return calls_.load(std::memory_order_relaxed) == 0; }
  // REQUIRES that check_future() accepts `future`.
  void add(const tag& of, std::uint16_t number, std::span<const std::byte> future);
  // Sets the arcs that came with the call, from so many messages.
  void begin(const tag& of, std::uint16_t messages, bool abandoned,
             std::span<const std::byte> future);
  void abandon(const tag& of, std::uint16_t messages);  // if as many messages were taken
  std::optional<added> take(const tag& of);             // when the result goes out
  void forget_all_of(std::uint64_t process);            // which waits

 private:
  added* find_or_make(const tag& of);

  const base::seeded_bug bug_;
  std::mutex lock_;
  std::map<tag, added> added_;
  std::size_t bytes_ = 0;
  std::atomic<std::size_t> calls_{0};
};

}  // namespace mentat::node
