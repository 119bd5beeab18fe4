// The clock of a simulated host: it starts at any time, runs faster or slower than virtual time,
// and can jump ahead, as after a pause of a virtual machine. Invariant: it never goes back.
// Thread-safety: none; the clock of virtual time outlives it.
#pragma once

#include <cstdint>

#include "mmps/base/clock.h"
#include "mmps/base/instant.h"

namespace mentat::sim {

class host_clock final : public base::clock {
 public:
  explicit host_clock(const base::clock& virtual_time) : virtual_time_(virtual_time) {}

  // `drift`: how much faster it runs, in millionths; above -1,000,000.
  void set(base::duration ahead, std::int64_t drift) {
    ahead_ = ahead;
    drift_ = drift;
  }
  void jump(base::duration ahead) { ahead_ += ahead; }

  [[nodiscard]] base::instant now() const override { return local(virtual_time_.now()); }
  [[nodiscard]] base::instant coarse() const override { return now(); }

  // Its reading at an instant of virtual time.
  [[nodiscard]] base::instant local(base::instant at) const {
    if (at == base::instant::never()) return at;
    return {at.ns + ahead_ + at.ns / million * drift_ + at.ns % million * drift_ / million};
  }
  // The first instant of virtual time at which it shows `at` or more.
  [[nodiscard]] base::instant virtual_time(base::instant at) const {
    if (at == base::instant::never()) return at;
    if (local({0}) >= at) return {0};
    const long double rate = 1 + static_cast<long double>(drift_) / million;
    base::instant found{static_cast<std::int64_t>((at.ns - ahead_) / rate)};
    while (local(found) < at) ++found.ns;
    while (found.ns > 0 && local({found.ns - 1}) >= at) --found.ns;
    return found;
  }

 private:
  static constexpr std::int64_t million = 1'000'000;

  const base::clock& virtual_time_;
  base::duration ahead_ = 0;
  std::int64_t drift_ = 0;
};

}  // namespace mentat::sim
