#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The version of a release. Its text is MAJOR.MINOR.PATCH.
struct release {
  int major = 0, minor = 0, patch = 0;

  static std::optional<release> parse(std::string_view text);
  std::string text() const;
  auto operator<=>(const release&) const = default;
};

/// What a change of Mentat can ask for: a look at sources, another translation of generated files,
/// or an edit of the build files that `mentat new` has made.
enum class file_kind { source, generated, project };
inline constexpr file_kind kinds[] = {file_kind::source, file_kind::generated, file_kind::project};
std::string_view name_of(file_kind kind);

/// A line of changes.txt.
struct change {
  release made_in;
  file_kind concerns = file_kind::source;
  std::string text;
};

/// The changes in their order. A problem names the line that has another form.
expected<std::vector<change>> read_changes(const std::string& table);

/// A file that Mentat has written or translated. Its version is empty if nothing says it.
struct written_file {
  std::filesystem::path path;
  file_kind kind = file_kind::source;
  std::optional<release> version;
};

/// The version that the first line of a generated file, or of a build file of `mentat new`, names;
/// nothing if Mentat has not written the file. A problem, which begins with the path, if the line
/// is Mentat's and names none.
expected<std::optional<release>> version_in(std::string_view first_line, const std::string& path);

/// The files below a folder, in order of their paths, or the file itself. Hidden folders are left
/// out, links to folders are not followed. A generated file names its version; a source has that of
/// its generated file beside it, else that of the nearest build file of `mentat new` in its folder
/// or in one above. A problem if there is no such file, if it is none of Mentat's, or if the
/// first line of one names no version.
expected<std::vector<written_file>> written_files(const std::filesystem::path& place);

/// The changes that concern the file since its version.
std::vector<change> changes_for(const written_file& file, const std::vector<change>& all);

}  // namespace mentat::command
