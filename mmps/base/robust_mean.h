// A mean of run times that follows its measurements and hardly an outlier: a measurement during
// which the process lost its core says little.
#pragma once

#include <algorithm>
#include <cstdint>

namespace mentat::base {

// The mean after another measurement, which counts an eighth, and at most as eight times the mean;
// one far below the mean counts more. `mean` 0: there was none. At least 1.
inline std::uint32_t next_mean(std::uint32_t mean, std::uint32_t measured) {
  if (mean == 0) return std::max(measured, 1u);
  const std::uint64_t most = std::min<std::uint64_t>(measured, std::uint64_t{mean} * 8);
  const std::uint64_t next =
      measured < mean / 8 ? std::uint64_t{mean} * 7 / 10 : (std::uint64_t{mean} * 7 + most) / 8;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(next, 1, UINT32_MAX));
}

}  // namespace mentat::base
