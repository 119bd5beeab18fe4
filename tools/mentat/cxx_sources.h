#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tools/mentat/cxx_arguments.h"

namespace mentat::command {

/// A file that mplc translates; mplc puts `original`, the path as found, into #line and messages.
struct mpl_file {
  std::string original;
  std::filesystem::path generated;
  std::filesystem::path server;  // headers only

  bool is_header() const { return !server.empty(); }
};

/// The translated files of one command, and their includes.
///
/// The generated files are in a mirror of the file system: /home/u/p/a.mpl.h becomes
/// MIRROR/home/u/p/a.h. There the plain rules of C++ resolve `#include "a.h"` to the generated
/// file. Links in the mirror lead to plain headers beside translated files.
class cxx_sources {
 public:
  explicit cxx_sources(std::filesystem::path mirror) : mirror_(std::move(mirror)) {}

  /// Adds the named files and all Mentat headers that they include, directly or not. A problem
  /// names an unreadable file, a plain header that includes a Mentat header, or a plain source with
  /// a Mentat class.
  expected<void> add(const cxx_request& request);

  /// Headers first, each once, in the order of discovery.
  std::vector<mpl_file> files() const;
  const mpl_file& of(const std::string& source) const;
  /// The Mentat headers that a named source includes, directly or not.
  std::vector<mpl_file> headers_of(const std::string& source) const;

  /// Makes the folders and links of the mirror.
  expected<void> prepare() const;

  /// The request's options; each folder of -I, -iquote and -isystem is preceded by its mirror.
  std::vector<std::string> with_mirrored_folders(const std::vector<std::string>& options) const;

  /// Replaces mirror paths in a message by the user's paths.
  std::string in_users_terms(std::string text) const;
  /// The same in a rule for make, where blanks of a path are escaped.
  std::string in_users_rule(std::string rule) const;

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

/// A path as the compiler spells it in a rule for make.
std::string in_rule(const std::filesystem::path& path);

/// One #include: its line number, its name, and whether it is quoted.
struct include_line {
  int line = 0;
  std::string name;
  bool quoted = true;
};

/// Finds the #include lines outside comments; conditionals are not evaluated.
std::vector<include_line> include_lines(const std::string& text);

/// The first line that begins a Mentat class, in either spelling; 0: none. Ignores comments and
/// literals.
int line_of_mentat_class(const std::string& text);

}  // namespace mentat::command
