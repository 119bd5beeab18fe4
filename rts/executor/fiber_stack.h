// Memory for the stack of a fiber: mapped, with a guard page below. Untouched pages cost nothing.
// last_words.h reports a fault in the guard page. Ownership: a value that owns its mapping.
// Thread-safety: none.
#pragma once

#include <cstddef>

namespace mentat {

class fiber_stack {
 public:
  explicit fiber_stack(std::size_t size);  // rounded up to pages; throws std::bad_alloc
  fiber_stack(const fiber_stack&) = delete;
  fiber_stack& operator=(const fiber_stack&) = delete;
  ~fiber_stack();

  [[nodiscard]] char* low() const { return low_; }  // above the guard page
  [[nodiscard]] char* high() const { return low_ + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool guards(const void* address) const;  // whether it is in the guard page

 private:
  char* low_;
  std::size_t size_;
};

}  // namespace mentat
