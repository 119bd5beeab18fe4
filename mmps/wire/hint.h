// Location hints [TOCS96 3.2.6]: where an object is wanted. They begin the body of `instantiate`.
// The instantiation manager ignores the rest, the number of a constructor and its arguments
// (docs/wire_format.md).
//
// Bytes: count (1 byte, at most max_hints), then for each hint its kind (1 byte) and a name (16
// bytes), or for on_named the length of the text (1 byte, not 0) and the text. An empty body has no
// hints. Ownership: the name of a host is a view of the decoded bytes or of the caller's text.
// Errors: decode() returns nothing for malformed bytes. Thread-safety: values. Cost:
// decode() does not allocate.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mmps/wire/mmps_name.h"

namespace mentat::mmps {

enum class hint_kind : std::uint8_t {
  on = 1,      // on this host; of the name only `host` counts
  near,        // in the process of this object
  apart_from,  // on another host than this object if there is one, else in another process if there
               // is one
  on_named,    // on the host of this name
  in_keeper,   // in the process of the chosen host that keeps tuples; the name is ignored
};

struct hint {
  hint_kind kind = hint_kind::on;
  mmps_name name;
  std::string_view host;  // of on_named

  friend bool operator==(const hint&, const hint&) = default;
};

inline constexpr std::size_t max_hints = 8;
inline constexpr std::size_t longest_host_name = 255;

class hints {
 public:
  [[nodiscard]] std::span<const hint> all() const { return {hints_.data(), count_}; }
  // The rest of the body begins here.
  [[nodiscard]] std::size_t length() const { return length_; }

  static std::optional<hints> decode(std::span<const std::byte> body);

 private:
  std::array<hint, max_hints> hints_{};
  std::size_t count_ = 0;
  std::size_t length_ = 0;
};

// REQUIRES: wanted.size() <= max_hints; names of hosts have 1 to longest_host_name characters.
std::vector<std::byte> encode(std::span<const hint> wanted);

}  // namespace mentat::mmps
