#include "mmps/base/crc32c.h"

#include <array>

#include "mmps/machine/crc32c_instruction.h"

namespace mentat::base {
namespace {

constexpr std::uint32_t polynomial = 0x82f63b78;  // 0x1edc6f41 with its bits reversed

// table[k][b]: the remainder of byte b followed by k zero bytes.
using tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr tables make_tables() {
  tables table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? polynomial : 0);
    table[0][byte] = crc;
  }
  for (std::size_t zeros = 1; zeros < table.size(); ++zeros)
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t shorter = table[zeros - 1][byte];
      table[zeros][byte] = (shorter >> 8) ^ table[0][shorter & 0xff];
    }
  return table;
}

constexpr tables table = make_tables();

std::uint32_t at(const std::byte* bytes, std::size_t index) {
  return std::to_integer<std::uint32_t>(bytes[index]);
}

}  // namespace

std::uint32_t crc32c_by_table(std::span<const std::byte> bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  const std::byte* next = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, next += 8) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < 4; ++i)
      sum ^= table[7 - i][at(next, i) ^ ((crc >> (8 * i)) & 0xff)];
    for (std::size_t i = 4; i < 8; ++i) sum ^= table[7 - i][at(next, i)];
    crc = sum;
  }
  for (; left > 0; --left, ++next) crc = (crc >> 8) ^ table[0][(crc ^ at(next, 0)) & 0xff];
  return ~crc;
}

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before) {
  if (machine::has_crc32c()) return machine::crc32c_by_instruction(bytes, before);
  return crc32c_by_table(bytes, before);
}

}  // namespace mentat::base
