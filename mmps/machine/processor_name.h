// Processors by name, as Debian's and the kernel's names of machines: x86_64, aarch64, s390x. A
// host of a session names its own when it joins, and an executable says in its header for which one
// it is. Pure. Thread-safety: all functions.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mentat::machine {

inline constexpr std::size_t executable_header = 64;  // bytes

/// The processor for which this program was compiled; "unknown" if it is none of those above.
std::string own_processor();

/// The processor of the executable with these first bytes; empty: it is no ELF file, "unknown": it
/// is one of another processor. The bytes are not trusted.
std::string processor_of(std::span<const std::byte> header);

bool is_known_processor(const std::string& name);

/// "x86_64, aarch64, s390x, ..."
std::string known_processors();

}  // namespace mentat::machine
