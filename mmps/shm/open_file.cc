#include "mmps/shm/open_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace mentat::mmps::shm {
namespace {

// The kernel gives a lease for writing only if nobody else has opened the file. It is given back at
// once; if somebody opens the file meanwhile, this process gets a signal that it ignores.
bool gets_lease(const open_file& file) {
  const int own = file.open_again();
  if (own < 0) return false;
  const bool gets = fcntl(own, F_SETSIG, SIGURG) == 0 && fcntl(own, F_SETLEASE, F_WRLCK) == 0;
  if (gets) fcntl(own, F_SETLEASE, F_UNLCK);
  close(own);
  return gets;
}

// Kernels differ in what they count.
bool leases_tell_readers() {
  constexpr std::size_t size = 4096;
  const int made = memfd_create("mentat", MFD_CLOEXEC);
  if (made < 0) return false;
  const open_file file = open_file::of(made);
  bool right = ftruncate(made, size) == 0 && gets_lease(file);
  const int reader = file.open_again();
  right = right && reader >= 0 && !gets_lease(file);
  void* const at = mmap(nullptr, size, PROT_READ, MAP_SHARED, reader, 0);
  if (reader >= 0) close(reader);
  right = right && at != MAP_FAILED && !gets_lease(file);
  if (at != MAP_FAILED) munmap(at, size);
  right = right && gets_lease(file);
  close(made);
  return right;
}

}  // namespace

open_file open_file::of(int descriptor) {
  struct stat about{};
  if (fstat(descriptor, &about) != 0) return {};
  return {descriptor, about.st_dev, about.st_ino};
}

bool open_file::is_intact() const {
  const open_file now = of(descriptor);
  return descriptor >= 0 && now.device == device && now.inode == inode;
}

void open_file::close_if_intact() const {
  if (is_intact()) close(descriptor);
}

int open_file::open_again() const {
  return open(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), O_RDONLY | O_CLOEXEC);
}

bool open_file::tells_readers() {
  static const bool tells = leases_tell_readers();
  return tells;
}

bool open_file::has_readers() const { return !tells_readers() || !gets_lease(*this); }

}  // namespace mentat::mmps::shm
