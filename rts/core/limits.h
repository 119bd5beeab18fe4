// All limits of the run-time. Exceeding one is an error that names it (limit_error, or a message
// for the stack). Keys in configuration: limits.NAME; environment: MENTAT_LIMITS__NAME in capitals.
// Sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mentat {

struct limits {
  std::uint32_t graph_depth = 1000;  // calls inside calls, from main on
  // The stack of a member function that waits or runs on a worker.
  std::size_t fiber_stack = std::size_t{1} << 20;
  std::size_t main_stack = std::size_t{8} << 20;  // of main()
  std::uint32_t fibers = 30000;                   // member functions that wait at the same time
  std::size_t memory = 0;  // for computation instances; 0 = half of what the process may use
  // Of freed blocks of 8 MiB and more, in each process.
  std::size_t kept_memory = std::size_t{256} << 20;
  // Persistent objects that live at the same time in one process.
  std::uint32_t objects = (1u << 20) - 1;
  std::uint64_t space_tuples = 4'000'000;           // in one tuple space
  std::size_t space_memory = std::size_t{1} << 30;  // of the tuples of one tuple space
  std::size_t tuple = std::size_t{16} << 20;        // all fields of one tuple
};

}  // namespace mentat
