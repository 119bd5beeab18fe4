#include "rts/durable/effect.h"

namespace mentat::durable {
namespace {

constexpr std::uint8_t format = 1;
constexpr std::size_t least_cell_size = 4 + 4;

bytes copy(std::span<const std::byte> of) { return {of.begin(), of.end()}; }

}  // namespace

origin origin_of(const mmps::mmps_name& process) {
  constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15;  // of the golden ratio
  const std::uint64_t host = (std::uint64_t{process.host} << 32 | process.incarnation) * odd;
  const std::uint64_t here = std::uint64_t{process.slot} << 32 | process.generation;
  return (here ^ (host << 29 | host >> 35)) * odd;
}

void encode(const numbered_answer& one, byte_sink& into) {
  into.put(one.number);
  into.put(one.name.call);
  into.put(one.name.function);
  into.put(static_cast<std::uint8_t>(one.answer.is_error ? 1 : 0));
  into.put(std::span(one.answer.value));
}

numbered_answer decode_answer(byte_cursor& from) {
  numbered_answer one;
  one.number = from.number<std::uint64_t>();
  one.name.call = from.number<std::uint64_t>();
  one.name.function = from.number<std::uint32_t>();
  one.answer.is_error = from.number<std::uint8_t>() != 0;
  one.answer.value = copy(from.run());
  return one;
}

void encode(const effect& one, base::byte_buffer& behind) {
  byte_sink into(behind);
  into.put(format);
  into.put(static_cast<std::uint8_t>(one.ends ? 1 : 0));
  into.put(one.object);
  into.put(one.epoch);
  into.put(one.sequence);
  into.put(one.origin);
  into.put(one.settled);
  into.put(static_cast<std::uint32_t>(one.answers.size()));
  for (const numbered_answer& each : one.answers) encode(each, into);
  into.put(static_cast<std::uint32_t>(one.cells.size()));
  for (const cell& each : one.cells) {
    into.put(each.place);
    into.put(std::span(each.value));
  }
}

std::optional<effect> decode_effect(std::span<const std::byte> bytes_of) {
  byte_cursor from(bytes_of);
  if (from.number<std::uint8_t>() != format) return std::nullopt;
  effect one;
  one.ends = from.number<std::uint8_t>() != 0;
  one.object = from.name();
  one.epoch = from.number<std::uint64_t>();
  one.sequence = from.number<std::uint64_t>();
  one.origin = from.number<std::uint64_t>();
  one.settled = from.number<std::uint64_t>();
  for (std::uint32_t left = from.count(least_answer_size); left > 0 && from.ok(); --left)
    one.answers.push_back(decode_answer(from));
  for (std::uint32_t left = from.count(least_cell_size); left > 0 && from.ok(); --left) {
    const auto place = from.number<std::uint32_t>();
    one.cells.push_back({place, copy(from.run())});
  }
  if (!from.at_end()) return std::nullopt;
  return one;
}

}  // namespace mentat::durable
