#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// How far `mentat c++` goes.
enum class cxx_goal {
  ask_compiler,      // -print-..., -dumpversion, -v alone: the compiler answers
  show_translation,  // --emit=cc
  show_server,       // --emit=server: the server section of a header
  compile,           // -c, -S, -E, -M, -MM, -fsyntax-only: each source by itself
  link,
};

/// A file that the user named, or an option that keeps its place among the files on the linker's
/// command line.
struct link_item {
  enum class kind { mpl_source, mpl_header, cxx_source, other };
  kind what = kind::other;
  std::string text;           // "-": standard input
  std::string language = {};  // of a cxx_source, if -x gave one
};

/// What was asked for on the command line of `mentat c++`, which is that of g++.
struct cxx_request {
  cxx_goal goal = cxx_goal::link;
  std::string compile_option = "-c";  // or -S, -E, -M, -MM, -fsyntax-only
  std::string output;                 // empty: as g++ would name it
  std::vector<link_item> items;       // in the order given
  std::vector<std::string> options;   // of the C++ compiler, when it compiles and when it links
  std::vector<std::string> compile_options;  // when it compiles alone: dependency files
  std::vector<std::string> parsing_options;  // those of the above that change what mplc reads
  std::vector<std::string> mplc_options;     // -Rmentat, -Welision
  std::vector<std::filesystem::path> quote_folders;    // -iquote
  std::vector<std::filesystem::path> include_folders;  // -I
  std::string compile_commands;                        // --compile-commands: the file, or empty
  bool makes_shared_library = false;                   // -shared
  bool verbose = false;                                // -v: print each command
  bool show_only = false;                              // -###: print the commands, run none
  bool help = false;
  bool print_version = false;

  std::vector<std::string> files(link_item::kind what) const;
  /// Whether any file is translated. If none is, the compiler gets what the user wrote.
  bool translates() const;
  /// Whether what is made for a source goes to standard output.
  bool prints() const;
};

/// Reads the words of the command line; a problem (exit status 2) names the one that is wrong.
expected<cxx_request> parse_cxx_arguments(const std::vector<std::string>& words);

/// The name that a source's object gets in this folder: a.mpl.cc and a.cc give a.o (or a.s).
std::string default_object_name(const std::string& source, const std::string& compile_option);

}  // namespace mentat::command
