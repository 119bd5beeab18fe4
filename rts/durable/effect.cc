#include "rts/durable/effect.h"

#include "rts/durable/object_name.h"

namespace mentat::durable {
namespace {

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
  one.answer.is_error = from.flag();
  one.answer.value = copy(from.run());
  return one;
}

void encode(const effect& one, base::byte_buffer& behind) {
  const std::size_t at = behind.size(), body = at + record_header_bytes;
  behind.resize(body);
  byte_sink into(behind);
  into.put(one.origin);
  into.put(one.settled);
  into.put(static_cast<std::uint32_t>(one.answers.size()));
  for (const numbered_answer& each : one.answers) encode(each, into);
  into.put(static_cast<std::uint32_t>(one.cells.size()));
  for (const cell& each : one.cells) {
    into.put(each.place);
    into.put(std::span(each.value));
  }
  const std::size_t size = behind.size() - body;
  behind.resize(at + record_bytes(size));
  put_header({behind.data() + at, record_bytes(size)}, size,
             {one.ends ? record_kind::gone : record_kind::effect, id_of(one.object), one.epoch,
              one.sequence});
}

std::optional<effect> decode_effect(std::span<const std::byte> record) {
  const auto read = read_unsealed(record);
  if (!read) return std::nullopt;
  return decode_effect(*read);
}

std::optional<effect> decode_effect(const record_view& record) {
  const record_header& header = record.header;
  if (header.kind != record_kind::effect && header.kind != record_kind::gone) return std::nullopt;
  effect one;
  one.object = name_of(header.object);
  one.epoch = header.epoch;
  one.sequence = header.sequence;
  one.ends = header.kind == record_kind::gone;
  byte_cursor from(record.body);
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
