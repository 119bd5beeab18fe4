#include "tools/mentat/version.h"

#include <cstdio>

#include "tools/mentat/json_object.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_version(const installation& here, const arguments& given) {
  command_line line("version", "Prints what this is.");
  bool json = false;
  line.flag("--json", json, "Print it as JSON");
  if (const auto done = line.parse(given)) return *done;
  const std::string checkout = here.checkout ? here.checkout->string() : "";
  if (json) {
    json_object facts;
    facts.add("version", version)
        .add("prefix", here.prefix.string())
        .add("checkout", checkout)
        .add("compiler", __VERSION__);
    std::fputs(facts.text().c_str(), stdout);
  } else {
    std::printf("mentat %s (built with g++ %s)\nin %s\n", version, __VERSION__,
                (checkout.empty() ? here.prefix.string() : checkout).c_str());
  }
  return 0;
}

}  // namespace mentat::command
