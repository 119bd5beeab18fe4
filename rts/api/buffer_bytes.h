// A buffer as bytes: the number of its elements and their memory. A large one is lent, not copied:
// the message shares its block, and so does the reader in a process of the same host.
// Thread-safety: none. Errors: marshal_error, before anything is allocated for bytes that are not
// there.
#pragma once

#include <mentat/buffer.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "mmps/base/arrived_blocks.h"
#include "rts/api/archive.h"
#include "rts/api/buffers_leaving.h"

namespace mentat {

namespace detail {

// As size_of_numbers_in(), also for complex numbers of the user's own.
template <class T>
consteval std::size_t size_of_numbers_in_element() {
  if constexpr (complex_number<T>)
    return sizeof(typename T::value_type);
  else
    return size_of_numbers_in<T>();
}

}  // namespace detail

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer& archive, const buffer<T>& value) {
  constexpr std::size_t number = detail::size_of_numbers_in_element<T>();
  detail::require_one_format<T>();
  if constexpr (number == 0) detail::require_one_layout<T>();
  detail::require_numbers<number>(archive.is_other_order());
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(value.size())));
  const std::size_t size = value.size() * sizeof(T);
  const auto block = [&]() -> std::shared_ptr<std::byte[]> {
    // Nobody writes there: messages that share their storage are only read.
    auto* const bytes = reinterpret_cast<std::byte*>(const_cast<T*>(value.data()));
    return {detail::buffer_access::block(value), bytes};
  };
  if (archive.lends(size)) return archive.lend(block(), size, true);
  auto* const leaving =
      size < detail::block_maker::least ? nullptr : buffers_leaving::from(archive.to());
  constexpr std::size_t unit = number == 0 ? 1 : number;
  if (!leaving || archive.is_other_order())
    return archive.write_numbers(value.data(), unit, size / unit);
  leaving->push_back({archive.to().size(), block(), size, true});
}

namespace detail {

// The elements are in a block of this process.
template <class T>
void load_shared(buffer<T>& value, std::uint64_t count,
                 const std::shared_ptr<const std::byte[]>& bytes, std::size_t size) {
  if (count > size || count * sizeof(T) != size ||
      reinterpret_cast<std::uintptr_t>(bytes.get()) % alignof(T) != 0)
    throw marshal_error("a buffer is read with elements of another size than it has");
  value = buffer_access::share<T>(bytes, size);
}

// Blocks are of processes of this host, which have one order; elements there cannot be changed.
template <class T>
void require_own_order(const byte_source& from) {
  if (from.swapped() && sizeof(T) > 1)
    throw marshal_error("a block of memory of this host has another order of bytes");
}

// Elements that are not among the bytes, as those of a shared vector (shared_argument.h). False:
// they are.
template <class T>
bool read_from_block(byte_source& from, buffer<T>& value) {
  if (from.left() < sizeof(std::uint64_t)) return false;
  const auto* const arrived = base::arrived_blocks::find(from.position() + sizeof(std::uint64_t));
  if (!arrived) return false;
  require_own_order<T>(from);
  load_shared(value, from.read_number<std::uint64_t>(), arrived->bytes, arrived->size);
  return true;
}

}  // namespace detail

template <class T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, buffer<T>& value) {
  const auto size = archive.source().template read_number<std::uint64_t>();
  if (size == 0) return static_cast<void>(value = {});
  if (const borrowed_bytes* const lent = archive.take_lent())
    return detail::load_shared(value, size, lent->storage, lent->size);
  if (const auto* const arrived = base::arrived_blocks::find(archive.source().position())) {
    detail::require_own_order<T>(archive.source());
    return detail::load_shared(value, size, arrived->bytes, arrived->size);
  }
  if (size > archive.left() / sizeof(T))
    throw marshal_error("a sequence claims more elements than there are bytes");
  constexpr std::size_t number = detail::size_of_numbers_in_element<T>();
  byte_source& from = archive.source();
  detail::require_numbers<number>(from.swapped());
  value = detail::buffer_access::fresh<T>(static_cast<std::size_t>(size), [&](T* to) {
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    prefer_large_pages(to, bytes);
    constexpr std::size_t unit = number == 0 ? 1 : number;
    from.read_numbers(to, unit, bytes / unit);
  });
}

}  // namespace mentat
