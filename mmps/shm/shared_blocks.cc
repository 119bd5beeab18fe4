#include "mmps/shm/shared_blocks.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <new>

#include "mmps/base/block_pool.h"
#include "mmps/base/fixed_limits.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

namespace mentat::mmps::shm {
namespace {

constexpr int seals_of_size = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
constexpr rlim_t descriptors_per_block = 4;  // of those that the process may have

// The system sends a fatal signal to a process that exceeds its limit of file sizes.
bool may_be_long(std::size_t size) {
  rlimit longest{};
  return getrlimit(RLIMIT_FSIZE, &longest) != 0 || longest.rlim_cur == RLIM_INFINITY ||
         size <= longest.rlim_cur;
}

int new_file(std::size_t size) {
  if (!may_be_long(size)) return -1;
  const int made = memfd_create("mentat", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made >= 0 && ftruncate(made, static_cast<off_t>(size)) == 0) return made;
  if (made >= 0) close(made);
  return -1;
}

// From now on the file is written only through mappings that exist already. A kernel without that
// seal leaves the protection to the readers' mappings.
bool seal_file(int descriptor) {
  fcntl(descriptor, F_ADD_SEALS, F_SEAL_FUTURE_WRITE);
  return fcntl(descriptor, F_ADD_SEALS, seals_of_size) == 0;
}

bool write_all(int descriptor, const std::byte* from, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t wrote = pwrite(descriptor, from + done, size - done, static_cast<off_t>(done));
    if (wrote <= 0 && errno != EINTR) return false;
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
  return true;
}

}  // namespace

shared_blocks::shared_blocks() {
  pthread_atfork([] { here().begin_fork(); }, [] { here().lock_.unlock(); },
                 [] { here().begin_child(); });
}

shared_blocks& shared_blocks::here() {
  static auto& all = *new shared_blocks;  // beyond the end of main
  return all;
}

std::size_t shared_blocks::most() {
  rlimit descriptors{};
  if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return fixed::shared_blocks.value;
  return std::min<rlim_t>(fixed::shared_blocks.value, descriptors.rlim_cur / descriptors_per_block);
}

void shared_blocks::set_limit(std::size_t bytes) {
  const std::lock_guard guard(lock_);
  limit_ = bytes;
}

void shared_blocks::set_kept(std::size_t bytes) {
  const std::lock_guard guard(lock_);
  released_.set_limit(bytes);
}

std::string_view shared_blocks::limit_reached(std::size_t size) const {
  const std::lock_guard guard(lock_);
  if (blocks_.size() + released_.count() >= most()) return "fixed.shared_blocks";
  const std::size_t used = bytes_ + released_.bytes() + base::block_pool::carved();
  return used > limit_ || size > limit_ - used ? "limits.memory" : std::string_view();
}

bool shared_blocks::make_room_for(std::size_t size) {
  const std::lock_guard guard(lock_);
  while (!limit_reached(size).empty())
    if (!released_.drop_oldest()) return false;
  return true;
}

std::size_t shared_blocks::count() const {
  const std::lock_guard guard(lock_);
  return blocks_.size();
}

std::shared_ptr<std::byte[]> shared_blocks::make(std::size_t size, bool zeroed) {
  if (auto again = make_again(size)) {
    if (zeroed) std::memset(again.get(), 0, size);
    return again;
  }
  if (!make_room_for(size)) return nullptr;
  const int descriptor = new_file(size);
  if (descriptor < 0) return nullptr;
  void* const at = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED || !seal_file(descriptor)) {
    if (at != MAP_FAILED) munmap(at, size);
    close(descriptor);
    return nullptr;
  }
  madvise(at, size, MADV_POPULATE_WRITE);  // half the time of as many page faults
  const std::lock_guard guard(lock_);
  return keep(
      static_cast<std::byte*>(at),
      {.file = open_file::of(descriptor), .size = size, .is_mapped = true, .is_reusable = true});
}

