#include <cstdio>

#include "tools/mentat/completion.h"
#include "tools/mentat/files.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_completion(const installation& here, const arguments& given) {
  command_line line("completion");
  std::string shell;
  line.positional("SHELL", shell, true, "expected one of bash, zsh and fish");
  if (const auto done = line.parse(given)) return *done;
  const auto script =
      read_file(here.shared("verbs.txt"))
          .and_then(&usage_table::parse)
          .and_then([&](const usage_table& table) { return completion_for(shell, table); });
  if (!script) return report(script.error());
  std::fputs(script->c_str(), stdout);
  return 0;
}

}  // namespace mentat::command
