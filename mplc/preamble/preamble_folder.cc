#include "mplc/preamble/preamble_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "llvm/Support/xxhash.h"
#include "mplc/text/hashes.h"

namespace mentat::mplc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_line = "mplc preamble 1";

// A precompiled file decides the meaning of a program: only this user may write there.
bool is_usable(const fs::path& folder) {
  std::error_code failed;
  if (fs::create_directories(folder, failed))
    fs::permissions(folder, fs::perms::owner_all, failed);  // with any umask
  struct stat found{};
  return !failed && ::stat(folder.c_str(), &found) == 0 && found.st_uid == ::geteuid() &&
         (found.st_mode & 022) == 0 && ::access(folder.c_str(), R_OK | W_OK | X_OK) == 0;
}

// Anybody can make a folder in /tmp first.
bool is_private(const fs::path& folder) {
  ::mkdir(folder.c_str(), 0700);
  struct stat found{};
  return ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == ::geteuid() && (found.st_mode & 077) == 0;
}

fs::path environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void touch(const fs::path& path) { ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

}  // namespace

std::string hash_128(std::string_view bytes) {
  const auto hash =
      llvm::xxh3_128bits({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  return hexadecimal(hash.high64, 16) + hexadecimal(hash.low64, 16);
}

std::optional<preamble_folder> preamble_folder::open(const std::string& chosen) {
  const fs::path wanted = chosen.empty() ? environment("MENTAT_PREAMBLES") : fs::path(chosen);
  if (!wanted.empty())
    return is_usable(wanted) ? std::optional(preamble_folder(wanted)) : std::nullopt;
  const fs::path xdg = environment("XDG_CACHE_HOME"), home = environment("HOME");
  const fs::path cache = xdg.is_absolute() ? xdg : home.is_absolute() ? home / ".cache" : "";
  if (!cache.empty() && is_usable(cache / "mentat" / "preambles"))
    return preamble_folder(cache / "mentat" / "preambles");
  const fs::path own = "/tmp/mentat-" + std::to_string(::geteuid());
  if (is_private(own) && is_usable(own / "preambles")) return preamble_folder(own / "preambles");
  return std::nullopt;
}

fs::path preamble_folder::list(const std::string& key) const { return path_ / (key + ".list"); }
fs::path preamble_folder::precompiled(const std::string& content) const {
  return path_ / (content + ".pch");
}

std::optional<preamble_entry> preamble_folder::find(const std::string& key) const {
  std::ifstream file(list(key), std::ios::binary);
  preamble_entry entry;
  std::string line, last;
  if (!std::getline(file, line) || line != first_line) return std::nullopt;
  if (!std::getline(file, entry.content) || !std::getline(file, entry.state)) return std::nullopt;
  if (!(file >> entry.usable) || !std::getline(file, line)) return std::nullopt;
  const bool is_hash = entry.content.size() == 32 &&
                       entry.content.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_hash && !entry.content.empty()) return std::nullopt;
  while (std::getline(file, line)) entry.looked_up.push_back(line);
  touch(list(key));
  return entry;
}

std::unique_ptr<llvm::MemoryBuffer> preamble_folder::load(const preamble_entry& entry) const {
  const fs::path path = precompiled(entry.content);
  // Read, not mapped: the checked bytes are used, even if the file changes.
  auto buffer = llvm::MemoryBuffer::getFile(path.string(), false, true, /*IsVolatile=*/true);
  if (!buffer) return nullptr;
  if (hash_128(std::string_view((*buffer)->getBuffer())) != entry.content) return nullptr;
  touch(path);
  return std::move(*buffer);
}

void preamble_folder::keep(const std::string& key, preamble_entry entry,
                           std::string_view bytes) const {
  if (!bytes.empty()) {
    entry.content = hash_128(bytes);
    if (!write(precompiled(entry.content), bytes)) return;
  }
  std::ostringstream text;
  text << first_line << "\n"
       << entry.content << "\n"
       << entry.state << "\n"
       << entry.usable << "\n";
  for (const std::string& name : entry.looked_up) text << name << "\n";
  write(list(key), text.str());
  trim(".list");
  trim(".pch");
}

void preamble_folder::forget(const std::string& key) const {
  std::error_code ignored;
  if (const auto entry = find(key); entry && !entry->content.empty())
    fs::remove(precompiled(entry->content), ignored);
  fs::remove(list(key), ignored);
}

bool preamble_folder::write(const fs::path& path, std::string_view bytes) const {
  // Not named by a process id: in sandboxes that share the folder, processes share their ids.
  std::string temporary = path.string() + ".tmpXXXXXX";
  const int made = ::mkstemp(temporary.data());
  if (made < 0) return false;
  ::close(made);
  std::ofstream file(temporary, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code failed;
  if (file) fs::rename(temporary, path, failed);
  if (file && !failed) return true;
  fs::remove(temporary, failed);
  return false;
}

void preamble_folder::trim(std::string_view extension) const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code failed;
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator at(path_, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code gone;
    const auto used = fs::last_write_time(at->path(), gone);
    if (gone) continue;
    if (at->path().extension() == extension) files.emplace_back(used, at->path());
    // Left behind by a translation that was killed.
    const bool is_temporary = at->path().filename().string().find(".tmp") != std::string::npos;
    if (is_temporary && used < old) fs::remove(at->path(), gone);
  }
  if (files.size() <= capacity) return;
  std::ranges::sort(files);
  files.resize(files.size() - capacity);
  for (const auto& [used, path] : files) fs::remove(path, failed);
}

}  // namespace mentat::mplc
