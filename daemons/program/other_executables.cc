#include "daemons/program/other_executables.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/shown_text.h"
#include "mmps/machine/processor_name.h"
#include "mplc/version.h"

namespace mentat::program {
namespace {

using mmps::trust::descriptor;

constexpr std::string_view version_text = version;
// What an executable that contains the run-time system says of itself, with the version behind it.
// Only once in it: the text that is looked for is a part of this one.
constexpr auto own_mark = [] {
  constexpr char before[] = {'@', '(', '#', ')', 'm', 'e', 'n', 't', 'a', 't',
                             '-', 'p', 'r', 'o', 'g', 'r', 'a', 'm', ' '};
  std::array<char, sizeof before + version_text.size() + 1> made{};
  std::ranges::copy(version_text, std::ranges::copy(before, made.begin()).out);
  return made;
}();
constexpr std::string_view mark{own_mark.data(), own_mark.size() - version_text.size() - 1};
// What one that needs the run-time system as a library says; the version follows.
constexpr std::string_view library = "libmentat.so.";
constexpr std::size_t longest_version = 32;
constexpr std::size_t read_at_once = std::size_t{1} << 20;

// The version behind the first occurrence of the text in these bytes.
std::optional<std::string> version_behind(std::string_view bytes, std::string_view text) {
  const std::size_t at = bytes.find(text);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = bytes.substr(at + text.size(), longest_version);
  const std::size_t end = rest.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(0, end));
}

// The version of the run-time system with which the program was built; empty: it is no program of
// Mentat.
std::string version_of(int file) {
  std::string bytes, by_library;
  const std::size_t kept = std::max(mark.size(), library.size()) + longest_version;
  std::string piece(read_at_once, '\0');
  off_t at = 0;
  for (ssize_t count = 1; count > 0; at += count) {
    count = pread(file, piece.data(), piece.size(), at);
    if (count <= 0) break;
    bytes.append(piece, 0, static_cast<std::size_t>(count));
    if (const auto found = version_behind(bytes, mark)) return *found;
    if (by_library.empty()) by_library = version_behind(bytes, library).value_or("");
    if (bytes.size() > kept) bytes.erase(0, bytes.size() - kept);
  }
  return by_library;
}

// Nothing: the file is right.
std::string fault_of(int file, const std::string& path, const std::string& processor) {
  struct stat about{};
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return path + " is not a plain file";
  if (static_cast<std::uint64_t>(about.st_size) > fixed::executable.value)
    return "fixed.executable: " + path + " has more than " +
           std::to_string(fixed::executable.value) + " bytes";
  std::array<std::byte, machine::executable_header> header{};
  const ssize_t count = pread(file, header.data(), header.size(), 0);
  const std::string is = machine::processor_of(
      std::span(header).first(count > 0 ? static_cast<std::size_t>(count) : 0));
  if (is.empty()) return path + " is no executable (ELF)";
  if (is != processor)
    return path + " is an executable for " + (is == "unknown" ? "another processor" : is) +
           ", not for " + processor;
  const std::string built = version_of(file);
  if (built.empty())
    return path + " is no program of Mentat, or one from before version " + version;
  if (built != version)
    return path + " was built with Mentat " + base::shown(built) + ", and this program with " +
           version + ": build both with one version";
  return {};
}

}  // namespace

tl::expected<std::vector<descriptor>, std::string> open_other_executables(const std::string& list) {
  std::vector<descriptor> files;
  std::set<std::string> seen;
  std::istringstream entries(list);
  for (std::string entry; std::getline(entries, entry, ',');) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::string processor = entry.substr(0, equals);
    const std::string path = equals < entry.size() ? entry.substr(equals + 1) : "";
    const auto wrong = [&](const std::string& why) {
      return tl::unexpected("also " + base::shown_value(entry) + ": " + why);
    };
    if (processor.empty() || path.empty())
      return wrong("expected PROCESSOR=FILE, for example s390x=./p.s390x");
    if (processor == machine::own_processor())
      return wrong(processor + " is the processor of this host, which the program itself is for");
    if (!machine::is_known_processor(processor))
      return wrong("there is no processor " + base::shown(processor) + " here; known are " +
                   machine::known_processors());
    if (!seen.insert(processor).second) return wrong("a second file for " + processor);
    if (files.size() + 1 >= fixed::executables.value)
      return wrong("fixed.executables: a program has executables for at most " +
                   std::to_string(fixed::executables.value) + " processors");
    descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.is_open()) return wrong(base::shown(path) + ": " + std::strerror(errno));
    if (const std::string why = fault_of(file.get(), base::shown(path), processor); !why.empty())
      return wrong(why);
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace mentat::program
