// One process of a Mentat program: ties settings, executor and main program together.
#pragma once

#include <functional>

#include "rts/node/settings.h"

namespace mentat::node {

// Runs the program in the mode that the settings name, and returns its exit status. An exception that leaves it ends the process as
// it would in any C++ program, with a message that names where it came from.
int run_program(const settings& chosen, const std::function<int()>& program);

// The cores that this process may use.
unsigned usable_cores();

}  // namespace mentat::node
