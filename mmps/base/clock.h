// The time of a component: the machine's steady clock, or the virtual time of a simulation. The
// maker of a component passes a clock in. A pure machine takes instants instead. Thread-safety: any
// thread.
#pragma once

#include <ctime>

#include "mmps/base/instant.h"

namespace mentat::base {

class clock {
 public:
  [[nodiscard]] virtual instant now() const = 0;     // never goes back
  [[nodiscard]] virtual instant coarse() const = 0;  // now() to some milliseconds; costs some ns

 protected:
  ~clock() = default;
};

namespace detail {

class steady_clock final : public clock {
 public:
  [[nodiscard]] instant now() const override { return read(CLOCK_MONOTONIC); }
  [[nodiscard]] instant coarse() const override { return read(CLOCK_MONOTONIC_COARSE); }

 private:
  static instant read(clockid_t which) {
    timespec at{};
    clock_gettime(which, &at);
    return {at.tv_sec * second + at.tv_nsec};
  }
};

inline constexpr steady_clock steady_clock_of_machine{};

}  // namespace detail

inline const clock& machine_clock() { return detail::steady_clock_of_machine; }

// by.coarse() for the path of a call: the machine's clock costs a comparison, not a virtual call.
inline instant coarse_now(const clock& by) {
  if (&by == &detail::steady_clock_of_machine) [[likely]]
    return detail::steady_clock_of_machine.coarse();
  return by.coarse();
}

}  // namespace mentat::base
