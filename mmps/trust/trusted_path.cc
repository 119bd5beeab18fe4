#include "mmps/trust/trusted_path.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/magic.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "mmps/trust/descriptor.h"

namespace mentat::mmps::trust {
namespace {

using group_entry_t = struct group;

constexpr int max_links = 40;

tl::unexpected<std::string> failed(const std::string& path) {
  return tl::unexpected(path + ": " + std::strerror(errno));
}

std::string owner_text(const struct stat& about) {
  return "belongs to user " + std::to_string(about.st_uid) + ", not to you (user " +
         std::to_string(geteuid()) + ")";
}

constexpr const char* other_runtime_folder = "; or set XDG_RUNTIME_DIR to a folder of your own";

// See the head of the header: without a root, the owner of `/` stands for it.
bool is_of_system(const struct stat& about, bool in_sticky_folder) {
  struct stat root{};
  return about.st_uid == 0 ||
         (!in_sticky_folder && stat("/", &root) == 0 && about.st_uid == root.st_uid);
}

bool is_of_us(const struct stat& about, bool in_sticky_folder) {
  return about.st_uid == geteuid() || is_of_system(about, in_sticky_folder);
}

// Whether it is the group that a system makes for one user: with the user's name and no other
// member. New files of such a user are often writable by that group.
bool is_group_of_one(gid_t group, uid_t user) {
  std::array<char, 16384> user_text{}, group_text{};
  passwd user_entry{}, *found_user = nullptr;
  group_entry_t group_entry{}, *found_group = nullptr;
  if (getpwuid_r(user, &user_entry, user_text.data(), user_text.size(), &found_user) != 0 ||
      getgrgid_r(group, &group_entry, group_text.data(), group_text.size(), &found_group) != 0 ||
      !found_user || !found_group || user_entry.pw_gid != group ||
      std::strcmp(user_entry.pw_name, group_entry.gr_name) != 0)
    return false;
  for (char** member = group_entry.gr_mem; *member; ++member)
    if (std::strcmp(*member, user_entry.pw_name) != 0) return false;
  return true;
}

bool others_can_write(const struct stat& about) {
  return (about.st_mode & S_IWOTH) != 0 ||
         ((about.st_mode & S_IWGRP) != 0 && !is_group_of_one(about.st_gid, about.st_uid));
}

bool others_can_write_in(const std::string& folder) {
  struct stat about{};
  return stat(folder.c_str(), &about) != 0 || others_can_write(about);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

expected<std::string> target_of(const std::string& link, const std::string& folder) {
  std::array<char, PATH_MAX> target{};
  const ssize_t size = readlink(link.c_str(), target.data(), target.size());
  if (size <= 0 || size == PATH_MAX) return failed(link);
  const std::string text(target.data(), static_cast<std::size_t>(size));
  return text.front() == '/' ? text : folder + "/" + text;
}

expected<void> check_folder(const std::string& path, const struct stat& about) {
  if ((about.st_mode & S_ISVTX) == 0 && others_can_write(about))
    return tl::unexpected("others can write in the folder " + path +
                          " and exchange files in it: chmod go-w " + path);
  return {};
}

// Returns the status of an absolute path's last entry, after a check of every folder on its way.
// Follows links, but not as the last entry.
expected<struct stat> look_along(const std::string& path, int links = 0) {
  struct stat about{};
  std::string at = "/";
  if (lstat("/", &about) != 0) return failed(at);
  for (std::size_t name = path.find_first_not_of('/'); name != std::string::npos;) {
    if (auto checked = check_folder(at, about); !checked) return tl::unexpected(checked.error());
    const bool sticky = others_can_write(about);
    const std::string folder = at;
    const std::size_t end = std::min(path.find('/', name), path.size());
    at += (at == "/" ? "" : "/") + path.substr(name, end - name);
    if (lstat(at.c_str(), &about) != 0) return failed(at);
    name = path.find_first_not_of('/', end);
    if (name == std::string::npos) break;
    if (!is_of_us(about, sticky))
      return tl::unexpected(at + " " + owner_text(about) +
                            (at == runtime_folder() ? other_runtime_folder : ""));
    if (!S_ISLNK(about.st_mode) && !S_ISDIR(about.st_mode))
      return tl::unexpected(at + " is a file, not a folder; remove it");
    if (!S_ISLNK(about.st_mode)) continue;
    if (links >= max_links) return tl::unexpected(path + ": too many symbolic links");
    return target_of(at, folder).and_then([&](const std::string& target) {
      return look_along(target + path.substr(end), links + 1);
    });
  }
  return about;
}

// The flags to open an entry: follow a link only if it is ours, and refuse an entry that has become
// a link since.
expected<int> entry_flags(const std::string& path, bool in_sticky_folder) {
  struct stat about{};
  if (lstat(path.c_str(), &about) != 0 || !S_ISLNK(about.st_mode)) return O_NOFOLLOW;
  if (is_of_us(about, in_sticky_folder)) return 0;
  return tl::unexpected(path + ": this link " + owner_text(about));
}

expected<std::string> read_all(int file, std::size_t size, const std::string& path) {
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = read(file, text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(path);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  text.resize(done);
  return text;
}

expected<void> make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && access(part.c_str(), F_OK) != 0)
      return failed(part);
    if (end == std::string::npos) return {};
  }
}

// ---- the way to a file that is written

descriptor open_folder(int in, const std::string& name, int flags = 0) {
  return descriptor(openat(in, name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | flags));
}

// Links in /proc lead to files that a process holds open, which often have no other name.
bool is_in_proc(int folder) {
  struct statfs about{};
  return fstatfs(folder, &about) == 0 && about.f_type == PROC_SUPER_MAGIC;
}

expected<void> check_target(const struct stat& about, const struct stat& folder,
                            const std::string& path) {
  const bool shared = others_can_write(folder);
  if (!S_ISREG(about.st_mode) && !S_ISFIFO(about.st_mode)) return {};
  const std::string what = S_ISFIFO(about.st_mode) ? ": this pipe " : ": it ";
  if (!is_of_us(about, shared)) return tl::unexpected(path + what + owner_text(about));
  if (S_ISREG(about.st_mode) && about.st_nlink > 1 && (shared || !is_of_us(folder, false)))
    return tl::unexpected(path + ": this file has another name too, and others can write in the " +
                          "folder; remove it, or name a file that is not there yet");
  return {};
}

// Resolves a path to an entry in a folder that it holds open, so that nobody can exchange a checked
// entry. Follows the links of this user and of root.
class way_to_file {
 public:
  explicit way_to_file(const std::string& path) : given_(path), rest_(path) { start_over(); }

