#pragma once

#include <string>
#include <string_view>

namespace mentat::command {

/// How the command talks to its user, chosen in front of the verb: once, before anything is
/// printed, by the one thread that there is then.
struct manner {
  enum class coloring { automatic, always, never };
  coloring color = coloring::automatic;
  bool quiet = false;    // results and errors only
  bool verbose = false;  // each command that is run
};

manner& chosen_manner();

/// Whether standard error is to have colours: as chosen; on a terminal, unless NO_COLOR is set or
/// the terminal is dumb.
bool colors_errors();

/// The word `error:` or `warning:`, coloured if errors are.
std::string marked(std::string_view word);

/// Prints a notice to standard output, unless the user wants quiet.
[[gnu::format(printf, 1, 2)]] void tell(const char* format, ...);

}  // namespace mentat::command
