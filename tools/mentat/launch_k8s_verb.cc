#include <cstdio>
#include <optional>
#include <string>

#include "daemons/launch/kubernetes.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/duration.h"
#include "tools/mentat/host_starter.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

struct wanted_manifests {
  launch::kubernetes_wish wish;
  std::string longest;
  bool dry_run = false;
};

std::optional<int> read_options(const arguments& given, wanted_manifests& wanted) {
  launch::kubernetes_wish& wish = wanted.wish;
  command_line line("launch");
  int hosts = 1, within = 300;
  line.option("--hosts", hosts, 1, static_cast<int>(launch::most_host_pods));
  line.option("--image", wish.image);
  line.option("--name", wish.name);
  line.option("--namespace", wish.space);
  line.option("--cpu", wish.cpu);
  line.option("--memory", wish.memory);
  line.option("--queue", wish.queue);
  line.option("-t,--time", wanted.longest);
  line.option("--remote-mentat", wish.mentat);
  line.option("--within", within, 1, 24 * 3600);
  line.flag("--all-hosts", wish.all_hosts);
  line.flag("--dry-run", wanted.dry_run);
  line.rest("PROGRAM", wish.program, true);
  if (const auto done = line.parse(given)) return done;
  wish.hosts = static_cast<unsigned>(hosts);
  wish.within = static_cast<unsigned>(within);
  return std::nullopt;
}

}  // namespace

int run_launch_k8s(const installation& here, const arguments& given) {
  wanted_manifests wanted;
  launch::kubernetes_wish& wish = wanted.wish;
  if (const auto done = read_options(given, wanted)) return *done;
  if (!wanted.dry_run)
    return report(
        {"`mentat launch k8s` prints the manifests, and kubectl applies them: "
         "`mentat launch k8s --dry-run ... | kubectl apply -f -`",
         2});
  if (wish.name.empty()) wish.name = launch::name_of_objects(wish.program.front());
  if (wish.name.empty())
    return report(
        {"--name: the program's name gives none for the objects, because it has no "
         "letter: --name=NAME",
         2});
  if (!wanted.longest.empty()) {
    const auto time = parse_duration(wanted.longest);
    if (!time || time->count() > launch::longest_jobs)
      return report({"--time: expected a time such as 30m or 2h, at most 8760h, not '" +
                         base::shown_value(wanted.longest) + "'",
                     2});
    wish.longest = static_cast<unsigned>(time->count());
  }
  if (const std::string why = launch::why_not(wish); !why.empty()) return report({why, 2});
  auto keys = prepare_keys(here, launch::founder_address(wish));
  if (!keys) return report(keys.error());
  wish.founder_line = std::move(keys->founder_line);
  wish.invitation = std::move(keys->invitation);
  const auto text = launch::manifests(wish);
  if (!text) return report({text.error(), 2});
  std::fputs(text->c_str(), stdout);
  return std::fflush(stdout) == 0 ? 0 : report({"standard output cannot be written"});
}

}  // namespace mentat::command
