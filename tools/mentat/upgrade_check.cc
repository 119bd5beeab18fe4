#include "tools/mentat/upgrade_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <sstream>

#include "mmps/base/shown_text.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_first_line = 200;
constexpr std::array<std::string_view, 2> marks = {"// Translated by mplc ", "# Made by Mentat "};
constexpr std::array<std::string_view, 3> build_files = {"Makefile", "CMakeLists.txt", "WORKSPACE"};

/// Empty if it is no file: nobody waits for a pipe.
std::string first_line_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string line(longest_first_line, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  return line.substr(0, line.find('\n'));
}

bool is_source(const std::string& name) {
  return name.ends_with(".mpl.cc") || name.ends_with(".mpl.h");
}

std::optional<file_kind> kind_of(const fs::path& path) {
  const std::string name = path.filename().string();
  if (is_source(name)) return file_kind::source;
  if (std::ranges::find(build_files, name) != build_files.end()) return file_kind::project;
  if (name.ends_with(".cc") || name.ends_with(".h")) return file_kind::generated;
  return std::nullopt;
}

using found_version = expected<std::optional<release>>;

found_version version_of(const fs::path& path) {
  return version_in(first_line_of(path), path.string());
}

found_version version_of_project(const fs::path& source) {
  std::error_code error;
  for (fs::path folder = fs::absolute(source, error).lexically_normal().parent_path();;
       folder = folder.parent_path()) {
    for (const std::string_view name : build_files)
      if (const auto found = version_of(folder / name); !found || *found) return found;
    if (!folder.has_relative_path()) return std::nullopt;
  }
}

found_version version_of_source(const fs::path& source) {
  const std::string name = source.string();
  const std::size_t at = name.rfind(".mpl.");
  const auto translated = version_of(name.substr(0, at) + name.substr(at + 4));
  return !translated || *translated ? translated : version_of_project(source);
}

/// Nothing if Mentat has not written the file.
expected<std::optional<written_file>> examine(const fs::path& path) {
  const auto kind = kind_of(path);
  if (!kind) return std::nullopt;
  const auto version = *kind == file_kind::source ? version_of_source(path) : version_of(path);
  if (!version) return tl::unexpected(version.error());
  if (*kind != file_kind::source && !*version) return std::nullopt;
  return written_file{path, *kind, *version};
}

expected<std::vector<written_file>> files_below(const fs::path& folder) {
  std::vector<written_file> found;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code unreadable;
    const bool is_hidden = at->path().filename().string().starts_with('.');
    if (is_hidden && at->is_directory(unreadable)) at.disable_recursion_pending();
    if (is_hidden || !at->is_regular_file(unreadable)) continue;
    const auto file = examine(at->path());
    if (!file) return tl::unexpected(file.error());
    if (*file) found.push_back(**file);
  }
  if (error)
    return fail(
        "cannot read the folder " + base::shown_value(folder.string()) + ": " + error.message(), 2);
  std::ranges::sort(found, {}, &written_file::path);
  return found;
}

}  // namespace

std::optional<release> release::parse(std::string_view text) {
  release read;
  const char *at = text.data(), *const end = at + text.size();
  for (int* const part : {&read.major, &read.minor, &read.patch}) {
    if (part != &read.major && (at == end || *at++ != '.')) return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, *part);
    if (error != std::errc() || *part < 0) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(read) : std::nullopt;
}

std::string release::text() const {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

std::string_view name_of(file_kind kind) {
  return kind == file_kind::source      ? "source"
         : kind == file_kind::generated ? "generated"
                                        : "project";
}

expected<std::vector<change>> read_changes(const std::string& table) {
  std::vector<change> all;
  std::istringstream lines(table);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string version, kind, text;
    words >> version >> kind >> std::ws;
    std::getline(words, text);
    const auto made_in = release::parse(version);
    const auto* const known = std::ranges::find(kinds, kind, name_of);
    if (!made_in || known == std::end(kinds) || text.empty())
      return fail("line " + std::to_string(number) + " of changes.txt is not VERSION KIND TEXT");
    all.push_back({*made_in, *known, text});
  }
  return all;
}

expected<std::optional<release>> version_in(std::string_view first_line, const std::string& path) {
  if (first_line.ends_with('\r')) first_line.remove_suffix(1);
  for (const std::string_view mark : marks) {
    if (!first_line.starts_with(mark)) continue;
    const std::string_view rest = first_line.substr(mark.size());
    const auto read =
        rest.ends_with('.') ? release::parse(rest.substr(0, rest.size() - 1)) : std::nullopt;
    if (read) return read;
    return fail(base::shown_value(path) +
                    ": the first line names no version of Mentat, such as \"" + std::string(mark) +
                    "0.1.0.\", but is \"" + base::shown_value(std::string(first_line)) + "\"",
                2);
  }
  return std::nullopt;
}

expected<std::vector<written_file>> written_files(const fs::path& place) {
  std::error_code error;
  const std::string shown = base::shown_value(place.string());
  const fs::file_status status = fs::status(place, error);
  if (fs::is_directory(status)) return files_below(place);
  if (!fs::exists(status)) return fail("there is no file or folder " + shown, 2);
  if (!fs::is_regular_file(status) || !std::ifstream(place))
    return fail("cannot read " + shown + "; is it a file that you may read?", 2);
  const auto file = examine(place);
  if (!file) return tl::unexpected(file.error());
  if (*file) return std::vector{**file};
  return fail(
      shown +
          " is neither a Mentat source (.mpl.cc, .mpl.h) nor a file that says which version "
          "of Mentat has written it",
      2);
}

std::vector<change> changes_for(const written_file& file, const std::vector<change>& all) {
  std::vector<change> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&file](const change& one) {
    return one.concerns == file.kind && file.version && one.made_in > *file.version;
  });
  return found;
}

}  // namespace mentat::command
