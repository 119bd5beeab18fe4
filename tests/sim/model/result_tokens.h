// The result of a computation, a value or an error, as the tokens that its future asks for: one for
// each arc [TOCS96 2.1], in the simulator's model (docs/simulator.md). Pure; thread-safe. Errors:
// none. Cost: the result is copied for each arc.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mmps/wire/mentat_message.h"

namespace mentat {

// From `origin` come source, cluster, graph, replay, and the flags that follow a computation; from
// the arc the rest. `is_error`: the bytes are an error value. REQUIRES: check_future(future) has no
// fault.
[[nodiscard]] std::vector<mmps::mentat_message> result_tokens(const mmps::message_header& origin,
                                                              std::span<const std::byte> future,
                                                              std::span<const std::byte> result,
                                                              bool is_error);

}  // namespace mentat
