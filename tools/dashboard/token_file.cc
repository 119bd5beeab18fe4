#include "tools/dashboard/token_file.h"

#include <filesystem>

#include "mmps/base/shown_text.h"
#include "tools/mentat/files.h"

namespace mentat::dashboard {

tl::expected<void, std::string> write_token(const std::string& path, std::string_view token) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  const fs::file_type there = fs::symlink_status(path, unknown).type();
  if (there != fs::file_type::not_found && there != fs::file_type::regular)
    return tl::unexpected("--metrics: " + base::shown_value(path) +
                          " is no file");  // /dev/null must stay
  const auto done = command::write_file(path, token, 0600);
  if (!done) return tl::unexpected(done.error().text);
  return {};
}

}  // namespace mentat::dashboard
