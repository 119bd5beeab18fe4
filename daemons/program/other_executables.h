// Executables of this program for other processors, which the hosts of a session that have one of
// these get (`mentat run --also s390x=./p.s390x`, setting `also`). Each is checked: it is an
// executable of the processor that was named, and a Mentat program of this version. What it
// computes is the user's: it is to be compiled of the same sources. Thread-safety: all functions.
// Errors: a text with the cause and advice.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "mmps/trust/descriptor.h"

namespace mentat::program {

/// Opens the files, at most fixed.executables with the program's own,
/// of a list `s390x=FILE,aarch64=FILE`; empty: none.
tl::expected<std::vector<mmps::trust::descriptor>, std::string> open_other_executables(
    const std::string& list);

}  // namespace mentat::program
