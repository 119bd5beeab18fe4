#include "tools/mentat/mounted_secret.h"

#include <sys/stat.h>

#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"

namespace mentat::command {
namespace {

constexpr std::size_t longest_secret = 4096;

}  // namespace

expected<std::string> read_mounted_secret(const std::string& option, const std::string& path) {
  const auto text = mmps::trust::read_trusted_file(path, longest_secret);
  if (!text) return fail(option + ": " + base::shown(text.error()), 2);
  if (!*text) return fail(option + ": there is no file " + base::shown_value(path), 2);
  struct stat about{};
  if (::stat(path.c_str(), &about) != 0 || (about.st_uid != 0 && (about.st_mode & 077) != 0))
    return fail(option + ": others can read " + base::shown_value(path) + ": chmod 600", 2);
  std::string line = (*text)->substr(0, (*text)->find('\n'));
  if (line.empty()) return fail(option + ": " + base::shown_value(path) + " is empty", 2);
  return line;
}

}  // namespace mentat::command
