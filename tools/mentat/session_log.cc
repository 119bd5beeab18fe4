#include "tools/mentat/session_log.h"

#include <system_error>

#include "daemons/host/session/session_place.h"
#include "mmps/trust/trusted_path.h"

namespace mentat::command {

namespace fs = std::filesystem;

// Folders are called TIME-NAME, and times sort as text.
expected<fs::path> newest_log(const std::string& name) {
  const auto logs = host::logs_folder();
  if (!logs) return fail(logs.error());
  std::error_code error;
  std::string newest;
  for (const fs::directory_entry& one : fs::directory_iterator(*logs, error)) {
    const std::string folder = one.path().filename();
    const std::size_t dash = folder.find('-');
    if (!one.is_symlink(error) && dash != std::string::npos && folder.substr(dash + 1) == name &&
        folder > newest)
      newest = folder;
  }
  if (newest.empty()) return fail("session " + name + " has no logs in " + *logs);
  const fs::path folder = fs::path(*logs) / newest;
  if (const auto own = mmps::trust::check_private_folder(folder); !own) return fail(own.error());
  return folder / "host.log";
}

}  // namespace mentat::command
