#include "examples/image_pipeline/files.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <unistd.h>

namespace {

struct closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using open_file = std::unique_ptr<std::FILE, closer>;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

std::string read_file(const std::string& path) {
  const open_file file(std::fopen(path.c_str(), "rb"));
  if (!file) fail("cannot be read");
  std::string bytes;
  char part[1 << 16];
  while (const std::size_t length = std::fread(part, 1, sizeof part, file.get())) {
    bytes.append(part, length);
  }
  if (std::ferror(file.get()) != 0) fail("cannot be read");
  return bytes;
}

void write_file(const std::string& path, const std::string& bytes) {
  // The temporary file lies beside the target, because a rename needs one file system. Its name is
  // hidden and contains the process id, so that two processes do not collide.
  const std::filesystem::path whole(path);
  const std::string part = (whole.parent_path() / ("." + whole.filename().string() + "." +
                                                   std::to_string(::getpid()) + ".part"))
                               .string();
  open_file file(std::fopen(part.c_str(), "wb"));
  if (!file) fail("cannot be written");
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (!written || std::fclose(file.release()) != 0 ||
      std::rename(part.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    std::remove(part.c_str());
    errno = reason;
    fail("cannot be written");
  }
}
