// The limits of a token-matching unit, and the consequence of passing each. Sizes in bytes, times
// in nanoseconds. Errors name the limit, such as "fixed.units".
#pragma once

#include <cstddef>
#include <cstdint>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"

namespace mentat::tmu {

struct limits {
  // Above these, a token of a new unit is answered with resource_exhausted along its future.
  std::size_t units = fixed::units.value;
  std::size_t memory =
      std::size_t{256}
      << 20;  // index and tokens; above it tokens go to disk, the coldest units first

  // If nothing can be spilled, tokens of existing units may take this much more. Beyond it their
  // units fail.
  std::size_t reserve = std::size_t{32} << 20;

  // Executions of a unit that end with the death of the process; then task_poisoned. So do
  // deliveries, if the process ends before the unit begins.
  std::uint8_t attempts = fixed::attempts.value;
  std::uint8_t deliveries = fixed::deliveries.value;

  // Records that recognise late messages. The oldest is forgotten first.
  // Of units that are done; some 100 bytes each, beside `memory`.
  std::size_t tombstones = fixed::tombstones.value;
  std::size_t dead_processes = 4096;
  // The lifetime of tombstones while no unit is executed again. Dead processes have no lifetime,
  // nor have tombstones once a process has died: messages of its units may then come again, however
  // late.
  base::duration memory_of_the_dead = 60 * base::second;

  // A silent instantiation manager is asked again after this time, then after twice as long, and so
  // on up to 64 times as long.
  base::duration ask_again = 500 * base::millisecond;

  // Units for which the instantiation manager is asked at a time: so many, and two for each place
  // that units have, but at most `asked_at_once`. Further complete ones wait here, so that they do
  // not reach fixed.im.waiting there, and can follow in the places of others.
  std::size_t asked_at_first = 64;
  std::size_t asked_at_once = 1024;

  // The senders of the tokens of a unit hear so much later at most that it is done.
  base::duration settles_within = 10 * base::millisecond;

  // After so long a unit that takes over asks the callers of its partial units whether they wait.
  base::duration asks_callers_after = 100 * base::millisecond;
  // A caller that has not been announced for so long has ended before.
  base::duration callers_come_within = base::second;

  base::seeded_bug bug = base::seeded_bug::none;
};

}  // namespace mentat::tmu
