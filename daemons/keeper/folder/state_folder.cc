#include "daemons/keeper/folder/state_folder.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"

namespace mentat::keeper {
namespace {

using mmps::trust::descriptor;
using failure = tl::unexpected<std::string>;

constexpr std::string_view identity_begin = "mentat state ";

failure failed(const std::string& path) { return failure(path + ": " + std::strerror(errno)); }

// At most so many bytes of a small file; nothing: there is none.
std::string content_of(int folder, const char* name) {
  const descriptor file(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  std::array<char, 512> bytes{};
  const ssize_t got = file.get() < 0 ? 0 : read(file.get(), bytes.data(), bytes.size());
  return {bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

bool write_content(int file, const std::string& text) {
  return ftruncate(file, 0) == 0 &&
         pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

folder_result<std::string> state_folder_of(const std::string& session) {
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  if (state && *state == '/') return std::string(state) + "/mentat/state/" + session;
  if (home && *home == '/') return std::string(home) + "/.local/state/mentat/state/" + session;
  return failure("neither XDG_STATE_HOME nor HOME names a folder: set one of them, or use --state");
}

folder_result<void> state_folder::enter(use) {
  struct stat about{};
  if (lstat(path_.c_str(), &about) != 0) {
    if (errno == ENOENT)
      return failure("there is no state folder " + base::shown_value(path_) +
                     ": --state=FOLDER names another one");
    return failed(base::shown_value(path_));
  }
  if (!S_ISDIR(about.st_mode))
    return failure(base::shown_value(path_) + " is not a folder: --state=FOLDER names another one");
  if (about.st_uid != geteuid())
    return failure(base::shown_value(path_) + " belongs to user " + std::to_string(about.st_uid) +
                   ", not to you (user " + std::to_string(geteuid()) + "): use a copy of your own");
  if (const auto trusted = mmps::trust::check_private_folder(path_); !trusted)
    return failure(trusted.error());
  folder_ = descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder_.get() < 0) return failed(base::shown_value(path_));
  return {};
}

// Readers share it, so that several may look at once.
folder_result<void> state_folder::lock(use how) {
  const int flags = how == use::write ? O_RDWR | O_CREAT : O_RDONLY;
  lock_ =
      descriptor(openat(folder_.get(), "lock", flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  if (lock_.get() < 0 && how == use::read && errno == ENOENT)
    return failure(base::shown_value(path_) +
                   " is not a state folder of Mentat: --state=FOLDER names another one");
  if (lock_.get() < 0) return failed(base::shown_value(path_) + "/lock");
  if (flock(lock_.get(), (how == use::write ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return failed(base::shown_value(path_) + "/lock");
    const std::string user = first_line(content_of(folder_.get(), "lock"));
    return failure(base::shown_value(path_) + " is in use" +
                   (user.empty() ? "" : " by " + base::shown_value(user)) +
                   ": try again when that has ended");
  }
  if (how == use::write &&
      !write_content(lock_.get(), "process " + std::to_string(getpid()) + "\n"))
    return failed(base::shown_value(path_) + "/lock");
  return {};
}

folder_result<void> state_folder::read_identity() {
  const std::string text = content_of(folder_.get(), "identity");
  const std::string first = first_line(text);
  unsigned format = 0;
  const char* const end = first.data() + first.size();
  const bool is_identity =
      first.starts_with(identity_begin) &&
      std::from_chars(first.data() + identity_begin.size(), end, format).ptr == end && format > 0;
  if (!is_identity)
    return failure(base::shown_value(path_) +
                   (text.empty()
                        ? " is not a state folder of Mentat"
                        : "/identity is damaged: its first line is not \"mentat state 1\"") +
                   (text.empty() ? ": --state=FOLDER names another one" : ""));
  if (format > state_format)
    return failure(base::shown_value(path_) + " has format " + std::to_string(format) +
                   ", and this Mentat knows formats up to " + std::to_string(state_format) +
                   ": use the version that wrote it, or a later one");
  if (const std::size_t line = text.find('\n'); line != std::string::npos)
    session_ = first_line(text.substr(line + 1));
  return {};
}

folder_result<void> state_folder::write_identity(const std::string& session) {
  const descriptor file(
      openat(folder_.get(), "identity", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  const std::string text =
      std::string(identity_begin) + std::to_string(state_format) + "\n" + session + "\n";
  if (file.get() < 0 || !write_content(file.get(), text) || fsync(file.get()) != 0 ||
      fsync(folder_.get()) != 0)
    return failed(base::shown_value(path_) + "/identity");
  return {};
}

folder_result<void> state_folder::check_file_system() const {
  struct statfs about{};
  if (fstatfs(folder_.get(), &about) != 0) return failed(base::shown_value(path_));
  const char* name = nullptr;
  switch (static_cast<unsigned long>(about.f_type)) {
    case TMPFS_MAGIC:
    case RAMFS_MAGIC:
      name = "in memory (tmpfs): a power cut takes it";
      break;
    case NFS_SUPER_MAGIC:
      name = "on NFS, where a lock and a sync of this host do not bind others";
      break;
    default:
      return {};
  }
  return failure(base::shown_value(path_) + " is " + name + "; choose a folder on a local disk");
}

folder_result<void> state_folder::begin(use how) {
  auto made = file_disk::open(std::move(folder_), path_, how == use::write);
  if (!made) return failure(made.error().text);
  disk_ = std::move(*made);
  return {};
}

folder_result<state_folder> state_folder::open(const std::string& path, use how) {
  state_folder folder(path);
  auto done = folder.enter(how);
  if (done && faccessat(folder.folder_.get(), "identity", F_OK, AT_SYMLINK_NOFOLLOW) != 0)
    done = failure(base::shown_value(path) +
                   " is not a state folder of Mentat: --state=FOLDER names another one");
  if (done) done = folder.lock(how);
  if (done) done = folder.read_identity();
  if (done) done = folder.begin(how);
  if (!done) return failure(done.error());
  return folder;
}

folder_result<state_folder> state_folder::make(const std::string& path, const std::string& session,
                                               bool may_be_volatile) {
  if (const auto made = mmps::trust::make_private_folder(path); !made) return failure(made.error());
  state_folder folder(path);
  auto done = folder.enter(use::write);
  if (done && !may_be_volatile) done = folder.check_file_system();
  if (done) done = folder.lock(use::write);
  // An empty one is left by a power cut before the folder was used.
  const bool is_new = done && content_of(folder.folder_.get(), "identity").empty();
  if (is_new) done = folder.write_identity(session);
  if (done) done = folder.read_identity();
  if (done) done = folder.begin(use::write);
  if (!done) return failure(done.error());
  return folder;
}

}  // namespace mentat::keeper
