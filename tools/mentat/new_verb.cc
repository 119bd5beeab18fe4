#include "mmps/base/shown_text.h"
#include "tools/mentat/project.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_new(const installation& here, const arguments& given) {
  command_line line("new");
  project wanted;
  std::string name;
  bool no_git = false;
  line.option("--build", wanted.build);
  line.option("--template", wanted.kind);
  line.flag("--no-git", no_git);
  line.positional("NAME", name, true);
  if (const auto done = line.parse(given)) return *done;
  wanted.place = name;
  wanted.git = !no_git;
  const auto made = make_project(here, wanted);
  if (!made) return report(made.error());
  const std::string program = made->filename().string();
  const std::string build = wanted.build == "bazel"   ? "bazel run :" + program
                            : wanted.build == "cmake" ? "cmake -S . -B build && cmake --build build"
                                                      : "make && ./" + program;
  const std::string shown = base::shown_value(name);
  tell("made %s\n\n  cd %s\n  %s\n", shown.c_str(), shown.c_str(), build.c_str());
  return 0;
}

}  // namespace mentat::command
