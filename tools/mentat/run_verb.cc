#include <cstdio>

#include "mmps/base/shown_text.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_run(const installation&, const arguments& given) {
  command_line line("run");
  std::string mode;
  arguments program;
  line.option("--mode", mode);
  line.rest("PROGRAM", program, true);
  if (const auto done = line.parse(given)) return *done;

  program_call call{program};
  call.arguments.front() = find_program(program.front());
  if (!mode.empty()) {
    const auto modes = parse_modes(mode);
    if (!modes) return report(modes.error());
    if (modes->size() != 1)
      return report({"--mode takes one mode; 'mentat verify' compares several", 2});
    call.environment.emplace_back("MENTAT_MODE", mode);
  }
  const auto end = run(call);
  if (!end) return report(end.error());
  if (end->signal != 0)
    std::fprintf(stderr, "mentat: %s was ended by %s\n", base::shown_value(program.front()).c_str(),
                 describe(*end).c_str());
  return end->status();
}

}  // namespace mentat::command
