#include "mplc/version.h"

#include <cstdio>
#include <filesystem>

#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/origin.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

/// The file that was made with the packages; in a checkout it is made anew.
int print_sbom(const installation& here) {
  const auto made = here.shared("mentat.spdx.json");
  std::error_code error;
  if (std::filesystem::exists(made, error) || !here.checkout) {
    const auto text = read_file(made);
    if (!text)
      return report(
          {text.error().text +
           "; `mentat install` copies none. Take the packages or the tarball, which have it, or "
           "run `./mentat version --spdx` in a checkout of Mentat, which makes it"});
    std::fputs(text->c_str(), stdout);
    return 0;
  }
  const auto end =
      run({{(*here.checkout / "tools/package/make_sbom.py").string(), here.prefix.string()}});
  return end ? end->status() : report(end.error());
}

}  // namespace

int run_version(const installation& here, const arguments& given) {
  command_line line("version");
  bool json = false, spdx = false;
  line.flag("--json", json);
  line.flag("--spdx", spdx);
  if (const auto done = line.parse(given)) return *done;
  if (spdx) return print_sbom(here);
  const std::string checkout = here.checkout ? here.checkout->string() : "";
  const origin from = origin_of(here);
  if (!from.fault.empty()) return report({from.fault});
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
  const std::string known = from.commit.empty() ? "" : " (" + from.commit + ", " + from.date + ")";
  std::printf("mentat %s%s\nin %s\n", version, known.c_str(),
              (checkout.empty() ? here.prefix.string() : checkout).c_str());
  return 0;
}

}  // namespace mentat::command
