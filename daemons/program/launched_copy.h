// A program that mpirun, mpiexec or srun has started several times. In mode cluster each copy
// becomes the command `mentat`, which founds a session of the copies' machines and runs the program
// once. In other modes `main` runs in each copy, and the first one warns.
#pragma once

#include "rts/config/settings.h"

namespace mentat::program {

// To be called once, when the settings are known. Returns if this is no such copy, or if main is to
// run in it. Throws start_error: the copy cannot become that command.
void join_other_copies(const node::settings& chosen);

}  // namespace mentat::program
