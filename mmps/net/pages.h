// Memory that grows without copying: the kernel moves its pages. Unwritten pages are not occupied.
// It asks for large pages, because a fault for each 4 KiB costs more than filling them.
// Thread-safety: one owner at a time. Cost: one system call each time the size doubles.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace mentat::mmps::net {

class pages {
 public:
  pages() = default;
  pages(pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        occupied_(std::exchange(other.occupied_, 0)) {}
  pages& operator=(pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(occupied_, other.occupied_);
    return *this;
  }
  ~pages() {
    if (data_ != nullptr) munmap(data_, size_);
  }

  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }
  [[nodiscard]] std::size_t occupied() const { return occupied_; }  // bytes, at most
  // Makes room for `bytes` more bytes behind the used ones. False: the system has no memory.
  [[nodiscard]] bool make_room(std::size_t used, std::size_t bytes) {
    occupied_ = std::max(occupied_, used + bytes);
    if (bytes <= size_ - used) return true;
    const std::size_t wanted = std::max({used + bytes, 2 * size_, least});
    const std::size_t size = (wanted + large - 1) / large * large;
    void* const moved = data_ == nullptr ? mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                                         : mremap(data_, size_, size, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return false;
    data_ = moved;
    size_ = size;
    madvise(data_, size_, MADV_HUGEPAGE);
    return true;
  }
  // Replaces these pages, whose first `used` bytes it copies, by `others`. Does nothing if `others`
  // are too small for them.
  void take_over(std::size_t used, pages&& others) {
    if (used > others.size_) return;
    if (used != 0) std::memcpy(others.data_, data_, used);
    *this = std::move(others);
  }

 private:
  static constexpr std::size_t least = std::size_t{64} << 20;
  static constexpr std::size_t large = std::size_t{2} << 20;  // a large page

  void* data_ = nullptr;
  std::size_t size_ = 0, occupied_ = 0;
};

}  // namespace mentat::mmps::net
