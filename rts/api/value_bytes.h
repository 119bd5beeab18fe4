// Encodes a value as bytes: by Cereal, except for numbers and for memory images of types without a
// default constructor. Thread-safety: none. Errors: marshal_error. It brings Cereal: for server
// sections alone.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <cereal/types/array.hpp>
#include <cereal/types/bitset.hpp>
#include <cereal/types/chrono.hpp>
#include <cereal/types/complex.hpp>
#include <cereal/types/deque.hpp>
#include <cereal/types/forward_list.hpp>
#include <cereal/types/list.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/queue.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/stack.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/tuple.hpp>
#include <cereal/types/unordered_map.hpp>
#include <cereal/types/unordered_set.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include "rts/api/archive.h"
#include "rts/api/borrowed_bytes.h"
#include "rts/api/buffer_bytes.h"

namespace mentat::detail {

// A type without a default constructor travels as its memory image, if it is trivial enough for
// that.
template <class T>
inline constexpr bool travels_as_image =
    !std::is_default_constructible_v<T> && std::is_trivially_copyable_v<T>;

template <class T>
inline constexpr bool is_numbers = false;
template <class T, class A>
inline constexpr bool is_numbers<std::vector<T, A>> =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
template <class T, class Traits, class A>
inline constexpr bool is_numbers<std::basic_string<T, Traits, A>> = std::is_arithmetic_v<T>;

// Appends a value as bytes. Each value has its own archive, because each may travel in its own
// message: Cereal writes the version of a class once per archive. Numbers need none; making an
// archive costs up to a tenth of a call between processes.
template <class T>
void write_value(base::byte_buffer& behind, T& value) {
  require_one_format<T>();
  if constexpr (travels_as_image<T>) require_one_layout<T>();
  if constexpr (std::is_arithmetic_v<T> || travels_as_image<T>) {
    behind.append(std::addressof(value), sizeof value);
  } else {
    byte_writer archive(behind);
    archive(value);
  }
}

// The same for a value that nobody needs afterwards; `lent` as in byte_writer.
template <class T>
void write_last_value(base::byte_buffer& behind, std::vector<borrowed_bytes>* lent, T& value) {
  if constexpr (is_numbers<T>) {
    require_one_format<typename T::value_type>();
    if (lent && value.size() * sizeof(typename T::value_type) >= byte_writer::large) {
      byte_writer archive(behind, lent);
      archive(cereal::make_size_tag(static_cast<cereal::size_type>(value.size())));
      return archive.lend(value);
    }
  }
  if constexpr (std::is_arithmetic_v<T> || travels_as_image<T>) {
    write_value(behind, value);
  } else {
    byte_writer archive(behind, lent);
    archive(value);
  }
}

template <class T>
T read_value(byte_source& from) {
  if constexpr (std::is_arithmetic_v<T>) {
    return from.template read_number<T>();
  } else if constexpr (std::is_default_constructible_v<T>) {
    byte_reader archive(from);
    T value{};
    archive(value);
    return value;
  } else if constexpr (std::is_trivially_copyable_v<T>) {
    require_numbers<size_of_numbers_in<T>()>(from.swapped());
    std::array<std::byte, sizeof(T)> image;
    from.read(image.data(), image.size());
    return std::bit_cast<T>(image);
  } else {
    throw marshal_error(
        "a value of a type without a default constructor cannot be sent to another process");
  }
}

// Encodes and decodes a value in place, as a call to another process would. Buffers are shared.
template <class T>
void round_trip(T& value) {
  if constexpr (std::is_default_constructible_v<T>) {
    base::byte_buffer bytes;
    std::vector<borrowed_bytes> shared;
    byte_writer writer(bytes, &shared, 1);
    writer(value);
    T decoded{};
    byte_reader reader(bytes, shared);
    reader(decoded);
    if constexpr (std::is_move_assignable_v<T>) {
      value = std::move(decoded);
    } else {
      std::destroy_at(&value);
      ::new (static_cast<void*>(&value)) T(std::move(decoded));
    }
  }
}

// Whether a value can be encoded and decoded, as far as its type tells: the translator does not
// know the parameters of a class template's constructor. No images, which may hold addresses (a
// lambda's captures).
template <class T>
consteval bool travels() {
  constexpr bool is_known = cereal::traits::is_output_serializable<T, byte_writer>::value &&
                            cereal::traits::is_input_serializable<T, byte_reader>::value;
  if constexpr (std::is_pointer_v<T> || !std::is_default_constructible_v<T> || !is_known)
    return false;
  else if constexpr (is_buffer<T>)
    return true;
  else if constexpr (requires { typename T::mapped_type; })
    return travels<typename T::key_type>() && travels<typename T::mapped_type>();
  else if constexpr (requires { typename T::value_type; })
    return travels<typename T::value_type>();
  else
    return true;
}

}  // namespace mentat::detail
