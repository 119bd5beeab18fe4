// For tests: the memory of the process, counted. Replaces operator new and operator delete, in a
// file of their own, so that no compiler pairs what it sees of one with what it sees of the other.
// Thread-safety: one thread.
#pragma once

#include <cstddef>

namespace mentat {

// By operator new, and not given back.
std::size_t bytes_allocated();

}  // namespace mentat
