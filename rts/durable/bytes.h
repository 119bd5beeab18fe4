// Numbers, names and runs of bytes in the formats of durable objects: little-endian, with lengths.
// A reader checks each length before it uses it; after the first fault it returns zeros, and ok()
// is false. Thread-safety: none. Pure.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::durable {

using bytes = std::vector<std::byte>;

class byte_sink {
 public:
  explicit byte_sink(base::byte_buffer& behind) : behind_(behind) {}

  template <std::unsigned_integral Number>
  void put(Number number) {
    const std::size_t at = behind_.size();
    behind_.resize(at + sizeof number);
    mmps::put_little_endian(behind_.data() + at, number);
  }
  void put(const mmps::mmps_name& name) { behind_.append(mmps::bytes_of(name)); }
  // With its length in front.
  void put(std::span<const std::byte> run) {
    put(static_cast<std::uint32_t>(run.size()));
    behind_.append(run);
  }

 private:
  base::byte_buffer& behind_;
};

class byte_cursor {
 public:
  explicit byte_cursor(std::span<const std::byte> of) : left_(of) {}

  template <std::unsigned_integral Number>
  Number number() {
    if (!has(sizeof(Number))) return 0;
    const Number found = mmps::get_little_endian<Number>(left_.data());
    left_ = left_.subspan(sizeof(Number));
    return found;
  }
  mmps::mmps_name name() {
    if (!has(mmps::name_size)) return {};
    const mmps::mmps_name found = mmps::get_name(left_.data());
    left_ = left_.subspan(mmps::name_size);
    return found;
  }
  std::span<const std::byte> run() {
    const std::size_t length = number<std::uint32_t>();
    if (!has(length)) return {};
    const auto found = left_.first(length);
    left_ = left_.subspan(length);
    return found;
  }
  // 0 or 1, nothing else: what was read is written as the same bytes.
  bool flag() {
    const auto found = number<std::uint8_t>();
    if (found > 1) fail();
    return found == 1;
  }
  void fail() {
    ok_ = false;
    left_ = {};
  }
  // A count of things that have at least `least` bytes each: never more than the bytes allow.
  std::uint32_t count(std::size_t least) {
    const auto found = number<std::uint32_t>();
    return has(std::uint64_t{found} * least) ? found : 0;
  }
  [[nodiscard]] std::span<const std::byte> left() const { return left_; }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return ok_ && left_.empty(); }

 private:
  bool has(std::uint64_t size) {
    if (size > left_.size()) fail();
    return ok_;
  }

  std::span<const std::byte> left_;
  bool ok_ = true;
};

}  // namespace mentat::durable
