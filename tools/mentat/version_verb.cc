#include "mplc/version.h"

#include <cstdio>

#include "tools/mentat/json_object.h"
#include "tools/mentat/origin.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_version(const installation& here, const arguments& given) {
  command_line line("version");
  bool json = false;
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const std::string checkout = here.checkout ? here.checkout->string() : "";
  const origin from = origin_of(here);
  if (json) {
    json_object facts;
    facts.add("version", version)
        .add("commit", from.commit)
        .add("date", from.date)
        .add("prefix", here.prefix.string())
        .add("checkout", checkout);
    std::fputs(facts.text().c_str(), stdout);
    return 0;
  }
  const std::string known =
      from.commit.empty() ? "" : " (" + from.commit + ", " + from.date + ")";
  std::printf("mentat %s%s\nin %s\n", version, known.c_str(),
              (checkout.empty() ? here.prefix.string() : checkout).c_str());
  return 0;
}

}  // namespace mentat::command
