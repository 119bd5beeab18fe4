// Any bytes are a tuple, or are refused by an exception; a tuple's fields lie within its bytes, and
// its encoding is read as the same tuple. At most 4 bytes are allocated for each byte of the input.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <vector>

#include <cereal/types/string.hpp>

#include "mmps/wire/fuzz/counted_memory.h"
#include "rts/api/archive.h"
#include "rts/space/encoded_tuple.h"

using mentat::space_detail::encoded_tuple;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_fields(const encoded_tuple& tuple) {
  require(tuple.count() <= encoded_tuple::most_fields);
  require((tuple.actuals() & tuple.formals()) == 0);
  std::size_t all = 0;
  encoded_tuple::reader fields(tuple);
  for (std::size_t k = 0; k < tuple.count(); ++k) {
    const std::string_view field = fields.next();
    require(!tuple.is_formal(k) || field.empty());
    all += field.size();
  }
  require(all <= tuple.bytes().size());
}

// The lengths of the text and of its first field fit, so that many inputs are deep.
void make_fit(std::vector<std::byte>& bytes) {
  constexpr std::size_t formals_at = 8, length_at = 12, text_at = 20;
  if (bytes.size() < text_at) return;
  std::fill_n(bytes.begin() + formals_at + 1, 3, std::byte{0});
  const std::uint64_t length = bytes.size() - text_at;
  for (std::size_t k = 0; k < 8; ++k)
    bytes[length_at + k] = static_cast<std::byte>(length >> (8 * k));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t of_an_exception = 4096, most_for_a_byte = 4;
  if (size == 0 || !mentat::fuzz::counts_memory) return 0;
  std::vector<std::byte> bytes(size - 1);  // exactly this size: a read behind it is found
  std::copy_n(reinterpret_cast<const std::byte*>(data + 1), size - 1, bytes.begin());
  if (data[0] % 4 != 0) make_fit(bytes);

  encoded_tuple tuple;
  const std::size_t before = mentat::fuzz::allocated_bytes;
  bool is_one = true;
  try {
    mentat::byte_reader reader(bytes, false);
    reader(tuple);
  } catch (const mentat::marshal_error&) {
    is_one = false;
  } catch (const std::invalid_argument&) {
    is_one = false;
  }
  require(mentat::fuzz::allocated_bytes - before <= most_for_a_byte * size + of_an_exception);
  if (!is_one) return 0;
  check_fields(tuple);
  mentat::base::byte_buffer written;
  mentat::byte_writer writer(written);
  writer(tuple);
  encoded_tuple again;
  mentat::byte_reader reader(written);
  reader(again);
  require(again.signature() == tuple.signature() && again.formals() == tuple.formals() &&
          again.bytes() == tuple.bytes() && again.count() == tuple.count());
  return 0;
}