// Null: none can be used again.
std::shared_ptr<std::byte[]> shared_blocks::make_again(std::size_t size) {
  const std::lock_guard guard(lock_);
  const auto found = released_.take(size);
  if (!found) return nullptr;
  return keep(found->at,
              {.file = found->file, .size = found->size, .is_mapped = true, .is_reusable = true});
}

// REQUIRES: lock_ is held.
std::shared_ptr<std::byte[]> shared_blocks::keep(std::byte* at, const block& described) {
  block& made = blocks_[at] = described;
  by_file_[{made.file.device, made.file.inode}] = at;
  bytes_ += made.size;
  std::shared_ptr<std::byte[]> kept(at, [this](const std::byte* ended) { remove(ended); });
  made.mapping = kept;
  if (made.is_written) note_read_only(at, made.size);
  return kept;
}

// REQUIRES: lock_ is held, and the block is one of most().
void shared_blocks::note_read_only(const std::byte* at, std::size_t size) noexcept {
  const auto free = std::ranges::find_if(
      read_only_, [](const address_range& one) { return one.behind.load() == 0; });
  if (free == read_only_.end()) return;
  const auto first = reinterpret_cast<std::uintptr_t>(at);
  free->first.store(first);
  free->behind.store(first + size);
}

bool shared_blocks::is_read_only(const void* address) const noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::ranges::any_of(read_only_, [at](const address_range& one) {
    return at < one.behind.load() && at >= one.first.load();
  });
}

void shared_blocks::seal(const std::byte* block) {
  const std::lock_guard guard(lock_);
  const auto found = blocks_.find(block);
  if (found == blocks_.end() || found->second.is_written) return;
  mprotect(const_cast<std::byte*>(block), found->second.size, PROT_READ);
  found->second.is_written = true;
  note_read_only(block, found->second.size);
}

bool shared_blocks::copy(const std::byte* bytes, std::size_t size) {
  if (find(bytes, size)) return true;
  if (!make_room_for(size)) return false;
  const int descriptor = new_file(size);
  if (descriptor < 0) return false;
  if (!write_all(descriptor, bytes, size) || !seal_file(descriptor)) {
    close(descriptor);
    return false;
  }
  const std::lock_guard guard(lock_);
  const auto [at, is_new] = blocks_.try_emplace(
      bytes, block{.file = open_file::of(descriptor), .size = size, .is_written = true});
  if (is_new)
    bytes_ += size;
  else
    close(descriptor);  // another thread was faster
  return true;
}

void shared_blocks::forget(const std::byte* memory, std::size_t size) noexcept {
  const std::lock_guard guard(lock_);
  for (auto at = blocks_.lower_bound(memory); at != blocks_.end() && at->first < memory + size;)
    remove((at++)->first);
}

void shared_blocks::remove(const std::byte* at) noexcept {
  block ended;
  {
    const std::lock_guard guard(lock_);
    const auto found = blocks_.find(at);
    if (found == blocks_.end()) return;
    ended = found->second;
    const auto of_file = by_file_.find({ended.file.device, ended.file.inode});
    if (of_file != by_file_.end() && of_file->second == at) by_file_.erase(of_file);
    blocks_.erase(found);
    const auto first = reinterpret_cast<std::uintptr_t>(at);
    for (address_range& one : read_only_)
      if (ended.is_mapped && one.first.load() == first) one.behind.store(0);
    bytes_ -= ended.size;
  }
  end(at, ended);
}

void shared_blocks::end(const std::byte* at, const block& ended) noexcept {
  ended.lent.close_if_intact();
  auto* const memory = const_cast<std::byte*>(at);
  if (ended.is_reusable) {
    const std::lock_guard guard(lock_);
    if (released_.add({memory, ended.size, ended.file})) return;
  }
  if (ended.is_mapped) munmap(memory, ended.size);
  ended.file.close_if_intact();
}

