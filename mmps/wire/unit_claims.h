// The bodies of the messages `settled` and `claims`: tags of units, each with a byte: the attempt
// that the source executes, in `claims` of a process; else 0. Thread-safety: pure functions.
// Errors: a body of another length is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mmps/wire/little_endian.h"
#include "mmps/wire/tag.h"

namespace mentat::mmps {

struct unit_claim {
  mmps::tag tag{};
  std::uint8_t attempt = 0;
};

// Bytes of each: the number, the origin and the attempt.
inline constexpr std::size_t claim_size = 2 * sizeof(std::uint64_t) + 1;

[[nodiscard]] inline std::vector<std::byte> write_claims(std::span<const unit_claim> all) {
  std::vector<std::byte> body(all.size() * claim_size);
  std::byte* at = body.data();
  for (const unit_claim& one : all) {
    put_little_endian(at, one.tag.number);
    put_little_endian(at + sizeof(std::uint64_t), one.tag.origin);
    at[2 * sizeof(std::uint64_t)] = static_cast<std::byte>(one.attempt);
    at += claim_size;
  }
  return body;
}

[[nodiscard]] inline std::optional<std::vector<unit_claim>> read_claims(
    std::span<const std::byte> body) {
  if (body.size() % claim_size != 0) return std::nullopt;
  std::vector<unit_claim> all;
  all.reserve(body.size() / claim_size);
  for (; !body.empty(); body = body.subspan(claim_size))
    all.push_back({{get_little_endian<std::uint64_t>(body.data()),
                    get_little_endian<std::uint64_t>(body.data() + sizeof(std::uint64_t))},
                   static_cast<std::uint8_t>(body[2 * sizeof(std::uint64_t)])});
  return all;
}

}  // namespace mentat::mmps
