#include "tools/mentat/project.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_new(const installation& here, const arguments& given) {
  command_line line("new");
  std::string name;
  line.positional("NAME", name, true);
  if (const auto done = line.parse(given)) return *done;
  const auto made = make_project(here, name);
  if (!made) return report(made.error());
  const std::string program = made->filename().string();
  tell("made %s\n\n  cd %s\n  mentat c++ -O2 %s.mpl.cc -o %s && ./%s\n", name.c_str(),
              name.c_str(), program.c_str(), program.c_str(), program.c_str());
  return 0;
}

}  // namespace mentat::command
