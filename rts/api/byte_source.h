// Reads the bytes of a message. Thread-safety: none. Errors: marshal_error, if there are too few,
// or if a truth value is neither true nor false.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include "rts/api/marshal_error.h"

namespace mentat {

// The bytes of a message, from the first to the last, and the order of bytes in its numbers.
class byte_source {
 public:
  explicit byte_source(std::span<const std::byte> from, bool swapped = false)
      : from_(from), swapped_(swapped) {}

  void read(void* to, std::size_t size) {
    if (size > from_.size()) throw marshal_error("an argument ends too early");
    if (size != 0) std::memcpy(to, from_.data(), size);
    from_ = from_.subspan(size);
  }
  // `count` numbers of `size` bytes each.
  void read_numbers(void* to, std::size_t size, std::size_t count) {
    if (count > from_.size() / size) throw marshal_error("an argument ends too early");
    read(to, size * count);
    if (!swapped_ || size == 1) return;
    auto* at = static_cast<std::byte*>(to);
    for (std::size_t i = 0; i < count; ++i, at += size) std::reverse(at, at + size);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  T read_number() {
    if constexpr (std::is_same_v<T, bool>) {
      unsigned char byte = 0;
      read(&byte, 1);
      if (byte > 1) throw marshal_error("a truth value is neither true nor false");
      return byte == 1;
    } else {
      T value;
      read_numbers(&value, sizeof value, 1);
      return value;
    }
  }
  // The next bytes, in place.
  std::span<const std::byte> take(std::size_t size) {
    if (size > from_.size()) throw marshal_error("an argument ends too early");
    const auto taken = from_.first(size);
    from_ = from_.subspan(size);
    return taken;
  }
  [[nodiscard]] std::span<const std::byte> rest() const { return from_; }
  [[nodiscard]] std::size_t left() const { return from_.size(); }
  [[nodiscard]] const std::byte* position() const { return from_.data(); }
  [[nodiscard]] bool swapped() const { return swapped_; }

 private:
  std::span<const std::byte> from_;
  bool swapped_;
};

}  // namespace mentat
