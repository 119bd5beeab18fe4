// A program in mode sim: one run of it in a simulated world, as its settings say (sim.hosts,
// processes, seed, sim.faults). The member functions of all processes run in this one, on the
// thread of the caller, and share its global variables.
//
// The outcome of each run is one line in the file sim.outcome: words KEY=VALUE with tabs between
// them; without that file, a sentence on stderr. An exception that leaves the program ends the
// process as in every mode, after its outcome was written.
#pragma once

#include <functional>

#include "rts/config/settings.h"

namespace mentat::sim {

// Returns the program's status. If the run cannot continue (an endless wait, calls that are kept at
// its end) the process ends here with status 125. Throws start_error: the faults cannot be read
// (2).
int run_simulated(const node::settings& chosen, const std::function<int()>& program);

}  // namespace mentat::sim
