#include "mplc/version.h"

#include <filesystem>
#include <fstream>

namespace mentat {

std::string version_line(const std::string& program) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::ifstream file(self.parent_path().parent_path() / "share/mentat/commit");
  std::string commit, date;
  if (!error) file >> commit >> date;
  const std::string known = date.empty() ? "" : " (" + commit + ", " + date + ")";
  return program + " " + version + known;
}

}  // namespace mentat
