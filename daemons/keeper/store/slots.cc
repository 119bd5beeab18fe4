#include "daemons/keeper/store/slots.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "mmps/base/check.h"
#include "mmps/base/crc32c.h"
#include "mmps/wire/little_endian.h"

namespace mentat::keeper {
namespace {

using mmps::get_little_endian;
using mmps::put_little_endian;

// magic 8, version 4, length 4, turn 8, checksum of all others 4, nothing 4
constexpr std::array<char, 8> magic{'M', 'E', 'N', 'T', 'A', 'T', 'S', 'L'};
constexpr std::size_t at_version = 8, at_length = 12, at_turn = 16, at_checksum = 24,
                      frame_bytes = 32, slot_bytes = 512;
static_assert(frame_bytes + slots::max_content <= slot_bytes);

using slot = std::array<std::byte, slot_bytes>;

std::uint32_t checksum_of(const slot& of) {
  const std::span<const std::byte> bytes(of);
  return base::crc32c(bytes.subspan(at_checksum + 4), base::crc32c(bytes.first(at_checksum)));
}

void take(slot_state& into, const slot& from) {
  const std::size_t length = get_little_endian<std::uint32_t>(from.data() + at_length);
  if (std::memcmp(from.data(), magic.data(), magic.size()) != 0 ||
      get_little_endian<std::uint32_t>(from.data() + at_checksum) != checksum_of(from) ||
      length > slots::max_content) {
    ++into.damaged;
    return;
  }
  if (get_little_endian<std::uint32_t>(from.data() + at_version) != slots::version) {
    into.is_newer_format = true;
    return;
  }
  const auto turn = get_little_endian<std::uint64_t>(from.data() + at_turn);
  if (turn <= into.turn) return;
  into.turn = turn;
  const auto begin = from.begin() + frame_bytes;
  into.content.assign(begin, begin + static_cast<std::ptrdiff_t>(length));
}

}  // namespace

disk_result<slot_state> slots::read() {
  slot_state state;
  for (const char* const end : {".a", ".b"}) {
    const auto file = disk_.open(name_ + end);
    if (!file && file.error().what == disk_fault::kind::missing) continue;
    slot bytes{};
    const bool is_read = file && disk_.read(*file, 0, bytes);
    if (file) disk_.close(*file);
    if (is_read)
      take(state, bytes);
    else
      ++state.damaged;  // the other one may be valid
  }
  turn_ = state.turn;
  return state;
}

disk_result<void> slots::write(std::span<const std::byte> content) {
  MENTAT_CHECK(content.size() <= max_content, "a slot has the size of a sector");
  slot bytes{};
  std::memcpy(bytes.data(), magic.data(), magic.size());
  put_little_endian(bytes.data() + at_version, version);
  put_little_endian(bytes.data() + at_length, static_cast<std::uint32_t>(content.size()));
  put_little_endian(bytes.data() + at_turn, turn_ + 1);
  std::ranges::copy(content, bytes.begin() + frame_bytes);
  put_little_endian(bytes.data() + at_checksum, checksum_of(bytes));
  const bool is_second = (turn_ + 1) % 2 == 0;
  const std::string name = name_ + (is_second ? ".b" : ".a");
  auto file = disk_.open(name);
  if (!file && file.error().what == disk_fault::kind::missing) file = disk_.create(name);
  if (!file) return tl::unexpected(file.error());
  auto done = disk_.write(*file, 0, bytes);
  if (done) done = disk_.sync(*file);
  disk_.close(*file);
  bool& has_safe_name = has_safe_names_[is_second ? 1 : 0];
  if (done && !has_safe_name) done = disk_.sync_folder("");
  has_safe_name = has_safe_name || done;
  // After a fault the same slot is written again: the other one is the valid one.
  if (done) ++turn_;
  return done;
}

}  // namespace mentat::keeper
