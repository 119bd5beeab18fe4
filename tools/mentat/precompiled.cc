#include "tools/mentat/precompiled.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "mplc/emit/hidden_macros.h"
#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

constexpr std::string_view format = "mentat precompiled 2\n";
// The compiler looks nowhere else.
constexpr const char* header = "include/mentat/server.h.gch";
constexpr std::size_t max_kept = 4;  // each about 110 MB

constexpr std::array<std::string_view, 4> folders{"-I", "-iquote", "-isystem", "-idirafter"};
constexpr std::array<std::string_view, 2> macros{"-D", "-U"};
/// An option not known to be harmless rules out a precompiled header.
constexpr std::array<std::string_view, 6> known{"-O", "-g", "-W", "-f", "-m", "-std="};
constexpr std::array<std::string_view, 4> known_words{"-pthread", "-pedantic", "-pedantic-errors",
                                                      "-ansi"};
constexpr std::array<std::string_view, 13> unsuitable{"-Wp,",
                                                      "-Winvalid-pch",
                                                      "-Wsystem-headers",
                                                      "-fplugin",
                                                      "-fpreprocessed",
                                                      "-fmodule",
                                                      "-fdump",
                                                      "-fprofile",
                                                      "-flto",
                                                      "-fdirectives-only",
                                                      "-fpch",
                                                      "-fauto-profile",
                                                      "-ftrack-macro-expansion"};
/// Options that affect linking or messages only, never the contents of a header.
constexpr std::array<std::string_view, 9> irrelevant{
    "-shared", "-static", "-rdynamic", "-s", "-pie", "-no-pie", "-pipe", "-H", "-w"};
constexpr std::array<const char*, 5> search_variables{
    "CPATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "SOURCE_DATE_EPOCH"};

template <std::size_t N>
bool begins_with_one_of(const std::string& word, const std::array<std::string_view, N>& list) {
  return std::ranges::any_of(list, [&](std::string_view each) { return word.starts_with(each); });
}
template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<std::string_view, N>& list) {
  return std::ranges::find(list, word) != list.end();
}

/// The options that a header depends on, and the user folders searched before it.
struct relevant_options {
  words kept;
  std::vector<fs::path> folders;
};
std::optional<relevant_options> relevant(const words& options) {
  relevant_options found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& word = options[i];
    const bool has_value = i + 1 < options.size();
    if (word.find('\n') != std::string::npos || begins_with_one_of(word, unsuitable))
      return std::nullopt;
    if (is_one_of(word, irrelevant)) continue;
    if (begins_with_one_of(word, folders)) {
      const auto name = std::ranges::find_if(
          folders, [&](std::string_view each) { return word.starts_with(each); });
      if (word != *name)
        found.folders.emplace_back(word.substr(name->size()));
      else if (has_value)
        found.folders.emplace_back(options[++i]);
    } else if (word.starts_with("-D") && (word.size() > 2 || has_value)) {
      const std::string definition = word.size() > 2 ? word.substr(2) : options[++i];
      if (!mplc::is_hidden_macro(mplc::macro_name(definition)))
        found.kept.push_back("-D" + definition);
    } else if (is_one_of(word, macros) && has_value) {
      found.kept.insert(found.kept.end(), {word, options[++i]});
    } else if (begins_with_one_of(word, macros) || begins_with_one_of(word, known) ||
               is_one_of(word, known_words)) {
      found.kept.push_back(word);
    } else {
      return std::nullopt;
    }
  }
  return found;
}

