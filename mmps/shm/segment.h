// A piece of memory that several processes share: a sealed memfd and its mapping. It has no name; a
// process that receives the descriptor, over a private Unix socket, can map it. Its size can never
// change again, so no access to it can fail. Ownership: unmaps and closes. Thread-safety: none
// needed, it never changes. Errors: std::system_error; bad_segment for a bad descriptor of a peer.
#pragma once

#include <cstddef>
#include <cstdint>
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
  // Takes over a descriptor that a peer sent. It must be a memfd of at least `least` bytes whose
  // size is sealed.
  segment(int descriptor, std::size_t least);
  segment(segment&& other) noexcept { *this = std::move(other); }
  segment& operator=(segment&& other) noexcept;
  ~segment();

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  // Whether the descriptor still names this memory: the program may have closed it, and opened
  // another file in its place.
  [[nodiscard]] bool has_its_descriptor() const;
  void close_descriptor();  // once the peer has it
  // Gives the memory back. The addresses stay valid, for threads that still read them, and show
  // zeros.
  void blank();

 private:
  void map();
  int descriptor_ = -1;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t device_ = 0, inode_ = 0;
};

}  // namespace mentat::mmps::shm
