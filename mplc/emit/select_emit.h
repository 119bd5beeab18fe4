// Emits the text of the mselects of one function [TOCS96 3.2.4, Figure 9].
//
// Invariant: text positions are offsets in the original text. Thread-safety: pure functions.
#pragma once

#include <string_view>
#include <vector>

#include "mplc/facts/select_facts.h"
#include "mplc/text/edits.h"

namespace mentat::mplc {

// Adds the edits of all mselects of a function. Other edits of their guards must have been
// edited before, because guards move to the head of the switch.
void emit_selects(const std::vector<select_facts>&, std::string_view original, edits&);

}  // namespace mentat::mplc
