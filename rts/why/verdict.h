// What a wait_graph proves: circles of waits, or that nothing can run; and what it cannot tell,
// because a process has not answered or rows are left out. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rts/why/wait_graph.h"

namespace mentat::why {

// "1 call", "2 calls".
std::string counted(std::size_t number, const std::string& thing);
// "Process 123 on host h3 does not answer; if it is stopped: kill -CONT 123".
std::string text_of_silent(const silent_one& one);
// Sentences, one at least.
std::vector<std::string> verdict(const wait_graph& graph);

}  // namespace mentat::why