// A child has the memory as well, and nothing tells how long. No block is made meanwhile.
void shared_blocks::begin_fork() {
  lock_.lock();
  released_.drop_all();
  for (auto& [at, one] : blocks_) one.is_reusable = false;
}

// Its one thread is not the thread that has the lock.
void shared_blocks::begin_child() { std::construct_at(&lock_); }

std::optional<shared_blocks::place> shared_blocks::find(const std::byte* bytes,
                                                        std::size_t size) const {
  const std::lock_guard guard(lock_);
  auto behind = blocks_.upper_bound(bytes);
  if (behind == blocks_.begin()) return std::nullopt;
  const auto& [first, found] = *--behind;
  const auto offset = static_cast<std::size_t>(bytes - first);
  if (!found.is_written || offset > found.size || size > found.size - offset) return std::nullopt;
  return place{found.file, offset};
}

// Other processes get a descriptor of their own: as long as one of them has it, or a mapping
// through it, the kernel knows of readers.
std::optional<shared_blocks::place> shared_blocks::lend(const std::byte* bytes, std::size_t size) {
  const std::lock_guard guard(lock_);
  auto found = find(bytes, size);
  if (!found) return found;
  block& of = std::prev(blocks_.upper_bound(bytes))->second;
  if (of.is_reusable && !of.lent.is_intact()) {
    of.lent = of.file.is_intact() ? open_file::of(of.file.open_again()) : open_file();
    of.is_reusable = of.lent.descriptor >= 0;
  }
  if (of.is_reusable) found->file = of.lent;
  return found;
}

// Of the same file, received before. REQUIRES: lock_ is held.
std::shared_ptr<std::byte[]> shared_blocks::mapped_already(const open_file& file) const {
  const auto found = by_file_.find({file.device, file.inode});
  if (found == by_file_.end()) return nullptr;
  return blocks_.at(found->second).mapping.lock();
}

std::shared_ptr<const std::byte[]> shared_blocks::open(int descriptor, std::uint64_t offset,
                                                       std::size_t size) {
  struct closing {
    int descriptor;
    ~closing() {
      if (descriptor >= 0) close(descriptor);
    }
  } received{descriptor};
  struct stat about{};
  const int seals = fcntl(descriptor, F_GET_SEALS);
  if (seals < 0 || (seals & seals_of_size) != seals_of_size || fstat(descriptor, &about) != 0)
    return nullptr;
  const auto length = static_cast<std::uint64_t>(about.st_size);
  if (offset > length || size > length - offset) return nullptr;
  std::shared_ptr<std::byte[]> all;
  {
    const std::lock_guard guard(lock_);
    all = mapped_already({descriptor, about.st_dev, about.st_ino});
    if (!all && (all = map(descriptor, length))) received.descriptor = -1;
  }
  if (!all) return copy_out(descriptor, offset, size);
  return {all, all.get() + offset};
}

// Takes over the descriptor. Null: it does not. REQUIRES: lock_ is held.
std::shared_ptr<std::byte[]> shared_blocks::map(int descriptor, std::size_t size) {
  if (!make_room_for(size)) return nullptr;
  void* const at = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) return nullptr;
  return keep(
      static_cast<std::byte*>(at),
      {.file = open_file::of(descriptor), .size = size, .is_mapped = true, .is_written = true});
}

// Null: the file has fewer bytes.
std::shared_ptr<std::byte[]> shared_blocks::copy_out(int descriptor, std::uint64_t offset,
                                                     std::size_t size) {
  std::shared_ptr<std::byte[]> copied(new std::byte[size], [this, size](const std::byte* ended) {
    forget(ended, size);
    delete[] ended;
  });
  for (std::size_t done = 0; done < size;) {
    const ssize_t got =
        pread(descriptor, copied.get() + done, size - done, static_cast<off_t>(offset + done));
    if (got == 0 || (got < 0 && errno != EINTR)) return nullptr;
    if (got > 0) done += static_cast<std::size_t>(got);
  }
  return copied;
}

}  // namespace mentat::mmps::shm
