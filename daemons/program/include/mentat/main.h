// `main` for a program whose main is in the Mentat language; the translator emits the call.
#pragma once

namespace mentat {

// Runs the program as mentat::runtime does, and returns its status. An exception that leaves the
// program ends the process. A failure to begin is reported on stderr.
int run_main(int argc, char** argv, int (*program)(int, char**));
// The name that translated text uses, so that no macro of the user replaces it.
inline constexpr auto& run_main__ = run_main;

}  // namespace mentat
