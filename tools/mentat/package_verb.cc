#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_package(const installation& here, const arguments& given) {
  command_line line("package");
  std::string folder;
  line.positional("FOLDER", folder, true);
  if (const auto done = line.parse(given)) return *done;
  if (const auto checkout = needs_checkout(here, "package"); !checkout)
    return report(checkout.error());
  const auto end = run({{(*here.checkout / "tools/package/make_packages.sh").string(),
                         (here.prefix / "bin/mentat").string(), folder}});
  return end ? end->status() : report(end.error());
}

}  // namespace mentat::command
