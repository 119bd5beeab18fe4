// Memory for the stack of a fiber: mapped, with a guard page below. Untouched pages cost nothing.
// Ownership: a value that owns its mapping. Thread-safety: none, but handle_overflows() works for
// every thread.
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
  [[nodiscard]] bool guards(const void* address) const;  // is it in the guard page?

 private:
  char* low_;
  std::size_t size_;
};

// Installs the handler (once per process, an alternative stack once per thread) that turns a fault
// in a guard page into a message that names the limit, and exit status 125. `guarding` answers
// whether the calling thread's fiber owns the faulting guard page, and its size; it must be safe to
// call in a signal handler.
void handle_overflows(std::size_t (*guarding)(const void* address));

}  // namespace mentat
