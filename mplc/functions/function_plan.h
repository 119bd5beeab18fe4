// The decisions about a function that need no syntax tree: which variables stay result variables,
// and which uses share one RESOLVE in front of a loop.
//
// Never miscompile: any doubt makes a variable ordinary, and then the calls that are
// assigned to it block. Thread-safety: pure functions of the facts.
#pragma once

#include <string_view>

#include "mplc/facts/function_facts.h"

namespace mentat::mplc {

class function_flow;

// Gives up variables (variable_facts::obstacle) that an alias can reach, that a macro hides, or
// that no call is left for; the calls assigned to them become values. To be called once, before the
// delays are asked for.
void settle_variables(function_facts& facts, function_flow& flow);

// Computes the delays at each node by control flow, and drops the copies that pass no delay on.
void find_delays(function_facts& facts, function_flow& flow);

// Moves RESOLVE out of loops without Mentat calls, and out of macro arguments whose text must stay.
void plan_hoists(function_facts& facts, std::string_view original);

}  // namespace mentat::mplc
