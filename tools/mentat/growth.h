#pragma once

#include <string>
#include <vector>

#include "tools/mentat/installation.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// Hosts that are added to a running session by jobs of Slurm, one for each host, so that they come
/// when the queue lets them. An invitation is a secret: it lies in a file of the user's state
/// folder (0600), which nodes share; the job, whose script names only the file, removes it.
struct growth_wish {
  std::string session;               // its name
  std::string time, partition;       // empty: as Slurm chooses
  std::vector<std::string> options;  // of sbatch, untouched
};

/// $XDG_STATE_HOME/mentat/grow/SESSION. Makes nothing.
expected<std::string> growth_folder(const std::string& session);
/// There is Slurm on this machine.
expected<void> can_grow();
std::vector<std::string> growth_command(const growth_wish& wish, const std::string& folder);
std::string growth_script(const installation& here, const std::string& join_file);
/// Returns the number of the job.
expected<std::string> submit_growth(const installation& here, const growth_wish& wish,
                                    const std::string& folder, const std::string& invitation);

/// The invitation in such a file, which only this user can read; removes it.
expected<std::string> take_invitation(const std::string& join_file);

/// The session has ended: its jobs that wait in the queue are cancelled, the folder is removed.
void end_growth(const std::string& session);

}  // namespace mentat::command
