#include <optional>
#include <string>

#include "daemons/host/network/named_address.h"
#include "daemons/host/wire/founder_line.h"
#include "daemons/launch/kubernetes.h"
#include "tools/mentat/launcher.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/mounted_secret.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

// The session has the usual name, so that `kubectl exec POD -- mentat status` finds it.
int run_launch_pods(const installation& here, const arguments& given) {
  launch_options options{.engine = "Kubernetes", .session = "default"};
  options.within = 300;
  command_line line("launch");
  std::string secret;
  int hosts = 0;
  line.option("--hosts", hosts, 1, static_cast<int>(launch::most_host_pods));
  line.option("--founder-secret", secret);
  line.option("--listen", options.listen);
  line.option("--name", options.name);
  line.option("--within", options.within, 1, 24 * 3600);
  line.flag("--all-hosts", options.all_hosts);
  line.flag("--json", options.json);
  line.rest("PROGRAM", options.program, true);
  if (const auto done = line.parse(given)) return *done;
  if (hosts == 0 || secret.empty())
    return report(
        {"`mentat launch pods` is the command of a pod that `mentat launch k8s` prints: "
         "expected --hosts=N and --founder-secret=FILE",
         2});
  if (const std::string why = host::why_not_to_listen_at(options.listen); !why.empty())
    return report({"--listen: " + why, 2});
  const auto text = read_mounted_secret("--founder-secret", secret);
  if (!text) return report(text.error());
  const auto keys = host::founder_line::parse(*text);
  if (!keys)
    return report(
        {"--founder-secret: the file is not that of `mentat launch k8s`: expected "
         "mentat-founder://...",
         2});
  if (const auto there = check_program(find_program(options.program.front())); !there)
    return report(there.error());
  options.awaited = awaited_hosts{static_cast<std::size_t>(hosts), *keys,
                                  "`kubectl get pods` shows what became of their pods"};
  return launch_program(here, options);
}

}  // namespace mentat::command
