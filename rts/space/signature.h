// The number and types of the fields of a tuple, as a number that is the same in all processes of
// a program. Thread-safety: all functions.
#pragma once

#include <cstdint>
#include <string>

namespace mentat::space_detail {

// Notes the types, each text ended by ';'. Ends the program if two lists of types have one number.
std::uint64_t note_signature(const std::string& types);

}  // namespace mentat::space_detail
