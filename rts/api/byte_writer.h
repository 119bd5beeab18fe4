// The archive that writes (archive.h). Thread-safety: none. Errors: marshal_error.
#pragma once

#include <algorithm>
#include <bit>
#include <cereal/cereal.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/fixed_limits.h"
#include "rts/api/borrowed_bytes.h"
#include "rts/api/large_pages.h"
#include "rts/api/marshal_error.h"

namespace mentat {

namespace detail {
// Of the classes and containers that are being written or read.
class nesting_depth {
 public:
  void enter() {
    if (++depth_ > fixed::nesting.value)
      throw marshal_error("fixed.nesting: values more than 500 deep");
  }
  void leave() { --depth_; }

 private:
  std::uint64_t depth_ = 0;
};
}  // namespace detail

class byte_writer : public cereal::OutputArchive<byte_writer, cereal::AllowEmptyClassElision> {
 public:
  static constexpr std::size_t large = 65536;  // bytes
  // With `lent`, values of `least_lent` bytes and more that end with being written, or are shared,
  // may be put there instead.
  explicit byte_writer(base::byte_buffer& to, std::vector<borrowed_bytes>* lent = nullptr,
                       std::size_t least_lent = large)
      : OutputArchive(this), to_(to), lent_(lent), least_lent_(least_lent) {}

  // From now on numbers are written little-endian on every machine.
  byte_writer& in_little_endian() {
    is_little_endian_ = true;
    return *this;
  }
  void write(const void* from, std::size_t size) {
    if (size >= large) make_room(size);
    to_.append(from, size);
  }
  [[nodiscard]] bool is_other_order() const {
    return std::endian::native == std::endian::big && is_little_endian_;
  }
  // `count` numbers of `size` bytes each.
  void write_numbers(const void* from, std::size_t size, std::size_t count) {
    if constexpr (std::endian::native == std::endian::big)
      if (is_little_endian_ && size > 1) return write_reversed(from, size, count);
    write(from, size * count);
  }

  [[nodiscard]] bool lends(std::size_t size) const { return lent_ && size >= least_lent_; }
  // Numbers as they lie in memory; taken without a copy. REQUIRES: there is `lent`.
  template <class Numbers>
  void lend(Numbers& numbers) {
    const std::size_t size = numbers.size() * sizeof(typename Numbers::value_type);
    const auto kept = std::make_shared<Numbers>(std::move(numbers));
    auto* const bytes = reinterpret_cast<std::byte*>(kept->data());
    lend(std::shared_ptr<std::byte[]>(kept, bytes), size);
  }
  void lend(std::shared_ptr<std::byte[]> bytes, std::size_t size, bool are_lasting = false) {
    lent_->push_back({to_.size(), std::move(bytes), size, are_lasting});
  }
  [[nodiscard]] const base::byte_buffer& to() const { return to_; }

  // Called around each value of a class. A value that wrote nothing still takes one byte, so that
  // no sequence has more elements than bytes. A nested value took a byte, so it is enough to know
  // where the last value began.
  void enter() {
    nesting_.enter();
    began_ = to_.size();
  }
  void leave() {
    constexpr std::byte nothing{0};
    nesting_.leave();
    if (to_.size() == began_) write(&nothing, 1);
  }

 private:
  void make_room(std::size_t size) {
    if (to_.capacity() - to_.size() >= size) return;
    to_.reserve(std::max(2 * to_.capacity(), to_.size() + size));
    prefer_large_pages(to_.data() + to_.size(), size);
  }

  void write_reversed(const void* from, std::size_t size, std::size_t count) {
    const auto* number = static_cast<const std::byte*>(from);
    for (; count != 0; --count, number += size)
      for (std::size_t at = size; at != 0; --at) to_.append(number + at - 1, 1);
  }

  base::byte_buffer& to_;
  std::vector<borrowed_bytes>* const lent_;
  const std::size_t least_lent_;
  detail::nesting_depth nesting_;
  std::size_t began_ = 0;
  bool is_little_endian_ = false;
};

}  // namespace mentat
