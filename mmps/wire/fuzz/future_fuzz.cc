// Any bytes are refused or are a future, or the value of an error, whose encoding gives the same
// bytes. The first byte of an input selects the kind, and for a future whether its lengths are made
// to fit, so that many inputs are deep.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "mmps/wire/error_value.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"

using namespace mentat::mmps;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void write_again(std::span<const std::byte> future, future_writer& writer) {
  future_reader reader(future);
  for (future_arc arc; reader.next(arc);) {
    writer.open(arc);
    write_again(arc.future, writer);
    writer.close();
  }
  require(reader.fault() == future_fault::none);
}

void as_future(std::span<const std::byte> bytes) {
  const future_check check = check_future(bytes);
  require(!text_of(check.fault).empty());
  if (check.fault != future_fault::none) return;
  require(check.arcs <= max_future_arcs && check.nesting <= max_future_nesting);
  require(check.arcs * future_arc_size == bytes.size());
  future_writer writer;
  write_again(bytes, writer);
  require(writer.bytes().size() == bytes.size());
  require(bytes.empty() || std::memcmp(writer.bytes().data(), bytes.data(), bytes.size()) == 0);
}

// Gives every arc a length between 0 and the rest, in whole arcs, and reduces fields that must be
// small.
void make_fit(std::span<std::byte> bytes) {
  while (bytes.size() >= future_arc_size) {
    std::byte* at = bytes.data();
    const std::size_t left = (bytes.size() - future_arc_size) / future_arc_size;
    const std::size_t length = std::to_integer<std::size_t>(at[48]) % (left + 1) * future_arc_size;
    std::memset(at, 0, 16);
    put_little_endian<std::uint16_t>(at + 44, 64);
    put_little_endian<std::uint16_t>(at + 42, std::to_integer<std::uint16_t>(at[42]) & 63);
    put_little_endian(at + 48, static_cast<std::uint32_t>(length));
    make_fit(bytes.subspan(future_arc_size, length));
    bytes = bytes.subspan(future_arc_size + length);
  }
}

void as_error(std::span<const std::byte> bytes) {
  const auto error = read_error(bytes);
  if (!error) return;
  require(name_of(error->kind) != "unknown error");
  const std::vector<std::byte> again = encode_error(*error);
  require(again.size() == bytes.size() &&
          std::memcmp(again.data(), bytes.data(), bytes.size()) == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of exactly this size, so that a read behind it is found.
  std::vector<std::byte> bytes(size - 1);
  if (size > 1) std::memcpy(bytes.data(), data + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      as_future(bytes);
      break;
    case 1:
      make_fit(bytes);
      as_future(bytes);
      break;
    default:
      as_error(bytes);
  }
  return 0;
}
