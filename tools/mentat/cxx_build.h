#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tools/mentat/cxx_arguments.h"
#include "tools/mentat/cxx_sources.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/process.h"

namespace mentat::command {

/// Calls that may run in parallel; the next step begins when all have succeeded.
struct build_step {
  std::vector<program_call> calls;
};

/// A finished file in the private folder and its final name; an empty name: standard output.
struct build_output {
  std::filesystem::path made;
  std::filesystem::path wanted;
  std::string of;  // the source; empty if several were linked
};

/// The plan of `mentat c++` for one request, as data: nothing runs here.
///
/// The steps write to the private folder; the outputs are moved into place after the last step, so
/// that a failed command leaves nothing behind.
struct build_plan {
  std::vector<build_step> steps;
  std::vector<build_output> outputs;
};

/// Keeps frames larger than a fiber's guard page from stepping over it; for every compilation.
inline constexpr const char* probes_the_stack = "-fstack-clash-protection";

/// The installation's own options, one a line in its files.
struct installed_options {
  std::vector<std::string> compile;
  std::vector<std::string> link;
};
expected<installed_options> read_installed_options(const installation& here);

/// Whether the compiler is Clang, also under another name (a link such as c++).
bool is_clang(const std::string& compiler);

class build_planner {
 public:
  build_planner(const installation& here, const installed_options& installed,
                const cxx_request& request, const cxx_sources& sources,
                std::filesystem::path folder, std::string compiler,
                std::filesystem::path precompiled = {});

  build_plan plan();

 private:
  void translate();
  void compile_each();
  void compile_and_link();
  program_call translation(const mpl_file& file) const;
  program_call compilation(const link_item& item, const std::filesystem::path& made) const;
  program_call translated_compilation(const std::filesystem::path& generated,
                                      const std::string& option,
                                      const std::filesystem::path& made) const;
  void add_server_compilations(build_step& step);
  void join_server_parts();
  void append_run_time_system(std::vector<std::string>& link) const;

  const installation& here_;
  const installed_options& installed_;
  const cxx_request& request_;
  const cxx_sources& sources_;
  std::filesystem::path folder_;
  std::string compiler_;
  std::filesystem::path precompiled_;  // a folder with <mentat/server.h>, or empty
  std::map<std::filesystem::path, std::filesystem::path> server_objects_;  // by server section
  build_plan plan_;
};

}  // namespace mentat::command
