// operator new and delete of programs that link the run-time system: as those of the C++ library,
// but memory of 8 MiB and more may come from large_blocks. They are weak: a program that defines
// its own keeps its own. All forms without alignment are here, so that none of another library
// frees a large block; those with an alignment stay the C++ library's and use malloc.
#include <cstdlib>
#include <new>

#include "mmps/memory/large_blocks.h"

extern "C" {
// A program of which parts were built with a sanitizer.
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
[[gnu::weak]] void __msan_init();
[[gnu::weak]] void __lsan_init();
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MENTAT_PLAIN_BLOCKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define MENTAT_PLAIN_BLOCKS 1
#endif
#endif

#ifdef MENTAT_PLAIN_BLOCKS

bool mentat::base::has_own_operators() { return false; }

#else

using mentat::base::large_blocks;

extern "C" {

[[gnu::visibility("hidden")]] void* mentat_operator_new__(std::size_t size) {
  for (;;) {
    if (size >= large_blocks::least) [[unlikely]]
      if (void* const block = large_blocks::take(size)) return block;
    if (void* const block = std::malloc(size == 0 ? 1 : size)) [[likely]]
      return block;
    if (large_blocks::release()) continue;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}

[[gnu::visibility("hidden")]] void mentat_operator_delete__(void* block) {
  if (!large_blocks::give_back(block)) [[likely]]
    std::free(block);
}

}  // extern "C"

[[gnu::weak, gnu::alias("mentat_operator_new__")]] void* operator new(std::size_t size);
[[gnu::weak, gnu::alias("mentat_operator_delete__")]] void operator delete(void* block) noexcept;

// As the standard has it, the other forms use these two.
[[gnu::weak]] void* operator new[](std::size_t size) { return ::operator new(size); }
[[gnu::weak]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return ::operator new(size);
  } catch (...) {
    return nullptr;
  }
}
[[gnu::weak]] void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return ::operator new[](size);
  } catch (...) {
    return nullptr;
  }
}
[[gnu::weak]] void operator delete[](void* block) noexcept { ::operator delete(block); }
[[gnu::weak]] void operator delete(void* block, std::size_t) noexcept { ::operator delete(block); }
[[gnu::weak]] void operator delete[](void* block, std::size_t) noexcept {
  ::operator delete[](block);
}
[[gnu::weak]] void operator delete(void* block, const std::nothrow_t&) noexcept {
  ::operator delete(block);
}
[[gnu::weak]] void operator delete[](void* block, const std::nothrow_t&) noexcept {
  ::operator delete[](block);
}

bool mentat::base::has_own_operators() {
  if (__asan_init || __tsan_init || __msan_init || __lsan_init) return false;
  void* (*const used_new)(std::size_t) = &::operator new;
  void (*const used_delete)(void*) noexcept = &::operator delete;
  return used_new == &mentat_operator_new__ &&
         reinterpret_cast<void (*)(void*)>(used_delete) == &mentat_operator_delete__;
}

#endif
