#include "mplc/preamble/search_path.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>

#include "mplc/preamble/preamble_folder.h"

namespace mentat::mplc {
namespace {

std::optional<struct stat> regular_file(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  return found;
}

}  // namespace

std::string look_up_entry(const std::string& name, bool angled) {
  return name.starts_with('/') ? name : (angled ? '<' : '"') + name;
}

std::optional<found_header> search_path::find(const std::string& name, bool angled,
                                              const std::string& includer_folder) const {
  if (name.starts_with('/')) return std::nullopt;  // an oddity; left to the preprocessor
  if (!angled)
    if (const std::string path = includer_folder + "/" + name; regular_file(path))
      return found_header{path, false};
  for (const search_folder& folder : folders_) {
    if (angled && folder.is_for_quotes) continue;
    if (const std::string path = folder.path + "/" + name; regular_file(path))
      return found_header{path, folder.is_system};
  }
  return std::nullopt;
}

search_path::state search_path::look_up(const std::vector<std::string>& entries) const {
  std::string all;
  std::time_t newest = 0;
  const auto add = [&](const std::string& path, bool is_system) {
    const auto file = regular_file(path);
    if (!file) return;
    for (const auto value : {std::uint64_t(file->st_dev), std::uint64_t(file->st_ino),
                             std::uint64_t(file->st_size), std::uint64_t(file->st_mtim.tv_sec),
                             std::uint64_t(file->st_mtim.tv_nsec), std::uint64_t(is_system)})
      all += std::to_string(value) + ":";
    newest = std::max({newest, file->st_mtim.tv_sec, file->st_ctim.tv_sec});
  };
  for (const std::string& entry : entries) {
    all += entry + "\n";
    if (entry.starts_with('/')) {
      add(entry, false);
      continue;
    }
    for (const search_folder& folder : folders_)
      if (!folder.is_for_quotes || entry.starts_with('"'))
        add(folder.path + "/" + entry.substr(1), folder.is_system);
  }
  return {hash_128(all), newest};
}

}  // namespace mentat::mplc
