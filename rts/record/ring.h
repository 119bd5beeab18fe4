// The memory into which one worker records: its events, the call that it executes now, and counts.
// All processes of a program on this host map it (shared_rings.h), so it outlives the worker.
//
// Thread-safety: the owner writes, without waiting; others read. An event that was overwritten
// while it was read is recognised by `written`. What is read here may be anything, because each
// process of the program can write it.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "mmps/base/fixed_limits.h"
#include "rts/core/class_info.h"
#include "rts/record/event.h"
#include "rts/record/sampling.h"

namespace mentat::record {

enum class ring_state : std::uint32_t { free, owned, released };

// The call that a worker executes, in one word; 0: none.
class running_call {
 public:
  constexpr running_call() = default;
  explicit constexpr running_call(std::uint64_t word) : word_(word) {}
  constexpr running_call(std::uint64_t call, std::uint16_t method, bool has_begin)
      : word_((call << call_shift & ~begin_bit) | (has_begin ? begin_bit : 0) | method) {}

  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
  [[nodiscard]] constexpr std::uint16_t method() const { return static_cast<std::uint16_t>(word_); }
  [[nodiscard]] constexpr std::uint64_t call() const { return (word_ & ~begin_bit) >> call_shift; }
  [[nodiscard]] constexpr bool has_begin() const { return (word_ & begin_bit) != 0; }
  [[nodiscard]] constexpr bool is_there() const { return word_ != 0; }

 private:
  static constexpr unsigned call_shift = 16;
  static constexpr std::uint64_t begin_bit = std::uint64_t{1} << 63;

  std::uint64_t word_ = 0;
};

// A member function that the worker has executed.
struct alignas(64) method_counts {
  // --- (owner)
  const class_info* of_class = nullptr;
  std::uint32_t function = 0;
  std::uint16_t method = 0;
  sampling sampled;
  // --- for all
  std::atomic<std::uint64_t> calls{0}, recorded{0}, ticks{0};
};

// A place at which the worker has waited, and its number.
struct met_place {
  const char* file = nullptr;
  std::uint32_t line = 0;
  std::uint16_t number = unknown_place;
};

struct ring {
  static constexpr std::size_t capacity = fixed::recorded_events.value;
  static constexpr std::size_t most_methods = 512, most_places = 512;

  std::atomic<ring_state> state{ring_state::free};
  std::atomic<std::int32_t> process{0};
  std::atomic<std::uint32_t> worker{0};       // of its process, from 0
  std::array<std::atomic<char>, 24> label{};  // of the process in its session
  alignas(64) std::atomic<std::uint64_t> written{0};
  std::atomic<std::uint64_t> running_word{0};
  std::atomic<std::uint64_t> begin{0};  // of the running call, if that has one
  std::uint64_t awaited = 0;  // (owner) the call for which the running one is about to wait
  std::array<method_counts, most_methods> methods;
  method_counts other_methods;                // those that find no place
  std::array<met_place, most_places> places;  // (owner) by hash; the last one that had it
  std::array<std::array<std::atomic<std::uint64_t>, 4>, capacity> events;

  // --- the owner
  void write(const event& one) {
    const auto words = std::bit_cast<std::array<std::uint64_t, 4>>(one);
    const std::uint64_t at = written.load(std::memory_order_relaxed);
    auto& to = events[at % capacity];
    // Whoever reads a word of this event where an old one was sees `written` as it is now.
    std::atomic_thread_fence(std::memory_order_release);
    for (std::size_t i = 0; i < words.size(); ++i) to[i].store(words[i], std::memory_order_relaxed);
    written.store(at + 1, std::memory_order_release);
  }
  [[nodiscard]] running_call running() const {
    return running_call(running_word.load(std::memory_order_relaxed));
  }
  void set_running(running_call now) { running_word.store(now.word(), std::memory_order_relaxed); }
  method_counts& counts_of(const class_info& of_class, std::uint32_t function) {
    method_counts& one = methods[place_of(of_class, function)];
    if (one.of_class == &of_class && one.function == function) [[likely]]
      return one;
    return search_counts(of_class, function);
  }

  // --- others
  [[nodiscard]] event read(std::uint64_t at) const {
    std::array<std::uint64_t, 4> words;
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = events[at % capacity][i].load(std::memory_order_relaxed);
    return std::bit_cast<event>(words);
  }
  void clear();  // for the next owner

 private:
  static std::size_t place_of(const class_info& of_class, std::uint32_t function) {
    return (reinterpret_cast<std::uintptr_t>(&of_class) / alignof(class_info) + function) %
           most_methods;
  }
  method_counts& search_counts(const class_info& of_class, std::uint32_t function);
};

}  // namespace mentat::record
