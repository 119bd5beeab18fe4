#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The last stage that `mentat c++` runs.
enum class cxx_goal {
  ask_compiler,      // -print-..., -dumpversion, -v alone: the compiler answers
  show_translation,  // --emit=cc
  show_server,       // --emit=server: the server section of a header
  compile,           // -c, -S, -E, -M, -MM, -fsyntax-only: each source by itself
  link,
};

/// A file named by the user, or an option whose position among the linker's inputs matters.
struct link_item {
  enum class kind { mpl_source, mpl_header, cxx_source, other };
  kind what = kind::other;
  std::string text;           // "-": standard input
  std::string language = {};  // of a cxx_source, if -x gave one
};

/// The parsed command line of `mentat c++`; its syntax is that of g++.
struct cxx_request {
  cxx_goal goal = cxx_goal::link;
  std::string compile_option = "-c";                 // or -S, -E, -M, -MM, -fsyntax-only
  std::string output;                                // empty: the default name of g++
  std::vector<link_item> items;                      // in the order given
  std::vector<std::string> options;                  // for compiling and linking
  std::vector<std::string> compile_options;          // for compiling only: dependency files
  std::vector<std::string> parsing_options;          // the subset of the above that mplc needs, too
  std::vector<std::string> mplc_options;             // -Rmentat, -Welision
  std::vector<std::filesystem::path> quote_folders;  // -iquote
  std::vector<std::filesystem::path> include_folders;  // -I
  std::vector<std::filesystem::path> system_folders;   // -isystem, searched after those of -I
  std::string compiler;                                // of --as-launcher, or empty
  std::vector<std::string> launcher;                   // the words in front of it, such as ccache
  std::string compile_commands;                        // --compile-commands: the file, or empty
  bool makes_shared_library = false;                   // -shared
  bool verbose = false;                                // -v: print each command
  bool show_only = false;                              // -###: print the commands, run none
  bool help = false;
  bool print_version = false;

  std::vector<std::string> files(link_item::kind what) const;
  /// Whether any file is translated. If none is, the compiler gets the user's words unchanged.
  bool translates() const;
  /// Whether the result for a source goes to standard output.
  bool prints() const;
};

/// Parses the command line; a problem (exit status 2) names the wrong word.
expected<cxx_request> parse_cxx_arguments(const std::vector<std::string>& words);

/// Forgets each -I and -isystem that names this folder: `mentat c++` searches it last anyway.
void drop_include_folder(cxx_request& request, const std::filesystem::path& folder);

/// The default object name in the current folder: a.mpl.cc and a.cc give a.o (or a.s).
std::string default_object_name(const std::string& source, const std::string& compile_option);

}  // namespace mentat::command
