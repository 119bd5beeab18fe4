// Any bytes are refused or are a message whose encoding gives the same bytes. Each input is tried
// as it is, and as the difference to a good header, with a right checksum, so that most inputs
// reach the last checks.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "mmps/base/crc32c.h"
#include "mmps/wire/codec.h"

using namespace mentat::mmps;

namespace {

using raw_header = std::array<std::byte, header_size>;

constexpr std::size_t max_body = 1 << 16;

void require(bool condition) {
  if (!condition) std::abort();
}

void decode(const raw_header& raw, std::span<const std::byte> body) {
  const decode_result result = decode_header(raw, max_body);
  require(!text_of(result.error).empty());
  if (!result) return;
  raw_header again;
  encode_header(result.header, again);
  require(again == raw);
  require(result.header.body_length <= max_body);
  require(result.header.future_length <= result.header.body_length);
  if (check_body(result.header, body) == decode_error::none)
    require(body.size() == result.header.body_length);
}

raw_header good_header() {
  message_header header;
  header.type = 3;
  header.body_length = 64;
  header.future_length = 32;
  header.argument_count = 2;
  raw_header raw;
  encode_header(header, raw);
  return raw;
}

raw_header changed(raw_header raw, const raw_header& difference) {
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i] ^= difference[i];
  std::fill_n(raw.begin() + 8, 4, std::byte{0});
  const std::uint32_t crc = mentat::base::crc32c(raw);
  for (std::size_t i = 0; i < 4; ++i) raw[8 + i] = static_cast<std::byte>(crc >> (8 * i));
  return raw;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy of exactly this size, so that AddressSanitizer sees a read behind it.
  const auto input = std::as_bytes(std::span(data, size));
  raw_header raw{};
  std::copy_n(input.begin(), std::min(size, raw.size()), raw.begin());
  const auto rest = input.subspan(std::min(size, raw.size()));
  const std::vector<std::byte> body(rest.begin(), rest.end());
  decode(raw, body);
  decode(changed(good_header(), raw), body);
  return 0;
}
