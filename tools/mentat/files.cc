#include "tools/mentat/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>

namespace mentat::command {
namespace fs = std::filesystem;

expected<std::string> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || fs::is_directory(path))
    return fail("cannot read " + path.string() + ": " + std::strerror(errno ? errno : EISDIR));
  text << file.rdbuf();
  return text.str();
}

namespace {

// The name beside a file under which its new content is written. Others who may write in the folder
// could have made a link of that name.
fs::path unfinished_name(const fs::path& of) {
  const fs::path name = of.string() + ".unfinished." + std::to_string(::getpid());
  std::error_code none;
  fs::remove(name, none);
  return name;
}

bool write_new(const fs::path& path, std::string_view text, mode_t mode) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) return false;
  ssize_t written = 0;
  while (!text.empty() && ((written = ::write(file, text.data(), text.size())) > 0 ||
                           (written < 0 && errno == EINTR)))
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  const bool is_closed = ::close(file) == 0;
  return is_closed && text.empty();
}

}  // namespace

expected<void> write_file(const fs::path& path, std::string_view text, mode_t mode) {
  const fs::path unfinished = unfinished_name(path);
  if (write_new(unfinished, text, mode) && std::rename(unfinished.c_str(), path.c_str()) == 0)
    return {};
  const std::string why = std::strerror(errno);
  std::error_code none;
  fs::remove(unfinished, none);
  return fail("cannot write " + path.string() + ": " + why);
}

expected<void> move_into_place(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_regular_file(to, error)) {
    // A device such as /dev/null must not be replaced.
    std::ofstream device(to, std::ios::binary);
    if (device << std::ifstream(from, std::ios::binary).rdbuf() && device.flush()) return {};
    return fail("cannot write " + to.string() + ": " + std::strerror(errno));
  }
  const fs::path unfinished = unfinished_name(to);
  fs::copy_file(from, unfinished, error);
  if (!error) fs::rename(unfinished, to, error);
  if (!error) return {};
  const std::string why = error.message();
  fs::remove(unfinished, error);
  return fail("cannot write " + to.string() + ": " + why);
}

expected<temporary_folder> temporary_folder::create(std::string_view purpose) {
  const char* place = std::getenv("TMPDIR");
  std::string name = (place && *place ? std::string(place) : "/tmp") + "/mentat-" +
                     std::string(purpose) + ".XXXXXX";
  if (!::mkdtemp(name.data()))
    return fail("cannot make a folder under " + fs::path(name).parent_path().string() + ": " +
                std::strerror(errno) + "; set TMPDIR to a folder that can be written");
  return temporary_folder(name);
}

namespace {

std::mutex lock_of_existing;
std::set<fs::path>& existing_folders() {
  static std::set<fs::path> all;
  return all;
}

}  // namespace

temporary_folder::temporary_folder(fs::path path) : path_(std::move(path)) {
  const std::lock_guard locked(lock_of_existing);
  existing_folders().insert(path_);
}

temporary_folder::temporary_folder(temporary_folder&& other) noexcept
    : path_(std::move(other.path_)) {
  other.path_.clear();
}

temporary_folder::~temporary_folder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  const std::lock_guard locked(lock_of_existing);
  existing_folders().erase(path_);
}

void temporary_folder::remove_all() noexcept {
  std::error_code ignored;
  for (const fs::path& one : existing_folders()) fs::remove_all(one, ignored);
}

}  // namespace mentat::command
