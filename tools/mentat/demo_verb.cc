#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_demo(const installation& here, const arguments& given) {
  if (const auto checkout = needs_checkout(here, "demo"); !checkout)
    return report(checkout.error());
  // The program answers --help itself, and takes the demo's options.
  program_call call{{(here.built / "examples/protein_search/protein_search").string(), "--demo"}};
  call.arguments.insert(call.arguments.end(), given.begin(), given.end());
  const auto end = run(call);
  return end ? end->status() : report(end.error());
}

}  // namespace mentat::command
