// Functions of AddressSanitizer, LeakSanitizer and ThreadSanitizer. They exist only in a program
// built with one of them, regardless of how this library was built: a user's program with
// -fsanitize=address takes the ordinary run-time system.
#pragma once

#include <cstddef>

extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom,
                                                  std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom,
                                                   std::size_t* size);
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}

namespace mentat {

inline bool has_address_sanitizer() { return &__sanitizer_start_switch_fiber != nullptr; }
inline bool has_leak_sanitizer() { return &__lsan_disable != nullptr; }
inline bool has_thread_sanitizer() { return &__tsan_create_fiber != nullptr; }

}  // namespace mentat
