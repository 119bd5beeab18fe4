// A buffer to which bytes are appended. Unlike std::vector, it does not initialize bytes that will
// be written anyway, appends a number by a few instructions without a call, and needs no allocation
// for short content. Thread-safety: none. Ownership: its own; a buffer that was moved from is
// empty. Errors: std::bad_alloc. Cost: beyond `short_size` an allocation to grow, to at least twice
// the size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

namespace mentat::base {

class byte_buffer {
 public:
  static constexpr std::size_t short_size = 128;  // bytes

  byte_buffer() {}  // NOLINT: short_ has no value
  byte_buffer(byte_buffer&& other) noexcept { take(other); }
  byte_buffer& operator=(byte_buffer&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::byte* data() { return bytes_; }
  [[nodiscard]] const std::byte* data() const { return bytes_; }
  [[nodiscard]] std::byte* begin() { return data(); }
  [[nodiscard]] std::byte* end() { return data() + size_; }
  [[nodiscard]] const std::byte* begin() const { return data(); }
  [[nodiscard]] const std::byte* end() const { return data() + size_; }

  void clear() { size_ = 0; }
  void reserve(std::size_t capacity) {
    if (capacity > capacity_) move_to(capacity);
  }
  // Shortens, or appends uninitialized bytes.
  void resize(std::size_t size) {
    if (size > size_) make_room(size - size_);
    size_ = size;
  }
  void append(const void* from, std::size_t size) {
    make_room(size);
    if (size != 0) std::memcpy(bytes_ + size_, from, size);
    size_ += size;
  }
  void append(std::span<const std::byte> bytes) { append(bytes.data(), bytes.size()); }

 private:
  void make_room(std::size_t more) {
    if (capacity_ - size_ < more) [[unlikely]]
      move_to(std::max(2 * capacity_, size_ + more));
  }
  [[gnu::noinline]] void move_to(std::size_t capacity) {
    auto larger = std::make_unique_for_overwrite<std::byte[]>(capacity);
    if (size_ != 0) std::memcpy(larger.get(), bytes_, size_);
    long_ = std::move(larger);
    bytes_ = long_.get();
    capacity_ = capacity;
  }
  void take(byte_buffer& other) {
    long_ = std::move(other.long_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, short_size);
    bytes_ = long_ ? long_.get() : short_;
    if (!long_) std::memcpy(short_, other.short_, size_);
    other.bytes_ = other.short_;
  }

  std::byte* bytes_ = short_;
  std::size_t size_ = 0, capacity_ = short_size;
  std::unique_ptr<std::byte[]> long_;
  std::byte short_[short_size];
};

}  // namespace mentat::base
