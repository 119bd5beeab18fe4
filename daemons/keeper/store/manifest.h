// Which segments the log has: the value of the slots `manifest.a` and `manifest.b`. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mentat::keeper {

struct manifest {
  std::uint64_t store = 0;  // drawn when the store was made; each segment repeats it
  std::uint64_t first = 0;  // the oldest segment that is needed
  std::uint64_t last = 0;   // the newest one that was made

  friend bool operator==(const manifest&, const manifest&) = default;
};

[[nodiscard]] std::vector<std::byte> encode(const manifest& of);
[[nodiscard]] std::optional<manifest> decode_manifest(std::span<const std::byte> bytes);

inline constexpr char manifest_slots[] = "manifest";

}  // namespace mentat::keeper
