// Makes the edits of one function from its facts: the table 'Calls and result variables' of
// docs/emitted.md, row by row [TOCS96 Fig. 6]. Every edit stays on the line of the text that it
// replaces. Thread-safety: none.
#pragma once

#include <string_view>

#include "mplc/facts/function_facts.h"
#include "mplc/text/edits.h"

namespace mentat::mplc {

void emit_function(const function_facts& facts, std::string_view original, edits& changes);

}  // namespace mentat::mplc
