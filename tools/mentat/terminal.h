#pragma once

#include <string>
#include <string_view>

namespace mentat::command {

/// Output options that precede the verb. One thread sets them once, before any output and before
/// other threads start.
struct manner {
  enum class coloring { automatic, always, never };
  coloring color = coloring::automatic;
  bool quiet = false;    // results and errors only
  bool verbose = false;  // print each command
};

manner& chosen_manner();

/// Whether standard error is coloured: as chosen; by default on a terminal, unless NO_COLOR is set
/// or the terminal is dumb.
bool colors_errors();

/// The word `error:` or `warning:`, coloured if colors_errors().
std::string marked(std::string_view word);

/// Prints a notice to standard output, unless --quiet is given.
[[gnu::format(printf, 1, 2)]] void tell(const char* format, ...);

}  // namespace mentat::command
