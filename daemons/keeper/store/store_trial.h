// A log on a virtual disk, with everything that may go wrong, from a seed: records, groups, images,
// failing writes and syncs, a full disk, kills, power cuts, flipped bits. Each restart compares
// the records that were safe with those that it finds.
#pragma once

#include <cstdint>
#include <string>

#include "mmps/base/seeded_bug.h"

namespace mentat::keeper {

struct trial_result {
  std::string why;  // empty: nothing is wrong
  std::uint64_t cuts = 0, kills = 0, flips = 0, faults = 0, freed = 0, safe = 0, lost = 0,
                damaged = 0, torn = 0, full = 0;
};

[[nodiscard]] trial_result run_trial(std::uint64_t seed,
                                     base::seeded_bug bug = base::seeded_bug::none);

}  // namespace mentat::keeper
