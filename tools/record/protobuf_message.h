// The bytes of a protobuf message, written field by field (protobuf.dev, "Encoding"). A value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mentat::command {

class protobuf_message {
 public:
  void number(std::uint32_t field, std::uint64_t value) {
    tag(field, varint);
    append(value);
  }
  void fixed(std::uint32_t field, std::uint64_t value) {
    tag(field, eight_bytes);
    for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(value >> (8 * i));
  }
  void text(std::uint32_t field, std::string_view value) {
    tag(field, counted_bytes);
    append(value.size());
    bytes_ += value;
  }
  void message(std::uint32_t field, const protobuf_message& value) { text(field, value.bytes_); }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  void clear() { bytes_.clear(); }

 private:
  enum wire_type : std::uint32_t { varint = 0, eight_bytes = 1, counted_bytes = 2 };

  void tag(std::uint32_t field, wire_type type) { append(field << 3 | type); }
  void append(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace mentat::command
