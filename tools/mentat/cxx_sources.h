#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tools/mentat/cxx_arguments.h"

namespace mentat::command {

/// One file that mplc translates: `original` as it was found (mplc names it in #line and messages).
struct mpl_file {
  std::string original;
  std::filesystem::path generated;
  std::filesystem::path server;  // headers only

  bool is_header() const { return !server.empty(); }
};

/// The translated files of one command and what they include.
///
/// The generated files lie in a mirror of the file system: /home/u/p/a.mpl.h becomes
/// MIRROR/home/u/p/a.h. There `#include "a.h"` finds the generated file by the rules of C++ alone,
/// and a plain header beside a translated file is found through a link in the mirror.
class cxx_sources {
 public:
  explicit cxx_sources(std::filesystem::path mirror) : mirror_(std::move(mirror)) {}

  /// Adds the named files and the Mentat headers that they reach through #include. A problem names
  /// the file that cannot be read, the plain header that includes a Mentat header, or the plain
  /// source that has a Mentat class.
  expected<void> add(const cxx_request& request);

  /// Headers first, each once, in the order in which they were met.
  std::vector<mpl_file> files() const;
  const mpl_file& of(const std::string& source) const;
  /// The Mentat headers that a named source reaches through #include.
  std::vector<mpl_file> headers_of(const std::string& source) const;

  /// Makes the folders and links of the mirror.
  expected<void> prepare() const;

  /// The request's options with the mirror of each -I and -iquote folder in front of it.
  std::vector<std::string> with_mirrored_folders(const std::vector<std::string>& options) const;

  /// A message or dependency list that speaks of the user's files instead of the mirror.
  std::string in_users_terms(std::string text) const;

  const std::filesystem::path& mirror() const { return mirror_; }

 private:
  static expected<void> check_plain(const std::string& source);
  expected<void> visit(const std::filesystem::path& file, bool is_mpl, const cxx_request& request);
  expected<void> follow(const std::filesystem::path& from, bool from_mpl, int line,
                        const std::string& name, bool quoted, const cxx_request& request);
  std::filesystem::path in_mirror(const std::filesystem::path& file) const;

  std::filesystem::path mirror_;
  std::set<std::filesystem::path> visited_;
  std::map<std::filesystem::path, std::vector<std::filesystem::path>> includes_;
  std::vector<mpl_file> headers_;
  std::vector<mpl_file> sources_;
  std::map<std::filesystem::path, std::filesystem::path> links_;
};

/// One #include of a text: the line it stands on, the name, and whether it is in quotes.
struct include_line {
  int line = 0;
  std::string name;
  bool quoted = true;
};

/// The #include lines of a text outside comments; conditionals are not evaluated.
std::vector<include_line> include_lines(const std::string& text);

/// The first line that begins a Mentat class, in either spelling; 0: there is none. Comments and
/// literals do not count.
int line_of_mentat_class(const std::string& text);

}  // namespace mentat::command
