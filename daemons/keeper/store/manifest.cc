#include "daemons/keeper/store/manifest.h"

#include "mmps/wire/little_endian.h"

namespace mentat::keeper {

std::vector<std::byte> encode(const manifest& of) {
  const auto bytes = mmps::bytes_of_words(of);
  return {bytes.begin(), bytes.end()};
}

std::optional<manifest> decode_manifest(std::span<const std::byte> bytes) {
  if (bytes.size() != sizeof(manifest)) return std::nullopt;
  const auto read = mmps::get_words<manifest>(bytes.data());
  if (read.first == 0 || read.first > read.last) return std::nullopt;
  return read;
}

}  // namespace mentat::keeper
