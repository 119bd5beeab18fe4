#include "rts/session/replicas/update_message.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "rts/core/class_registry.h"
#include "rts/session/calls/wire_call.h"

namespace mentat::node {
namespace {

constexpr std::size_t number_at = 0, kind_at = 8, name_at = 16, head = 32;

// Whether the header and the name fit the kind.
bool makes_sense(const replica_update& what, bool has_class) {
  const bool has_object = what.object.bound() && what.object.object_number() != 0;
  switch (what.kind) {
    case update_kind::write:
    case update_kind::made:
    case update_kind::state:
      return has_object && has_class;
    case update_kind::ended:
      return has_object && what.bytes.empty();
    case update_kind::joined:
      return !what.object.bound() && what.bytes.empty();
    case update_kind::check:
      return has_object && has_class && what.bytes.size() == sizeof(replica_fingerprint);
  }
  return false;
}

}  // namespace

update_message encode(const replica_update& what) {
  update_message made{mmps::blank_header, std::vector<std::byte>(head + what.bytes.size())};
  made.header.type = static_cast<std::uint8_t>(mmps::message_type::update);
  if (what.of_class) made.header.set_class_hash(what.of_class->description->interface_hash);
  if (what.method) {
    made.header.function = function_of(*what.of_class, what.method->number).place;
    made.header.argument_count = static_cast<std::uint16_t>(what.method->arity);
  }
  mmps::put_little_endian(made.body.data() + number_at, what.number);
  mmps::put_little_endian(made.body.data() + kind_at, static_cast<std::uint64_t>(what.kind));
  mmps::put_name(made.body.data() + name_at, what.object);
  std::ranges::copy(what.bytes, made.body.begin() + head);
  return made;
}

std::optional<replica_update> decode(const mmps::message_header& header,
                                     std::span<const std::byte> body) {
  if (body.size() < head || header.future_length != 0) return std::nullopt;
  replica_update what;
  what.number = mmps::get_little_endian<std::uint64_t>(body.data() + number_at);
  const auto kind = mmps::get_little_endian<std::uint64_t>(body.data() + kind_at);
  if (kind == 0 || kind > static_cast<std::uint64_t>(update_kind::check)) return std::nullopt;
  what.kind = static_cast<update_kind>(kind);
  what.object = mmps::get_name(body.data() + name_at);
  what.bytes = body.subspan(head);
  what.swapped = (header.flags & mmps::flag::swapped) != 0;
  if (!makes_sense(what, header.class_hash() != 0)) return std::nullopt;
  if (header.class_hash() == 0) return what;
  what.of_class = class_registry::find(header.class_hash());
  if (what.of_class && !what.of_class->replica) return std::nullopt;
  const bool has_method = what.kind == update_kind::write || what.kind == update_kind::check;
  if (!has_method || !what.of_class) return what;
  what.method = function_at(*what.of_class, header.function);
  if (what.method && (what.method->is_read || what.method->arity != header.argument_count))
    return std::nullopt;
  return what;
}

}  // namespace mentat::node
