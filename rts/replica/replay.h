// Executes a write from its encoded arguments on a copy of its object. Errors: what the function
// gives or throws is dropped; throws if the bytes make no sense. Thread-safety: the caller applies
// (replica_table.h).
#pragma once

#include <cstddef>
#include <span>

#include "rts/core/class_info.h"
#include "rts/core/run_time_system.h"

namespace mentat {

void replay(run_time_system& on, const class_info& of_class, const method_description& method,
            void* copy, std::span<const std::byte> arguments, bool swapped);

}  // namespace mentat
