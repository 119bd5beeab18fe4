// The error of a unit that gives no value, as tokens: one for each arc of its future [TOCS96 2.1].
// Pure; thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mmps/wire/mentat_message.h"

namespace mentat::tmu {

// Appends a token with flag::error for every arc of `future`: destination as the arc says (unbound:
// to the token-matching unit that its tag names), body = the future of its consumer and `error`.
// From `origin` come source and cluster. REQUIRES: check_future(future) has no fault.
void append_error_tokens(const mmps::message_header& origin, std::span<const std::byte> future,
                         std::span<const std::byte> error, std::vector<mmps::mentat_message>& out);

}  // namespace mentat::tmu
