#include "mmps/wire/hint.h"

#include "mmps/base/check.h"
#include "mmps/wire/little_endian.h"

namespace mentat::mmps {
namespace {

std::optional<hint> decode_one(std::span<const std::byte>& rest) {
  if (rest.size() < 2) return std::nullopt;
  hint found{static_cast<hint_kind>(rest[0]), {}, {}};
  if (found.kind < hint_kind::on || found.kind > hint_kind::in_keeper) return std::nullopt;
  const bool is_text = found.kind == hint_kind::on_named;
  const std::size_t before = is_text ? 2 : 1;
  const std::size_t length = is_text ? std::to_integer<std::size_t>(rest[1]) : sizeof(mmps_name);
  if (length == 0 || rest.size() - before < length) return std::nullopt;
  if (is_text)
    found.host = {reinterpret_cast<const char*>(&rest[before]), length};
  else
    found.name = get_name(&rest[before]);
  rest = rest.subspan(before + length);
  const bool is_object = found.kind == hint_kind::near || found.kind == hint_kind::apart_from;
  return is_object && !found.name.bound() ? std::nullopt : std::optional(found);
}

}  // namespace

std::optional<hints> hints::decode(std::span<const std::byte> body) {
  hints found;
  if (body.empty()) return found;
  std::span<const std::byte> rest = body.subspan(1);
  found.count_ = std::to_integer<std::size_t>(body[0]);
  if (found.count_ > max_hints) return std::nullopt;
  for (std::size_t i = 0; i < found.count_; ++i) {
    const std::optional<hint> one = decode_one(rest);
    if (!one) return std::nullopt;
    found.hints_[i] = *one;
  }
  found.length_ = body.size() - rest.size();
  return found;
}

std::vector<std::byte> encode(std::span<const hint> wanted) {
  MENTAT_CHECK(wanted.size() <= max_hints, "more hints than a request can carry");
  std::vector<std::byte> bytes{static_cast<std::byte>(wanted.size())};
  for (const hint& each : wanted) {
    bytes.push_back(static_cast<std::byte>(each.kind));
    if (each.kind == hint_kind::on_named) {
      MENTAT_CHECK(!each.host.empty() && each.host.size() <= longest_host_name,
                   "no name of a host");
      bytes.push_back(static_cast<std::byte>(each.host.size()));
      const auto text = std::as_bytes(std::span(each.host));
      bytes.insert(bytes.end(), text.begin(), text.end());
    } else {
      bytes.resize(bytes.size() + sizeof(mmps_name));
      put_name(bytes.data() + bytes.size() - sizeof(mmps_name), each.name);
    }
  }
  return bytes;
}

}  // namespace mentat::mmps
