// Reading and writing the bodies of the messages between hosts: little-endian numbers, and texts
// and bytes with their length before them. The reader never reads beyond the bytes. After a missing
// or overlong field it has failed, and returns zeros. Pure. Ownership: the reader does not own the
// bytes. Thread-safety: none. Cost: a copy of each text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmps/wire/little_endian.h"

namespace mentat::host {

class body_writer {
 public:
  template <std::unsigned_integral Number>
  body_writer& number(Number value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    mmps::put_little_endian(bytes_.data() + at, value);
    return *this;
  }
  body_writer& raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  body_writer& text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    return raw(std::as_bytes(std::span(value)));
  }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class body_reader {
 public:
  explicit body_reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <std::unsigned_integral Number>
  Number number() {
    const auto bytes = raw(sizeof(Number));
    return bytes.empty() ? Number{0} : mmps::get_little_endian<Number>(bytes.data());
  }
  // Exactly so many bytes; empty if fewer are left.
  std::span<const std::byte> raw(std::size_t size) {
    if (failed_ || size > left_.size()) {
      failed_ = true;
      return {};
    }
    const auto taken = left_.first(size);
    left_ = left_.subspan(size);
    return taken;
  }
  // A text of at most so many bytes.
  std::string text(std::size_t most) {
    const auto size = number<std::uint32_t>();
    if (size > most) failed_ = true;
    const auto bytes = raw(size);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  [[nodiscard]] std::span<const std::byte> rest() const { return left_; }
  [[nodiscard]] bool failed() const { return failed_; }
  // Whether every field was present and no bytes are left.
  [[nodiscard]] bool complete() const { return !failed_ && left_.empty(); }

 private:
  std::span<const std::byte> left_;
  bool failed_ = false;
};

}  // namespace mentat::host
