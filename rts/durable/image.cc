#include "rts/durable/image.h"

#include <algorithm>
#include <utility>

namespace mentat::durable {
namespace {

std::span<const std::byte> bytes_in(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string read_name(byte_cursor& from) {
  const auto read = from.run();
  if (read.size() > object_description::longest_name) from.fail();
  return from.ok() ? std::string(reinterpret_cast<const char*>(read.data()), read.size())
                   : std::string();
}

void put(const object_description& about, byte_sink& into) {
  into.put(about.class_hash);
  into.put(about.layout_hash);
  into.put(static_cast<std::uint8_t>(about.level));
  into.put(about.copies);
  into.put(bytes_in(about.class_name));
  into.put(bytes_in(about.name));
}

object_description read_description(byte_cursor& from) {
  object_description about;
  about.class_hash = from.number<std::uint64_t>();
  about.layout_hash = from.number<std::uint64_t>();
  const auto level = from.number<std::uint8_t>();
  if (level > static_cast<std::uint8_t>(durability::disk)) from.fail();
  about.level = static_cast<durability>(level);
  about.copies = from.number<std::uint8_t>();
  about.class_name = read_name(from);
  about.name = read_name(from);
  return about;
}

}  // namespace

std::string_view name_of(durability level) {
  constexpr std::string_view names[] = {"process", "memory", "disk"};
  return names[static_cast<std::uint8_t>(level)];
}

bool image::apply(effect one) {
  if (one.sequence != sequence + 1) return false;
  if (!std::ranges::all_of(one.cells, [&](const cell& c) { return c.place < cells.size(); }))
    return false;
  sequence = one.sequence;
  for (cell& changed : one.cells) cells[changed.place] = std::move(changed.value);
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
  put(about, into);
  put_cells(cells, into);
  calls.encode(into);
}

std::optional<image> image::decode(std::uint64_t sequence, std::span<const std::byte> body) {
  byte_cursor from(body);
  image made;
  made.sequence = sequence;
  made.about = read_description(from);
  made.cells = read_cells(from);
  auto calls = origin_table::decode(from);
  if (!calls || !from.at_end()) return std::nullopt;
  made.calls = std::move(*calls);
  return made;
}

void put_cells(const std::vector<bytes>& cells, byte_sink& into) {
  into.put(static_cast<std::uint32_t>(cells.size()));
  for (const bytes& one : cells) into.put(std::span(one));
}

std::vector<bytes> read_cells(byte_cursor& from) {
  std::vector<bytes> cells;
  for (std::uint32_t left = from.count(sizeof(std::uint32_t)); left > 0 && from.ok(); --left) {
    const auto value = from.run();
    cells.emplace_back(value.begin(), value.end());
  }
  return cells;
}

}  // namespace mentat::durable