/// "SIZE NANOSECONDS PATH", or nothing. `name`: the path to write, if different.
std::string stamp_of(const fs::path& file, const fs::path& name = {}) {
  struct stat about{};
  if (stat(file.c_str(), &about) != 0) return {};
  return std::to_string(about.st_size) + " " +
         std::to_string(about.st_mtim.tv_sec * std::int64_t{1'000'000'000} +
                        about.st_mtim.tv_nsec) +
         " " + (name.empty() ? file : name).string();
}

/// The folder of all precompiled headers, if it is private.
std::optional<fs::path> cache() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  fs::path found = variable("MENTAT_PRECOMPILED");
  if (found == "off") return std::nullopt;
  if (found.is_absolute()) found /= "mentat-precompiled";  // other programs' files are beside it
  if (found.empty()) {
    const fs::path xdg = variable("XDG_CACHE_HOME"), home = variable("HOME");
    if (xdg.is_absolute())
      found = xdg / "mentat/precompiled";
    else if (home.is_absolute())
      found = home / ".cache/mentat/precompiled";
  }
  if (!found.is_absolute()) return std::nullopt;
  std::error_code failed;
  if (fs::create_directories(found, failed))
    fs::permissions(found, fs::perms::owner_all, failed);  // regardless of the umask
  struct stat about{};
  const bool is_private = !failed && stat(found.c_str(), &about) == 0 && S_ISDIR(about.st_mode) &&
                          about.st_uid == geteuid() && (about.st_mode & 022) == 0;
  return is_private && access(found.c_str(), W_OK | X_OK) == 0 ? std::optional(found)
                                                               : std::nullopt;
}

std::string name_of(const std::string& key) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a; the key itself is compared, too
  for (const char each : key) hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001b3;
  std::ostringstream name;
  name << std::hex << hash;
  return name.str();
}

/// Adds the names under which headers of an include folder are found: "vector", "bits", "rts", ...
void add_names(const std::string& file, std::set<std::string>& names) {
  constexpr std::string_view folder = "/include/";
  const std::size_t at = file.find(folder);
  for (const fs::path& each :
       fs::path(at == std::string::npos ? file : file.substr(at + folder.size())))
    names.insert(each.string());
}

/// Whether a user folder has a file or folder of such a name.
bool comes_between(const std::vector<fs::path>& folders, const std::set<std::string>& names) {
  for (const fs::path& folder : folders) {
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
      if (names.contains(at->path().filename().string())) return true;
  }
  return false;
}

/// The prerequisites of a make rule: the words after the colon, without make's escapes.
words prerequisites(const std::string& rule) {
  words files;
  std::string word;
  for (std::size_t i = std::min(rule.find(": "), rule.size() - 1) + 1; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if ((rule[i] == '\\' && next != '\n') || (rule[i] == '$' && next == '$')) {
      word += rule[++i];
    } else if (rule[i] != '\\' && std::isspace(static_cast<unsigned char>(rule[i])) == 0) {
      word += rule[i];
    } else if (!word.empty()) {
      files.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) files.push_back(word);
  return files;
}

/// A name from name_of(), possibly with a suffix added here.
bool is_ours(const std::string& name) {
  static const std::regex ours("[0-9a-f]{1,16}(\\.(asked|lock|[A-Za-z0-9]{6}))?");
  return std::regex_match(name, ours);
}

void remove_oldest(const fs::path& all) {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  std::error_code failed;
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator at(all, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code gone;
    const auto used = fs::last_write_time(at->path(), gone);
    if (gone || !is_ours(at->path().filename().string())) continue;
    const std::string extension = at->path().extension().string();
    if (extension.empty())
      kept.emplace_back(used, at->path());
    else if (used < old)  // abandoned, or requested only once
      fs::remove_all(at->path(), gone);
  }
  if (kept.size() <= max_kept) return;
  std::ranges::sort(kept);
  kept.resize(kept.size() - max_kept);
  for (const auto& [used, path] : kept) fs::remove_all(path, failed);
}

/// Only g++ uses one, when it compiles and no environment variable adds search folders.
bool may_have_one(const cxx_request& request, const std::string& compiler) {
  const bool compiles = request.goal == cxx_goal::link ||
                        (request.goal == cxx_goal::compile &&
                         (request.compile_option == "-c" || request.compile_option == "-S"));
  const auto is_set = [](const char* variable) { return std::getenv(variable) != nullptr; };
  return compiles && !is_clang(compiler) && request.translates() && !request.show_only &&
         std::ranges::none_of(search_variables, is_set);
}

bool touch(const fs::path& path) {
  const int made = open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (made >= 0) close(made);
  return made >= 0;
}

}  // namespace

