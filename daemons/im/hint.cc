#include "daemons/im/hint.h"

#include "daemons/im/bytes.h"
#include "mmps/base/check.h"

namespace mentat::im {

std::optional<hints> hints::decode(std::span<const std::byte> body) {
  hints found;
  if (body.empty()) return found;
  constexpr std::size_t bytes_each = 1 + name_bytes;
  found.count_ = std::to_integer<std::size_t>(body[0]);
  found.length_ = 1 + found.count_ * bytes_each;
  if (found.count_ > most_hints || found.length_ > body.size()) return std::nullopt;
  for (std::size_t i = 0; i < found.count_; ++i) {
    const std::size_t at = 1 + i * bytes_each;
    const auto kind = static_cast<hint_kind>(body[at]);
    if (kind < hint_kind::on || kind > hint_kind::apart_from) return std::nullopt;
    found.hints_[i] = {kind, name_at(body, at + 1)};
    if (kind != hint_kind::on && !found.hints_[i].name.bound()) return std::nullopt;
  }
  return found;
}

std::vector<std::byte> encode(std::span<const hint> wanted) {
  MENTAT_CHECK(wanted.size() <= most_hints, "more hints than a request can carry");
  std::vector<std::byte> bytes{static_cast<std::byte>(wanted.size())};
  for (const hint& each : wanted) {
    bytes.push_back(static_cast<std::byte>(each.kind));
    append(bytes, each.name);
  }
  return bytes;
}

}  // namespace mentat::im
