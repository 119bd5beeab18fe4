// `main` of a program whose main is in the Mentat language, as the translator writes it.
#pragma once

namespace mentat {

// Runs the program as mentat::runtime does, and returns its status. An exception that leaves it
// ends the process; that it cannot begin is said on stderr.
int run_main(int argc, char** argv, int (*program)(int, char**));
// For translated text, behind any macros of the user.
inline constexpr auto& run_main__ = run_main;

}  // namespace mentat
