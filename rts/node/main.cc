// main() of every Mentat program: reads the settings, starts the run-time system, and calls the user's main, which is called
// mentat_main after translation.
#include <cstdio>
#include <string>
#include <vector>

#include "rts/executor/debugger.h"
#include "rts/node/log.h"
#include "rts/node/node.h"

int mentat_main(int argc, char** argv);

// Nothing calls it but a debugger; the linker is to keep it.
[[gnu::used, gnu::retain]] static const auto for_debuggers = &mentat_debugger_text;

int main(int argc, char** argv, char** environment) {
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::vector<std::string> variables;
  for (char** at = environment; at && *at; ++at) variables.emplace_back(*at);
  const auto chosen = mentat::node::read_settings(arguments, variables);
  if (!chosen) {
    std::fprintf(stderr, "mentat: %s\n", chosen.error().c_str());
    return 2;
  }
  mentat::node::start_log(chosen->log);

  std::string program = argc > 0 ? argv[0] : "";
  std::vector<char*> left{program.data()};
  for (std::string& argument : arguments) left.push_back(argument.data());
  left.push_back(nullptr);
  return mentat::node::run_program(*chosen,
                                   [&] { return mentat_main(static_cast<int>(left.size()) - 1, left.data()); });
}
