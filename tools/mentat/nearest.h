#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mentat::command {

/// The number of inserted, removed, replaced or swapped characters that lead from one word to the
/// other.
int edit_distance(std::string_view from, std::string_view to);

/// The known word that was probably meant; empty when none is near. The first of equals wins.
std::string nearest(std::string_view word, std::span<const std::string> known);

/// `; did you mean 'x'?`, or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace mentat::command
