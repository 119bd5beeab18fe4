// Seeds of the store on a virtual disk: store_trial_main [FIRST [LAST]]. Prints what was met, and
// the first seed that fails.
#include <cstdio>
#include <cstdlib>

#include "daemons/keeper/store/store_trial.h"

int main(int count, char** words) {
  const std::uint64_t first = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1;
  const std::uint64_t last = count > 2 ? std::strtoull(words[2], nullptr, 10) : first + 999;
  mentat::keeper::trial_result all;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto one = mentat::keeper::run_trial(seed);
    if (!one.why.empty() && ++failed <= 10)
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), one.why.c_str());
    all.cuts += one.cuts, all.kills += one.kills, all.flips += one.flips;
    all.faults += one.faults, all.freed += one.freed, all.safe += one.safe, all.lost += one.lost;
    all.damaged += one.damaged, all.torn += one.torn, all.full += one.full;
  }
  using shown = unsigned long long;
  std::printf(
      "%llu seeds, %llu failed: %llu records safe, %llu cuts, %llu kills, %llu faults, "
      "%llu flips, %llu damaged logs, %llu lost objects, %llu torn tails, %llu segments "
      "freed, %llu refused by the quota\n",
      shown{last - first + 1}, shown{failed}, shown{all.safe}, shown{all.cuts}, shown{all.kills},
      shown{all.faults}, shown{all.flips}, shown{all.damaged}, shown{all.lost}, shown{all.torn},
      shown{all.freed}, shown{all.full});
  return failed == 0 ? 0 : 1;
}
