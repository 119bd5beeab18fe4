// Pieces of memory that several processes share: a sealed memfd and its mapping. It has no name;
// who gets the descriptor, over a private Unix socket, can map it. Its size can never change again,
// so no access to it can fail. Ownership: unmaps and closes. Thread-safety: none needed, it never
// changes. Errors: std::system_error, or for what a peer sent, bad_segment.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

namespace mentat::mmps::shm {

struct bad_segment : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class segment {
 public:
  segment() = default;
  explicit segment(std::size_t size);  // a new one, all zero
  // One that a peer sent; takes over the descriptor. It must be a memfd of at least `least` bytes
  // whose size is sealed.
  segment(int descriptor, std::size_t least);
  segment(segment&& other) noexcept { *this = std::move(other); }
  segment& operator=(segment&& other) noexcept;
  ~segment();

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  void close_descriptor();  // who is to have it has it
  // Gives the memory back; the addresses stay good, for threads that are still to look there, and
  // show zeros.
  void blank();

 private:
  void map();
  int descriptor_ = -1;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// A descriptor of bytes that can never change again. Empty: the system has no more memory or
// descriptors.
class sealed_bytes {
 public:
  explicit sealed_bytes(int descriptor) : descriptor_(descriptor) {}
  sealed_bytes(sealed_bytes&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  sealed_bytes& operator=(sealed_bytes&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~sealed_bytes();
  static std::optional<sealed_bytes> copy_of(std::span<const std::byte> bytes);

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// What a peer sent as such, to be read where it lies.
class sealed_view {
 public:
  // Takes over the descriptor. Bad_segment unless it is a memfd of exactly `size` bytes, not 0,
  // that nobody can change.
  sealed_view(int descriptor, std::size_t size);
  sealed_view(const sealed_view&) = delete;
  sealed_view& operator=(const sealed_view&) = delete;
  ~sealed_view();

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace mentat::mmps::shm
