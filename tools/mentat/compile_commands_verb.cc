#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_compile_commands(const installation& here, const arguments& given) {
  command_line line("compile-commands");
  arguments targets;
  line.rest("TARGET", targets, false);
  if (const auto done = line.parse(given)) return *done;

  program_call call{{"bash", here.shared("compile_commands.sh").string()}};
  call.arguments.insert(call.arguments.end(), targets.begin(), targets.end());
  if (!here.bazel.empty()) call.environment.emplace_back("MENTAT_BAZEL", here.bazel);
  const auto end = run(call);
  if (!end) return report(end.error());
  return end->status();
}

}  // namespace mentat::command