std::optional<precompiled_header> precompiled_header::find(const installation& here,
                                                           const installed_options& installed,
                                                           const cxx_request& request,
                                                           const std::string& compiler) {
  if (!may_have_one(request, compiler)) return std::nullopt;
  auto options = relevant(request.options);
  const auto program = compiler.find('/') == std::string::npos ? in_path(compiler)
                                                               : std::optional<fs::path>(compiler);
  const auto all = cache();
  if (!options || !program || !all) return std::nullopt;

  words compilation{compiler, probes_the_stack};
  for (const words* more : std::initializer_list<const words*>{&options->kept, &installed.compile})
    compilation.insert(compilation.end(), more->begin(), more->end());
  compilation.insert(compilation.end(), {"-isystem", here.include().string()});
  std::string key = std::string(format) + stamp_of(*program) + "\n";
  for (const std::string& word : compilation) key += word + "\n";
  key += "\n";

  precompiled_header found(*all / name_of(key), key);
  switch (found.inspect(options->folders)) {
    case state::hidden:
      return std::nullopt;
    case state::fresh:
      utimensat(AT_FDCWD, found.folder_.c_str(), nullptr, 0);
      return found;
    case state::stale:
      if (!found.begin_making(std::move(compilation))) return std::nullopt;
  }
  return found;
}

precompiled_header::precompiled_header(precompiled_header&& other) noexcept
    : folder_(std::move(other.folder_)),
      key_(std::move(other.key_)),
      making_(std::move(other.making_)),
      made_(std::exchange(other.made_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

precompiled_header::~precompiled_header() {
  std::error_code failed;
  if (!made_.empty()) fs::remove_all(made_, failed);
  if (lock_ >= 0) close(lock_);
}

precompiled_header::state precompiled_header::inspect(
    const std::vector<fs::path>& users_folders) const {
  const auto text = read_file(folder_ / "list");
  if (!text || !text->starts_with(key_)) return state::stale;
  std::istringstream stamps(text->substr(key_.size()));
  std::set<std::string> names;
  bool any = false;
  for (std::string stamp; std::getline(stamps, stamp); any = true) {
    const std::size_t at = stamp.find('/');
    if (at == std::string::npos) return state::stale;  // cut off by a crash or a full disk
    const std::string file = stamp.substr(at);
    if (stamp_of(file) != stamp) return state::stale;
    add_names(file, names);
  }
  if (!any) return state::stale;
  return comes_between(users_folders, names) ? state::hidden : state::fresh;
}

// Begins only on the second request, and if no other process makes it now.
bool precompiled_header::begin_making(words compilation) {
  std::error_code failed;
  const bool is_known = fs::exists(beside(".asked"), failed);
  if (!is_known) touch(beside(".asked"));
  if (!is_known) return false;
  lock_ = open(beside(".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0) return false;
  std::string made = beside(".XXXXXX");
  if (!mkdtemp(made.data())) return false;
  made_ = made;
  fs::create_directories((made_ / header).parent_path(), failed);
  if (!write_file(made_ / "all.h", "#include <mentat/server.h>\n")) return false;
  // Without a file of this name g++ fails when the header is included again, or not first.
  const fs::path beside_header = (made_ / header).replace_extension();
  if (!write_file(beside_header, "#include_next <mentat/server.h>\n")) return false;
  making_ = program_call{std::move(compilation)};
  for (const std::string& word :
       {std::string("-x"), std::string("c++-header"), (made_ / "all.h").string(), std::string("-o"),
        (made_ / header).string(), std::string("-MD"), std::string("-MF"),
        (made_ / "rule").string()})
    making_->arguments.push_back(word);
  making_->standard_output = making_->standard_error = made_ / "messages";
  return true;
}

void precompiled_header::keep() {
  const auto rule = read_file(made_ / "rule");
  std::error_code failed;
  const auto begun = fs::last_write_time(made_ / "all.h", failed);
  if (!rule || failed) return;
  std::string list = key_ + stamp_of(made_ / header, folder_ / header) + "\n";
  for (const std::string& file : prerequisites(*rule)) {
    if (fs::path(file) == made_ / "all.h") continue;
    const bool is_older = fs::last_write_time(file, failed) < begun;
    if (failed || !is_older || file[0] != '/') return;  // perhaps changed meanwhile
    list += stamp_of(file) + "\n";
  }
  if (!write_file(made_ / "list", list)) return;
  for (const char* name : {"rule", "all.h", "messages"}) fs::remove(made_ / name, failed);
  fs::remove_all(folder_, failed);
  fs::rename(made_, folder_, failed);
  if (!failed) made_.clear();
  remove_oldest(folder_.parent_path());
}

}  // namespace mentat::command
