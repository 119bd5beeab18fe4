// The value of a field of a tuple as bytes, and back. What patterns can give as a value is compared
// as bytes, so numbers in it are little-endian on every machine. Values of other types say their
// order in their first byte. Thread-safety: all functions. Errors: marshal_error.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "rts/api/value_bytes.h"
#include "rts/space/signature.h"

namespace mentat::space_detail {

template <class T>
inline constexpr bool is_name = false;
template <name_text Text>
inline constexpr bool is_name<name<Text>> = true;
// Whether equal values, and only those, have equal bytes.
template <class T>
inline constexpr bool has_one_encoding =
    (std::is_arithmetic_v<T> && !std::is_same_v<T, long double>) || std::is_enum_v<T> || is_name<T>;
template <>
inline constexpr bool has_one_encoding<std::string> = true;
template <class T, std::size_t Size>
inline constexpr bool has_one_encoding<std::array<T, Size>> = has_one_encoding<T>;
template <class T, class A>
inline constexpr bool has_one_encoding<std::vector<T, A>> = has_one_encoding<T>;
template <class T, class U>
inline constexpr bool has_one_encoding<std::pair<T, U>> =
    has_one_encoding<T> && has_one_encoding<U>;
template <class... T>
inline constexpr bool has_one_encoding<std::tuple<T...>> = (has_one_encoding<T> && ...);

template <class T>
consteval bool can_be_field() {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || is_name<T>)
    return true;
  else
    return detail::travels<T>();
}

inline constexpr bool is_little = std::endian::native == std::endian::little;

template <class T>
std::array<char, sizeof(T)> bytes_of_number(T value) {
  detail::require_one_format<T>();
  auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if constexpr (!is_little) std::ranges::reverse(bytes);
  return bytes;
}

template <class T>
std::string bytes_of(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    const auto bytes = bytes_of_number(value);
    return {bytes.data(), bytes.size()};
  } else {
    base::byte_buffer bytes;
    if constexpr (has_one_encoding<T>) {
      byte_writer archive(bytes);
      archive.in_little_endian()(const_cast<T&>(value));
    } else {
      bytes.append(&is_little, sizeof is_little);
      detail::write_value(bytes, const_cast<T&>(value));
    }
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
}

template <class T>
T value_from(std::string_view bytes) {
  if constexpr (!can_be_field<T>()) {
    throw marshal_error("");  // encode() has said why at compile time
  } else if constexpr (std::is_same_v<T, std::string>) {
    return std::string(bytes);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    std::array<char, sizeof(T)> image;
    if (bytes.size() != image.size()) throw marshal_error("a field of a tuple has another size");
    std::ranges::copy(bytes, image.begin());
    if constexpr (!is_little) std::ranges::reverse(image);
    return std::bit_cast<T>(image);
  } else {
    byte_source all(std::as_bytes(std::span(bytes)));
    bool is_little_there = true;
    if constexpr (!has_one_encoding<T>) is_little_there = all.read_number<bool>();
    byte_source from(all.rest(), is_little_there != is_little);
    return detail::read_value<T>(from);
  }
}

}  // namespace mentat::space_detail
