// The places in the user's text that a recording names: each worker adds those that it meets, in
// memory that all processes of the program map. A place that several workers meet is there several
// times. What is read may be anything, because each process of the program can write it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mmps/base/fixed_limits.h"

namespace mentat::record {

class place_list {
 public:
  static constexpr std::size_t most = fixed::recorded_places.value;
  static constexpr std::size_t most_text = 120;  // of longer ones the last folders and the file

  // A number above 0; 0: there is no room. Any thread.
  std::uint16_t add(std::string_view text) {
    const std::uint32_t at = taken_.load(std::memory_order_relaxed) < most
                                 ? taken_.fetch_add(1, std::memory_order_relaxed)
                                 : most;
    if (at >= most) return 0;
    place& one = places_[at];
    if (text.size() > most_text) {
      text.remove_prefix(text.size() - most_text);
      if (const auto folder = text.find('/'); folder != text.npos) text.remove_prefix(folder + 1);
    }
    for (std::size_t i = 0; i < text.size(); ++i)
      one.text[i].store(text[i], std::memory_order_relaxed);
    one.size.store(static_cast<std::uint32_t>(text.size()), std::memory_order_release);
    return static_cast<std::uint16_t>(at + 1);
  }
  [[nodiscard]] std::size_t size() const {
    const std::size_t taken = taken_.load(std::memory_order_relaxed);
    return taken < most ? taken : most;
  }
  // Empty: it is not written yet. REQUIRES: a number of add().
  [[nodiscard]] std::string text(std::size_t number) const {
    const place& one = places_[number - 1];
    const std::size_t size = one.size.load(std::memory_order_acquire);
    std::string read;
    for (std::size_t i = 0; i < size && i < most_text; ++i)
      read += one.text[i].load(std::memory_order_relaxed);
    return read;
  }

 private:
  struct place {
    std::atomic<std::uint32_t> size{0};
    std::array<std::atomic<char>, most_text> text{};
  };

  std::atomic<std::uint32_t> taken_{0};
  std::array<place, most> places_{};
};

}  // namespace mentat::record
