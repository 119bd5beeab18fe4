#pragma once

#include <string>
#include <string_view>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The bytes of a section of a program of this machine, given as the bytes of its file; empty if it
/// has no such section. The file is not trusted. Problem: it is no 64-bit ELF file, or damaged.
/// Thread-safety: pure.
expected<std::string> section_of(std::string_view file, std::string_view section);

}  // namespace mentat::command
