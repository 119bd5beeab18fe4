#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_sim(const installation& here, const arguments& given) {
  if (const auto checkout = needs_checkout(here, "sim"); !checkout) return report(checkout.error());
  // The program has its own --help, and its options are the verb's.
  program_call call{{(here.built / "tests/sim/sim").string()}};
  call.arguments.insert(call.arguments.end(), given.begin(), given.end());
  const auto end = run(call);
  return end ? end->status() : report(end.error());
}

}  // namespace mentat::command
