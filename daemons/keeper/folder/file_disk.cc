#include "daemons/keeper/folder/file_disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace mentat::keeper {
namespace {

using mmps::trust::descriptor;

disk_fault::kind kind_of(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return disk_fault::kind::full;
    case ENOENT:
      return disk_fault::kind::missing;
    case EEXIST:
      return disk_fault::kind::exists;
    default:
      return disk_fault::kind::failed;
  }
}

// Opened again: its position is not shared, and neither is an error that one of them was told.
int open_folder(int above, std::string_view name) {
  const std::string path = name.empty() ? "." : std::string(name);
  return openat(above, path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

}  // namespace

tl::unexpected<disk_fault> file_disk::failed(std::string_view name) const {
  const int error = errno;
  std::string where = path_;
  if (!name.empty()) where += "/" + std::string(name);
  return tl::unexpected(disk_fault{kind_of(error), where + ": " + std::strerror(error)});
}

disk_result<std::unique_ptr<file_disk>> file_disk::open(descriptor folder, std::string path,
                                                        bool may_write) {
  std::unique_ptr<file_disk> made(new file_disk(std::move(folder), std::move(path), may_write));
  if (may_write) {
    if (mkdirat(made->folder_.get(), "log", 0700) != 0 && errno != EEXIST)
      return made->failed("log");
    // Also if it was there: its maker may have been killed before this.
    if (const auto done = made->sync_folder(""); !done) return tl::unexpected(done.error());
  }
  return made;
}

disk_result<disk::file> file_disk::create(std::string_view name) {
  const int made = openat(folder_.get(), std::string(name).c_str(),
                          O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (made < 0) return failed(name);
  return made;
}

// Never waits, also if somebody has put a pipe there.
disk_result<disk::file> file_disk::open(std::string_view name) {
  descriptor opened(openat(folder_.get(), std::string(name).c_str(),
                           (may_write_ ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat about{};
  if (opened.get() < 0 || fstat(opened.get(), &about) != 0) return failed(name);
  if (!S_ISREG(about.st_mode) || about.st_uid != geteuid()) {
    errno = EPERM;
    return failed(name);
  }
  return opened.release();
}

void file_disk::close(file which) { ::close(which); }

disk_result<std::uint64_t> file_disk::size_of(file which) {
  struct stat about{};
  if (fstat(which, &about) != 0) return failed("");
  return static_cast<std::uint64_t>(about.st_size);
}

disk_result<std::size_t> file_disk::read(file which, std::uint64_t offset,
                                         std::span<std::byte> into) {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got =
        pread(which, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed("");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

disk_result<void> file_disk::write(file which, std::uint64_t offset,
                                   std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(which, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return failed("");
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return {};
}

// A sync that a signal has interrupted is no failed one: the kernel has not told of any error.
disk_result<void> file_disk::sync_data(file which) {
  int done = 0;
  do done = fdatasync(which);
  while (done != 0 && errno == EINTR);
  if (done != 0) return failed("");
  return {};
}

disk_result<void> file_disk::sync(file which) {
  int done = 0;
  do done = fsync(which);
  while (done != 0 && errno == EINTR);
  if (done != 0) return failed("");
  return {};
}

disk_result<void> file_disk::sync_folder(std::string_view folder) {
  const descriptor opened(open_folder(folder_.get(), folder));
  if (opened.get() < 0 || fsync(opened.get()) != 0) return failed(folder);
  return {};
}

disk_result<void> file_disk::remove(std::string_view name) {
  if (unlinkat(folder_.get(), std::string(name).c_str(), 0) != 0) return failed(name);
  return {};
}

disk_result<std::vector<std::string>> file_disk::list(std::string_view folder) {
  std::vector<std::string> names;
  const int opened = open_folder(folder_.get(), folder);
  if (opened < 0 && errno == ENOENT) return names;
  DIR* const entries = opened < 0 ? nullptr : fdopendir(opened);
  if (!entries) {
    const auto fault = failed(folder);
    if (opened >= 0) ::close(opened);
    return fault;
  }
  const std::string before = folder.empty() ? "" : std::string(folder) + "/";
  while (const dirent* const each = readdir(entries)) {
    const std::string_view name = each->d_name;
    if (name != "." && name != ".." && each->d_type != DT_DIR)
      names.push_back(before + std::string(name));
  }
  closedir(entries);
  std::ranges::sort(names);
  return names;
}

}  // namespace mentat::keeper
