// Memory of 8 MiB and more for operator new (operator_new.cc): blocks of large pages, mapped one by
// one. A block that is given back is kept for the next one of about its size: a fresh page costs
// several times what filling it costs. docs/adr/0030-freed-large-memory-is-kept.md
//
// set_limit() bounds the memory of kept blocks. When the machine or the control group is short of
// memory, the kernel takes theirs first (MADV_FREE). All are unmapped when a mapping fails, and
// each is after ten seconds without use, by a thread that exists while blocks are kept.
// Thread-safety: all functions. A child of fork() has the blocks of its parent. Errors: no
// exceptions. Cost: some 100 ns for a kept block.
#pragma once

#include <chrono>
#include <cstddef>

namespace mentat::base {

class large_blocks {
 public:
  static constexpr std::size_t page = std::size_t{2} << 20;
  static constexpr std::size_t least = std::size_t{8} << 20;

  static constexpr std::chrono::milliseconds usual_time{10'000};

  // Bytes of memory that is kept; 0, the default, turns blocks off: take() returns null. So it does
  // if the program has an operator new or delete of its own, and under sanitizers.
  static void set_limit(std::size_t bytes, std::chrono::milliseconds kept_for = usual_time);

  // Null: no memory, or turned off. The address is a multiple of `page`; the contents are
  // indeterminate. REQUIRES: size >= least.
  static void* take(std::size_t size) noexcept;
  // False: it is no block of take().
  static bool give_back(void* block) noexcept {
    return reinterpret_cast<std::size_t>(block) % page == 0 && block && give_back_mapped(block);
  }

  static std::size_t kept() noexcept;  // bytes
  // Unmaps all kept blocks; true if there were any.
  static bool release() noexcept;

 private:
  static bool give_back_mapped(void* block) noexcept;
};

// Whether operator new and delete are those of operator_new.cc.
bool has_own_operators();

}  // namespace mentat::base
