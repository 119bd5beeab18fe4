#include <algorithm>
#include <cstdio>
#include <set>

#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/upgrade_check.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

/// The files, and what there is to do.
struct findings {
  release own;
  std::vector<change> table;
  std::vector<written_file> files;

  bool is_newer(const written_file& file) const { return file.version && *file.version > own; }
  bool needs_work(const written_file& file) const {
    return !file.version || is_newer(file) || !changes_for(file, table).empty();
  }
};

expected<std::vector<written_file>> files_of(const arguments& places,
                                             const std::optional<release>& since) {
  std::vector<written_file> all;
  std::set<std::filesystem::path> known;
  for (const std::string& place : places) {
    const auto found = written_files(place);
    if (!found) return tl::unexpected(found.error());
    for (written_file file : *found) {
      if (!known.insert(file.path).second) continue;
      if (!file.version) file.version = since;
      all.push_back(std::move(file));
    }
  }
  return all;
}

std::string json_of(const findings& found) {
  std::vector<json_object> files;
  bool all_done = true;
  for (const written_file& file : found.files) {
    std::vector<json_object> changes;
    for (const change& one : changes_for(file, found.table))
      changes.push_back(
          std::move(json_object().add("version", one.made_in.text()).add("text", one.text)));
    json_object row;
    row.add("file", file.path.string())
        .add("kind", std::string(name_of(file.kind)))
        .add("version", file.version ? file.version->text() : "")
        .add("newer", found.is_newer(file))
        .add("changes", changes);
    files.push_back(std::move(row));
    all_done = all_done && !found.needs_work(file);
  }
  json_object whole;
  whole.add("version", found.own.text()).add("nothing_to_do", all_done).add("files", files);
  return whole.text();
}

void print(const findings& found) {
  std::size_t good = 0;
  for (const written_file& file : found.files) {
    if (!found.needs_work(file)) {
      ++good;
      continue;
    }
    const std::string name = base::shown_value(file.path.string());
    if (!file.version) {
      std::printf("%s: nothing says which version has translated it; name it with --since\n",
                  name.c_str());
    } else if (found.is_newer(file)) {
      std::printf("%s: of version %s, which is newer than this one\n", name.c_str(),
                  file.version->text().c_str());
    } else {
      std::printf("%s: of version %s\n", name.c_str(), file.version->text().c_str());
      for (const change& one : changes_for(file, found.table))
        std::printf("  %s: %s\n", one.made_in.text().c_str(), one.text.c_str());
    }
  }
  std::printf("%zu of %zu files: nothing to do for Mentat %s\n", good, found.files.size(),
              found.own.text().c_str());
}

}  // namespace

int run_upgrade_check(const installation& here, const arguments& given) {
  command_line line("upgrade-check");
  std::string since;
  bool json = false;
  arguments places;
  line.option("--since", since);
  line.flag("--json", json);
  line.positionals("FILE", places);
  if (const auto done = line.parse(given)) return *done;
  const auto assumed = since.empty() ? std::nullopt : release::parse(since);
  if (!since.empty() && !assumed)
    return report(
        {"--since is a version such as 0.1.0, not '" + base::shown_value(since) + "'", 2});
  const auto table = read_file(here.shared("changes.txt")).and_then(&read_changes);
  if (!table)
    return report({here.shared("changes.txt").string() + ": " + table.error().text,
                   table.error().exit_status});
  auto files = files_of(places, assumed);
  if (!files) return report(files.error());
  if (files->empty()) return report({"there is no Mentat source and no generated file", 2});
  const findings found{*release::parse(version), *table, std::move(*files)};
  if (json)
    std::fputs(json_of(found).c_str(), stdout);
  else
    print(found);
  return std::ranges::any_of(found.files, [&](const auto& one) { return found.needs_work(one); });
}

}  // namespace mentat::command
