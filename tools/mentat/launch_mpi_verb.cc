#include <optional>
#include <string>

#include "daemons/host/network/named_address.h"
#include "tools/mentat/copy_launch.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {

int run_launch_mpi(const installation& here, const arguments& given) {
  launch_options options;
  command_line line("launch");
  line.option("--listen", options.listen);
  line.option("--within", options.within, 1, 3600);
  line.flag("--all-hosts", options.all_hosts);
  line.flag("--json", options.json);
  line.rest("PROGRAM", options.program, true);
  if (const auto done = line.parse(given)) return *done;
  if (const std::string why = host::why_not_to_listen_at(options.listen); !why.empty())
    return report({"--listen: " + why, 2});
  const auto self = own_copy();
  if (!self) return report(self.error());
  if (!*self || (*self)->kind == launch::rendezvous_kind::slurm_step)
    return report(
        {"neither mpirun nor mpiexec has started this command: `mpirun -n 4 mentat launch mpi -- "
         "PROGRAM`; with srun: `mentat launch slurm`",
         2});
  if (const auto there = check_program(find_program(options.program.front())); !there)
    return report(there.error());
  return launch_as_copy(here, **self, options);
}

}  // namespace mentat::command
