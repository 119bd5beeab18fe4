// Bytes that are written one after another, behind those that are there. Unlike a std::vector it
// gives no value to bytes that will be written anyway, and a number is appended by a few
// instructions, without a call. Thread-safety: none. Ownership: its own; a buffer that was moved
// from is empty. Errors: std::bad_alloc. Cost: an allocation to grow, to at least twice the size.
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
  byte_buffer() = default;
  byte_buffer(byte_buffer&& other) noexcept
      : bytes_(std::move(other.bytes_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  byte_buffer& operator=(byte_buffer&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::byte* data() { return bytes_.get(); }
  [[nodiscard]] const std::byte* data() const { return bytes_.get(); }
  [[nodiscard]] std::byte* begin() { return data(); }
  [[nodiscard]] std::byte* end() { return data() + size_; }
  [[nodiscard]] const std::byte* begin() const { return data(); }
  [[nodiscard]] const std::byte* end() const { return data() + size_; }

  void clear() { size_ = 0; }
  void reserve(std::size_t capacity) {
    if (capacity > capacity_) move_to(capacity);
  }
  // Shorter, or longer by bytes without a value.
  void resize(std::size_t size) {
    if (size > size_) make_room(size - size_);
    size_ = size;
  }
  void append(const void* from, std::size_t size) {
    make_room(size);
    if (size != 0) std::memcpy(bytes_.get() + size_, from, size);
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
    if (size_ != 0) std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace mentat::base
