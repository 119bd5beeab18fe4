#include "mmps/shm/segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace mentat::mmps::shm {
namespace {

constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// The system sends a fatal signal to a process that exceeds its limit of file sizes.
bool may_be_long(std::size_t size) {
  rlimit longest{};
  return getrlimit(RLIMIT_FSIZE, &longest) != 0 || longest.rlim_cur == RLIM_INFINITY ||
         size <= longest.rlim_cur;
}

}  // namespace

segment::segment(std::size_t size) : size_(size) {
  if (!may_be_long(size)) {
    errno = EFBIG;
    fail("shared memory cannot be made (ulimit -f)");
  }
  descriptor_ = memfd_create("mentat", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor_ < 0) fail("shared memory cannot be made");
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0 ||
      fcntl(descriptor_, F_ADD_SEALS, seals) != 0) {
    close(descriptor_);
    fail("shared memory cannot be made");
  }
  map();
}

segment::segment(int descriptor, std::size_t least) : descriptor_(descriptor) {
  struct stat about{};
  const bool good = fstat(descriptor, &about) == 0 && about.st_size >= static_cast<off_t>(least) &&
                    (fcntl(descriptor, F_GET_SEALS) & seals) == seals;
  if (!good) {
    close(descriptor);
    throw bad_segment("a peer sent a segment that is too small, or whose size is not sealed");
  }
  size_ = static_cast<std::size_t>(about.st_size);
  map();
}

void segment::map() {
  void* at = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (at == MAP_FAILED) {
    close(descriptor_);
    fail("shared memory cannot be mapped");
  }
  data_ = static_cast<std::byte*>(at);
  struct stat about{};
  if (fstat(descriptor_, &about) != 0) return;
  device_ = about.st_dev;
  inode_ = about.st_ino;
}

bool segment::has_its_descriptor() const {
  struct stat about{};
  return fstat(descriptor_, &about) == 0 && about.st_dev == device_ && about.st_ino == inode_;
}

segment& segment::operator=(segment&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(device_, other.device_);
  std::swap(inode_, other.inode_);
  return *this;
}

segment::~segment() {
  if (data_) munmap(data_, size_);
  close_descriptor();
}

void segment::close_descriptor() {
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
}

void segment::blank() {
  close_descriptor();
  mmap(data_, size_, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

}  // namespace mentat::mmps::shm
