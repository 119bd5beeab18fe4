// Arcs that were drawn from calls which are executed in this process, after those calls had been
// sent here: the messages `arcs` of their callers, until the result goes out (docs/custody.md).
//
// A call is known by the tag under which its caller waits, a unit of a token-matching unit by its
// own tag. Messages that are not the next of their call are dropped. What comes after the answer
// stays until the caller says that it has seen the answer, or ends. Thread-safety: all functions;
// empty() takes no lock. Limits: a call's arcs are one future (mmps/wire/future_blob.h);
// `max_calls`, `max_bytes`: what passes one is dropped, and the caller serves it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "mmps/base/seeded_bug.h"

namespace mentat::node {

class added_arcs {
 public:
  using tag = std::array<std::uint64_t, 2>;  // its second half says which process waits
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
  // `future` is one that check_future() accepts.
  void add(const tag& of, std::uint16_t number, std::span<const std::byte> future);
  // What the call has, from so many messages.
  void begin(const tag& of, std::uint16_t messages, bool abandoned,
             std::span<const std::byte> future);
  void abandon(const tag& of, std::uint16_t messages);  // if as many were taken
  std::optional<added> take(const tag& of);            // the result goes out
  void forget_all_of(std::uint64_t process);           // that waits

 private:
  added* find_or_make(const tag& of);

  const base::seeded_bug bug_;
  std::mutex lock_;
  std::map<tag, added> added_;
  std::size_t bytes_ = 0;
  std::atomic<std::size_t> calls_{0};
};

}  // namespace mentat::node
