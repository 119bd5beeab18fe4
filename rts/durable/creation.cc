#include "rts/durable/creation.h"

#include "mmps/wire/hint.h"

namespace mentat::durable {

void encode(std::span<const std::byte> hints, const creation_request& one,
            const durable::image* from, base::byte_buffer& behind) {
  behind.append(hints);
  byte_sink into(behind);
  into.put(one.constructor);
  into.put(std::span(one.arguments));
  into.put(one.object);
  into.put(one.epoch);
  into.put(static_cast<std::uint8_t>(from ? 1 : 0));
  if (!from) return;
  into.put(from->sequence);
  from->encode(behind);
}

std::optional<creation_request> decode_creation(std::span<const std::byte> body) {
  const auto hints = mmps::hints::decode(body);
  if (!hints) return std::nullopt;
  byte_cursor from(body.subspan(hints->length()));
  creation_request made;
  made.constructor = from.number<std::uint16_t>();
  const auto arguments = from.run();
  made.arguments.assign(arguments.begin(), arguments.end());
  made.object = from.name();
  made.epoch = from.number<std::uint64_t>();
  const bool has_image = from.flag();
  if (has_image) {
    const auto sequence = from.number<std::uint64_t>();
    if (!from.ok()) return std::nullopt;
    made.image = image::decode(sequence, from.left());
    if (!made.image) return std::nullopt;
  } else if (!from.at_end()) {
    return std::nullopt;
  }
  return made;
}

}  // namespace mentat::durable
