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

/// Calls that may run at the same time; the next step begins when all of them have succeeded.
struct build_step {
  std::vector<program_call> calls;
};

/// A finished file in the private folder and the name under which the user wants it; an empty one:
/// on standard output.
struct build_output {
  std::filesystem::path made;
  std::filesystem::path wanted;
  std::string of;  // the source, unless several were linked
};

/// What `mentat c++` does for one request, as data: nothing is run here.
///
/// Everything is made in the private folder; the outputs are put in place after the last step, so
/// that a command that fails leaves nothing behind.
struct build_plan {
  std::vector<build_step> steps;
  std::vector<build_output> outputs;
};

/// A frame larger than the guard of a fiber's stack must not step over it: of each compilation.
inline constexpr const char* probes_the_stack = "-fstack-clash-protection";

/// Options that the installation adds, one a line in its files.
struct installed_options {
  std::vector<std::string> compile;
  std::vector<std::string> link;
};
expected<installed_options> read_installed_options(const installation& here);

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
