#include "tools/mentat/compile_commands.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

/// The file of an entry; empty if the entry has an unknown form.
fs::path file_of(const json& entry) {
  if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string()) return {};
  fs::path folder;
  if (entry.contains("directory") && entry["directory"].is_string())
    folder = entry["directory"].get<std::string>();
  return (folder / entry["file"].get<std::string>()).lexically_normal();
}

expected<json> read(const fs::path& database) {
  std::error_code error;
  if (!fs::exists(database, error)) return json::array();
  const auto text = read_file(database);
  if (!text) return tl::unexpected(text.error());
  json found = json::parse(*text, nullptr, false);
  if (!found.is_array())
    return fail(database.string() +
                ": it is not a list of compile commands; remove it or name another file");
  return found;
}

}  // namespace

expected<void> update_compile_commands(const fs::path& database, const fs::path& folder,
                                       const std::vector<compile_command>& commands) {
  auto all = read(database);
  if (!all) return tl::unexpected(all.error());
  for (const compile_command& command : commands) {
    json entry = {
        {"directory", folder.string()}, {"file", command.file}, {"arguments", command.arguments}};
    const fs::path file = file_of(entry);
    const auto same = std::find_if(all->begin(), all->end(),
                                   [&](const json& each) { return file_of(each) == file; });
    if (same == all->end())
      all->push_back(std::move(entry));
    else
      *same = std::move(entry);
  }
  return write_file(database, all->dump(2) + "\n");
}

}  // namespace mentat::command
