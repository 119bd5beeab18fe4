#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_site(const installation& here, const arguments& given) {
  command_line line("site");
  std::string folder;
  line.positional("FOLDER", folder, true);
  if (const auto done = line.parse(given)) return *done;
  if (const auto checkout = needs_checkout(here, "site"); !checkout)
    return report(checkout.error());
  const auto end = run({{(*here.checkout / "tools/site/make_site.py").string(),
                         here.checkout->string(), folder}});
  return end ? end->status() : report(end.error());
}

}  // namespace mentat::command
