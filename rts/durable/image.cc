#include "rts/durable/image.h"

#include <algorithm>

namespace mentat::durable {

bool image::apply(const effect& one) {
  if (one.sequence != sequence + 1) return false;
  if (!std::ranges::all_of(one.cells, [&](const cell& c) { return c.place < cells.size(); }))
    return false;
  sequence = one.sequence;
  for (const cell& changed : one.cells) cells[changed.place] = changed.value;
  calls.apply(one);
  return true;
}

std::size_t image::bytes_of_cells() const {
  std::size_t sum = 0;
  for (const bytes& one : cells) sum += one.size();
  return sum;
}

void image::encode(base::byte_buffer& behind) const {
  byte_sink into(behind);
  into.put(sequence);
  into.put(static_cast<std::uint32_t>(cells.size()));
  for (const bytes& one : cells) into.put(std::span(one));
  calls.encode(into);
}

std::optional<image> image::decode(std::span<const std::byte> bytes_of) {
  byte_cursor from(bytes_of);
  image made;
  made.sequence = from.number<std::uint64_t>();
  for (std::uint32_t left = from.count(sizeof(std::uint32_t)); left > 0 && from.ok(); --left) {
    const auto value = from.run();
    made.cells.emplace_back(value.begin(), value.end());
  }
  auto calls = origin_table::decode(from);
  if (!calls || !from.at_end()) return std::nullopt;
  made.calls = std::move(*calls);
  return made;
}

}  // namespace mentat::durable
