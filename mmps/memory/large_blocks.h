// Memory of 8 MiB and more for operator new (operator_new.cc): blocks of large pages, mapped one by
// one. A block that is given back is kept for the next one of about its size: a fresh page costs
// several times what filling it costs. docs/adr/0030-freed-large-memory-is-kept.md
//
// set_limit() bounds the memory of kept blocks. When the machine or the control group is short of
// memory, the kernel takes theirs first (MADV_FREE). All are unmapped when a mapping fails.
// Thread-safety: all functions. A child of fork() has the blocks of its parent. Errors: no
// exceptions. Cost: take() of a kept block some 100 ns; give_back() 0.03 ms for 64 MiB in large
// pages, 2 to 6 ms in small ones.
#pragma once

#include <cstddef>

namespace mentat::base {

class large_blocks {
 public:
  static constexpr std::size_t page = std::size_t{2} << 20;
  static constexpr std::size_t least = std::size_t{8} << 20;

  // Bytes of memory that is kept. Less than `least`, the default, turns blocks off: take() returns
  // null. They are also off under sanitizers, and if the program has an operator new or delete of
  // its own.
  static void set_limit(std::size_t bytes);

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
