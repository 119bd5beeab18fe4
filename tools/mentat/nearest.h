#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mentat::command {

/// The number of inserted, removed, replaced or swapped characters between two words.
int edit_distance(std::string_view from, std::string_view to);

/// The known word that was probably meant, else empty. The first of equally near words wins.
std::string nearest(std::string_view word, std::span<const std::string> known);

/// `; did you mean 'x'?`, or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace mentat::command
