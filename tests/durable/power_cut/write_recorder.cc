// A library for LD_PRELOAD: records what a program writes, syncs, makes and removes, and what it
// tells the world on standard output, in one order. Each call is recorded when it has succeeded.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "tests/durable/power_cut/write_trace.h"

using mentat::durable_test::traced_call;
using mentat::durable_test::traced_header;

namespace {

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int trace() {
  static const int file = [] {
    const char* const name = std::getenv(mentat::durable_test::trace_variable);
    return name ? static_cast<int>(syscall(SYS_openat, AT_FDCWD, name,
                                           O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600))
                : -1;
  }();
  return file;
}

void record(traced_call call, int file, int result, const void* bytes, std::size_t size,
            std::uint64_t offset) {
  if (trace() < 0) return;
  traced_header header{call, file, result, static_cast<std::uint32_t>(size), offset};
  const iovec parts[] = {{&header, sizeof header}, {const_cast<void*>(bytes), size}};
  // Appended by one call: it is whole or not there.
  if (syscall(SYS_writev, trace(), parts, 2) < 0) std::abort();
}

int opened(int folder, const char* name, int result) {
  if (result >= 0) record(traced_call::open, folder, result, name, std::strlen(name), 0);
  return result;
}

int synced(int file, int result) {
  if (result == 0) record(traced_call::sync, file, 0, nullptr, 0, 0);
  return result;
}

}  // namespace

extern "C" {

int openat(int folder, const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return opened(folder, name,
                next<int (*)(int, const char*, int, ...)>("openat")(folder, name, flags, mode));
}

int open(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return opened(AT_FDCWD, name, next<int (*)(const char*, int, ...)>("open")(name, flags, mode));
}

// What a compiler that checks more calls instead.
int __openat_2(int folder, const char* name, int flags) {
  return opened(folder, name,
                next<int (*)(int, const char*, int)>("__openat_2")(folder, name, flags));
}

int __open_2(const char* name, int flags) {
  return opened(AT_FDCWD, name, next<int (*)(const char*, int)>("__open_2")(name, flags));
}

int close(int file) {
  record(traced_call::close, file, 0, nullptr, 0, 0);
  return next<int (*)(int)>("close")(file);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  const ssize_t done =
      next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite")(file, bytes, size, offset);
  if (done > 0)
    record(traced_call::write, file, 0, bytes, static_cast<std::size_t>(done),
           static_cast<std::uint64_t>(offset));
  return done;
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  return pwrite(file, bytes, size, offset);
}

ssize_t write(int file, const void* bytes, size_t size) {
  const ssize_t done = next<ssize_t (*)(int, const void*, size_t)>("write")(file, bytes, size);
  if (done > 0 && file == STDOUT_FILENO)
    record(traced_call::tell, file, 0, bytes, static_cast<std::size_t>(done), 0);
  return done;
}

int fsync(int file) { return synced(file, next<int (*)(int)>("fsync")(file)); }
int fdatasync(int file) { return synced(file, next<int (*)(int)>("fdatasync")(file)); }

int mkdirat(int folder, const char* name, mode_t mode) {
  const int done = next<int (*)(int, const char*, mode_t)>("mkdirat")(folder, name, mode);
  if (done == 0) record(traced_call::make_folder, folder, 0, name, std::strlen(name), 0);
  return done;
}

int unlinkat(int folder, const char* name, int flags) {
  const int done = next<int (*)(int, const char*, int)>("unlinkat")(folder, name, flags);
  if (done == 0) record(traced_call::remove, folder, 0, name, std::strlen(name), 0);
  return done;
}

}  // extern "C"