  // A descriptor for writing.
  expected<int> open_target() {
    for (int links = 0; links <= max_links;) {
      if (at_.get() < 0 || fstat(at_.get(), &folder_) != 0) return failed(given_);
      take_name();
      struct stat about{};
      if (name_.empty()) return tl::unexpected(shown_ + ": this is a folder");
      const bool there = fstatat(at_.get(), name_.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0;
      if (!there && (errno != ENOENT || !rest_.empty())) return failed(given_);
      if (there && S_ISLNK(about.st_mode)) {
        if (!is_of_us(about, others_can_write(folder_)))
          return tl::unexpected(shown_ + ": this link " + owner_text(about));
        if (rest_.empty() && is_in_proc(at_.get())) return open_entry(0);
        if (auto followed = follow(); !followed) return tl::unexpected(followed.error());
        ++links;
      } else if (rest_.empty()) {
        if (there)
          if (auto checked = check_target(about, folder_, shown_); !checked)
            return tl::unexpected(checked.error());
        return open_entry(O_NOFOLLOW);
      } else if (auto entered = enter(); !entered) {
        return tl::unexpected(entered.error());
      }
    }
    return tl::unexpected(shown_ + ": too many symbolic links");
  }

 private:
  void start_over() {
    shown_ = rest_.starts_with('/') ? "/" : "";
    at_ = open_folder(AT_FDCWD, shown_.empty() ? "." : "/");
  }

  // Moves the next name from `rest_` to `name_`.
  void take_name() {
    const std::size_t begin = std::min(rest_.find_first_not_of('/'), rest_.size());
    const std::size_t end = std::min(rest_.find('/', begin), rest_.size());
    name_ = rest_.substr(begin, end - begin);
    rest_.erase(0, end);
    shown_ += (shown_.empty() || shown_.ends_with('/') ? "" : "/") + name_;
  }

  expected<void> follow() {
    std::array<char, PATH_MAX> target{};
    const ssize_t size = readlinkat(at_.get(), name_.c_str(), target.data(), target.size());
    if (size <= 0 || size == PATH_MAX) return failed(given_);
    rest_.insert(0, target.data(), static_cast<std::size_t>(size));
    if (rest_.starts_with('/'))
      start_over();
    else
      shown_.erase(shown_.size() - name_.size());
    return {};
  }

  expected<void> enter() {
    const bool up = name_ == "." || name_ == "..", shared = others_can_write(folder_);
    descriptor next = open_folder(at_.get(), name_, O_NOFOLLOW);
    struct stat about{};
    if (next.get() < 0 || fstat(next.get(), &about) != 0) return failed(given_);
    if (shared && !up && !is_of_us(about, shared))
      return tl::unexpected(shown_ + ": this folder " + owner_text(about));
    at_ = std::move(next);
    return {};
  }

  // Does not block: a pipe without a reader must not hold us up. Empties the file after the check,
  // not while opening it.
  expected<int> open_entry(int follow) {
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | follow;
    descriptor file(openat(at_.get(), name_.c_str(), flags, 0666));
    if (file.get() < 0 && errno == ENXIO)
      return tl::unexpected(shown_ + ": this is a pipe that nobody reads, or a socket");
    struct stat about{};
    if (file.get() < 0 || fstat(file.get(), &about) != 0) return failed(given_);
    // A process may write an open pipe or device that it was given, of any owner; a plain file is
    // checked.
    const bool given = follow == 0 && !S_ISREG(about.st_mode);
    if (!given)
      if (auto checked = check_target(about, folder_, shown_); !checked)
        return tl::unexpected(checked.error());
    if (S_ISREG(about.st_mode) && ftruncate(file.get(), 0) != 0) return failed(given_);
    fcntl(file.get(), F_SETFL, fcntl(file.get(), F_GETFL) & ~O_NONBLOCK);
    return file.release();
  }

  const std::string given_;
  descriptor at_;
  struct stat folder_{};
  std::string rest_, name_, shown_;
};

}  // namespace

expected<void> check_private_folder(const std::string& path) {
  if (!path.starts_with('/')) return tl::unexpected("\"" + path + "\" is not an absolute path");
  const auto about = look_along(path);
  if (!about) return tl::unexpected(about.error());
  const auto refused = [&](const std::string& why) {
    return tl::unexpected(path + " is not a folder that only you can enter: " + why);
  };
  if (about->st_uid != geteuid())
    return refused("it " + owner_text(*about) + ", who can remove it, as root can" +
                   (path == runtime_folder() ? other_runtime_folder : ""));
  if (S_ISLNK(about->st_mode)) return refused("it is a symbolic link; remove it");
  if (!S_ISDIR(about->st_mode)) return refused("it is a file; remove it");
  if ((about->st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return refused("others can; remove it, or: chmod 700 " + path);
  return {};
}

expected<void> make_private_folder(const std::string& path) {
  return make_folders(path).and_then([&] { return check_private_folder(path); });
}

expected<void> check_own_socket(const std::string& path) {
  if (auto checked = check_private_folder(path.substr(0, path.rfind('/'))); !checked)
    return checked;
  struct stat about{};
  if (lstat(path.c_str(), &about) != 0) return failed(path);
  if (!S_ISSOCK(about.st_mode) || about.st_uid != geteuid() ||
      (about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return tl::unexpected(path + " is not a socket that only you can use; remove it");
  return {};
}

std::string foreign_runtime_folder() {
  struct stat about{};
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (!runtime || *runtime != '/' || stat(runtime, &about) != 0 || about.st_uid == geteuid())
    return "";
  return std::string("XDG_RUNTIME_DIR: ") + runtime + " " + owner_text(about) + "; " +
         runtime_folder() + " is used instead";
}

std::string runtime_folder() {
  struct stat about{};
  if (const char* runtime = std::getenv("XDG_RUNTIME_DIR");
      runtime && *runtime == '/' && stat(runtime, &about) == 0 && S_ISDIR(about.st_mode) &&
      about.st_uid == geteuid())
    return std::string(runtime) + "/mentat";
  return "/tmp/mentat-" + std::to_string(geteuid());
}

expected<std::optional<std::string>> read_trusted_file(const std::string& path,
                                                       std::size_t max_bytes) {
  const bool strict = others_can_write_in(folder_of(path));
  const auto way = entry_flags(path, strict);
  if (!way) return tl::unexpected(way.error());
  // Does not block: a pipe without a writer, or a device, must not hold us up.
  const descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | *way));
  if (file.get() < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  struct stat about{};
  if (file.get() < 0 || fstat(file.get(), &about) != 0) return failed(path);
  if (!S_ISREG(about.st_mode)) return tl::unexpected(path + ": this is not a plain file");
  if (!is_of_us(about, strict))
    return tl::unexpected(path + ": it " + owner_text(about) + "; remove it, or make it your own");
  if (others_can_write(about))
    return tl::unexpected(path + ": others can write it: chmod go-w " + path);
  if (static_cast<std::uint64_t>(about.st_size) > max_bytes)
    return tl::unexpected(path + ": it has " + std::to_string(about.st_size) +
                          " bytes, and may have " + std::to_string(max_bytes));
  return read_all(file.get(), static_cast<std::size_t>(about.st_size), path)
      .map([](std::string text) { return std::optional(std::move(text)); });
}

expected<int> open_for_writing(const std::string& path) { return way_to_file(path).open_target(); }

expected<void> write_file(const std::string& path, std::string_view text) {
  const auto file = open_for_writing(path);
  if (!file) return tl::unexpected(file.error());
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(*file, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  int fault = done < text.size() ? errno : 0;
  struct stat opened{}, named{};
  const bool is_file = fstat(*file, &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
                       S_ISREG(named.st_mode) && named.st_ino == opened.st_ino &&
                       named.st_dev == opened.st_dev;
  if (close(*file) != 0 && fault == 0) fault = errno;
  if (fault == 0) return {};
  if (is_file) unlink(path.c_str());  // a part of the text would look like all of it
  return tl::unexpected(path + ": " + std::strerror(fault));
}

}  // namespace mentat::mmps::trust
