// Any bytes are an argument or are refused by an exception, of ours or of Cereal's; nothing is
// allocated that they do not pay for. The first byte says which type is read, and in which byte
// order. A value that was read and written again is read as the same value.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <cereal/types/list.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/tuple.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include "rts/api/archive.h"
#include "rts/api/buffer_bytes.h"

namespace {

struct nested {
  int number = 0;
  std::vector<nested> inside;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(number, inside);
  }
  friend bool operator==(const nested&, const nested&) = default;
};

struct triple {
  std::uint8_t values[3];
};

template <class T>
void try_type(std::span<const std::byte> bytes, bool swapped) {
  T value{};
  try {
    mentat::byte_reader reader(bytes, swapped);
    reader(value);
  } catch (const mentat::marshal_error&) {
    return;
  } catch (const cereal::Exception&) {  // a variant's alternative that there is not
    return;
  }
  mentat::base::byte_buffer written;
  mentat::byte_writer writer(written);
  writer(value);
  T again{};
  mentat::byte_reader reader(written);
  reader(again);
  mentat::base::byte_buffer twice;  // compares bytes: a NaN is not equal to itself
  mentat::byte_writer second(twice);
  second(again);
  if (reader.left() != 0 || !std::ranges::equal(twice, written)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of exactly this size: AddressSanitizer sees a read behind it.
  const std::vector<std::uint8_t> copy(data + 1, data + size);
  const auto bytes = std::as_bytes(std::span(copy));
  const bool swapped = (data[0] & 1) != 0;
  switch (data[0] / 2 % 12) {
    case 0:
      try_type<std::vector<double>>(bytes, swapped);
      break;
    case 1:
      try_type<std::vector<std::string>>(bytes, swapped);
      break;
    case 2:
      try_type<std::map<std::string, std::vector<int>>>(bytes, swapped);
      break;
    case 3:
      try_type<std::optional<std::pair<std::string, long>>>(bytes, swapped);
      break;
    case 4:
      try_type<std::variant<int, std::string, std::vector<char>>>(bytes, swapped);
      break;
    case 5:
      try_type<nested>(bytes, swapped);
      break;
    case 6:
      try_type<std::vector<bool>>(bytes, swapped);
      break;
    case 7:
      try_type<std::list<std::set<short>>>(bytes, swapped);
      break;
    case 8:
      try_type<std::vector<std::vector<std::vector<char>>>>(bytes, swapped);
      break;
    case 9:
      try_type<std::vector<std::list<std::tuple<>>>>(bytes, swapped);
      break;
    case 10:
      try_type<mentat::buffer<double>>(bytes, swapped);
      break;
    case 11:
      try_type<std::vector<mentat::buffer<triple>>>(bytes, swapped);
      break;
  }
  return 0;
}
