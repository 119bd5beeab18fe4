// A buffer as bytes: the number of its elements and their memory. A large one is lent, not copied:
// the message shares its block. Thread-safety: none. Errors: marshal_error, before anything is
// allocated for bytes that are not there.
#pragma once

#include <mentat/buffer.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "rts/api/archive.h"

namespace mentat {

namespace detail {

// The size of the numbers that an element consists of; 0: not known.
template <class T>
consteval std::size_t size_of_numbers_in() {
  if constexpr (complex_number<T>)
    return sizeof(typename T::value_type);
  else
    return std::is_class_v<T> ? 0 : sizeof(T);
}

}  // namespace detail

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer& archive, const buffer<T>& value) {
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(value.size())));
  const std::size_t size = value.size() * sizeof(T);
  if (!archive.lends(size)) return archive.write(value.data(), size);
  // Nobody writes there: messages that share their storage are only read.
  auto* const bytes = reinterpret_cast<std::byte*>(const_cast<T*>(value.data()));
  archive.lend({detail::buffer_access::block(value), bytes}, size);
}

template <class T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, buffer<T>& value) {
  const auto size = archive.source().template read_number<std::uint64_t>();
  if (size == 0) return static_cast<void>(value = {});
  if (const borrowed_bytes* const lent = archive.take_lent()) {
    if (size * sizeof(T) != lent->size)
      throw marshal_error("a buffer is read with elements of another size than it has");
    value = detail::buffer_access::share<T>(lent->storage, lent->size);
    return;
  }
  if (size > archive.left() / sizeof(T))
    throw marshal_error("a sequence claims more elements than there are bytes");
  constexpr std::size_t number = detail::size_of_numbers_in<T>();
  byte_source& from = archive.source();
  if (number == 0 && from.swapped())
    throw marshal_error("a buffer of structs comes from a machine with another order of bytes");
  value = detail::buffer_access::fresh<T>(static_cast<std::size_t>(size), [&](T* to) {
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    prefer_large_pages(to, bytes);
    constexpr std::size_t unit = number == 0 ? 1 : number;
    from.read_numbers(to, unit, bytes / unit);
  });
}

}  // namespace mentat
