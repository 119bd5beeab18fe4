// Serialises arguments and results by Cereal's conventions (serialize, save/load), through archives
// over a plain buffer. The reader trusts nothing: it checks every length against the remaining
// bytes before it allocates, and grows sequences of large elements as it reads them. Both limit the
// nesting of values, because each level takes stack. Malformed input and too deep values throw
// marshal_error, which the server section turns into an error token. Thread-safety: one archive,
// one thread. Numbers are written in the machine's order of bytes, or little-endian where bytes are
// compared; a reader can be told to read the other order.
#pragma once

#include <algorithm>
#include <array>
#include <cereal/cereal.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "rts/api/borrowed_bytes.h"
#include "rts/api/byte_source.h"
#include "rts/api/byte_writer.h"
#include "rts/api/large_pages.h"
#include "rts/api/marshal_error.h"
#include "rts/api/number_format.h"

namespace mentat {

class byte_reader : public cereal::InputArchive<byte_reader, cereal::AllowEmptyClassElision> {
 public:
  explicit byte_reader(std::span<const std::byte> from, bool swapped = false)
      : InputArchive(this), own_(from, swapped), from_(own_) {}
  explicit byte_reader(byte_source& from) : InputArchive(this), own_({}), from_(from) {}
  // In the process that wrote: shares what the writer lent.
  byte_reader(std::span<const std::byte> from, std::span<const borrowed_bytes> lent)
      : InputArchive(this), own_(from), from_(own_), lent_(lent) {}

  [[nodiscard]] byte_source& source() { return from_; }
  void read(void* to, std::size_t size) { from_.read(to, size); }
  [[nodiscard]] std::size_t left() const { return from_.left(); }
  // The next bytes that the writer lent; null: the reader got none.
  const borrowed_bytes* take_lent() {
    if (lent_.empty()) return nullptr;
    const borrowed_bytes& next = lent_.front();
    lent_ = lent_.subspan(1);
    return &next;
  }

  void enter() {
    nesting_.enter();
    began_ = left();
  }
  // As in byte_writer.
  void leave() {
    nesting_.leave();
    if (left() == began_ && from_.read_number<std::uint8_t>() != 0)
      throw marshal_error("a value without content has some");
  }

 private:
  detail::nesting_depth nesting_;
  std::size_t began_ = 0;  // in bytes that were left
  byte_source own_;
  byte_source& from_;
  std::span<const borrowed_bytes> lent_;
};

template <class T>
  requires std::is_arithmetic_v<T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer& archive, const T& value) {
  detail::require_one_format<T>();
  archive.write_numbers(&value, sizeof value, 1);
}
template <class T>
  requires std::is_arithmetic_v<T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, T& value) {
  value = archive.source().template read_number<T>();
}

namespace detail {
// Bytes that belong to the enclosing value count as none.
template <class T>
inline constexpr bool is_value_of_class = std::is_class_v<T> || std::is_union_v<T>;
template <class T>
inline constexpr bool is_value_of_class<cereal::BinaryData<T>> = false;
}  // namespace detail

// Cereal calls these around each value.
template <class Archive, class T>
  requires((std::is_same_v<Archive, byte_writer> || std::is_same_v<Archive, byte_reader>) &&
           detail::is_value_of_class<T>)
void prologue(Archive& archive, const T&) {
  archive.enter();
}
template <class Archive, class T>
  requires((std::is_same_v<Archive, byte_writer> || std::is_same_v<Archive, byte_reader>) &&
           detail::is_value_of_class<T>)
void epilogue(Archive& archive, const T&) {
  archive.leave();
}

namespace detail {
// Converts to T&, but not to a reference to a base of T.
template <class T>
struct exactly {
  template <class U>
    requires std::is_same_v<U, T>
  operator U&() const;
};
// The code that mplc derives for a plain struct has a reserved name, so that no macro replaces it.
template <class Archive, class T>
concept has_derived_form =
    (std::is_same_v<Archive, byte_writer> || std::is_same_v<Archive, byte_reader>) &&
    std::is_class_v<T> &&
    requires(Archive& archive, exactly<T> value) { serialize__(archive, value); };
}  // namespace detail

template <class Archive, class T>
  requires detail::has_derived_form<Archive, T>
void CEREAL_SERIALIZE_FUNCTION_NAME(Archive& archive, T& value) {
  serialize__(archive, value);
}

template <class Archive, class T>
  requires(std::is_same_v<Archive, byte_writer> || std::is_same_v<Archive, byte_reader>)
void CEREAL_SERIALIZE_FUNCTION_NAME(Archive& archive, cereal::NameValuePair<T>& pair) {
  archive(pair.value);
}

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer& archive, const cereal::SizeTag<T>& tag) {
  const auto size = static_cast<std::uint64_t>(tag.size);
  archive.write_numbers(&size, sizeof size, 1);
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, cereal::SizeTag<T>& tag) {
  std::uint64_t size = 0;
  archive.source().read_numbers(&size, sizeof size, 1);
  // Each element takes at least one byte, so a sequence longer than the remaining bytes is
  // malformed.
  if (size > archive.left())
    throw marshal_error("a sequence claims more elements than there are bytes");
  tag.size = static_cast<std::remove_reference_t<T>>(size);
}

// Sequences whose elements may be larger than their bytes: an element is made only while bytes for
// it remain.
template <class Sequence>
void load_one_by_one(byte_reader& archive, Sequence& sequence) {
  cereal::size_type size = 0;
  archive(cereal::make_size_tag(size));
  sequence.clear();
  if constexpr (requires { sequence.reserve(size); })
    if (size <= 8 * archive.left() / sizeof(typename Sequence::value_type))
      sequence.reserve(static_cast<std::size_t>(size));
  for (; size != 0; --size) archive(sequence.emplace_back());
}
template <class T, class A>
  requires(!std::is_arithmetic_v<T>)
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, std::vector<T, A>& sequence) {
  load_one_by_one(archive, sequence);
}
// Cereal makes room for all the elements before it reads their bytes in one go.
template <class T, class A>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, std::vector<T, A>& sequence) {
  cereal::size_type size = 0;
  archive(cereal::make_size_tag(size));
  if (size > archive.left() / sizeof(T))
    throw marshal_error("a sequence claims more elements than there are bytes");
  sequence.reserve(static_cast<std::size_t>(size));
  prefer_large_pages(sequence.data(), sizeof(T) * static_cast<std::size_t>(size));
  if constexpr (sizeof(T) == 1) {
    const auto bytes = archive.source().take(static_cast<std::size_t>(size));
    const auto* const first = reinterpret_cast<const T*>(bytes.data());
    sequence.assign(first, first + bytes.size());
  } else {
    sequence.resize(static_cast<std::size_t>(size));
    archive.source().read_numbers(sequence.data(), sizeof(T), static_cast<std::size_t>(size));
  }
}
template <class T, class A>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, std::deque<T, A>& sequence) {
  load_one_by_one(archive, sequence);
}
template <class T, class A>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, std::list<T, A>& sequence) {
  load_one_by_one(archive, sequence);
}

// Cereal takes an array without elements for sizeof(array) bytes at null.
template <class T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer&, const std::array<T, 0>&) {}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader&, std::array<T, 0>&) {}

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer& archive, const cereal::BinaryData<T>& data) {
  using element = std::remove_pointer_t<std::remove_reference_t<T>>;
  constexpr std::size_t number = detail::size_of_numbers_in<element>();
  detail::require_one_format<element>();
  if constexpr (number == 0) detail::require_one_layout<element>();
  detail::require_numbers<number>(archive.is_other_order());
  archive.write_numbers(data.data, std::max<std::size_t>(number, 1),
                        static_cast<std::size_t>(data.size) / std::max<std::size_t>(number, 1));
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, cereal::BinaryData<T>& data) {
  using element = std::remove_pointer_t<std::remove_reference_t<T>>;
  constexpr std::size_t number = detail::size_of_numbers_in<element>();
  detail::require_numbers<number>(archive.source().swapped());
  archive.source().read_numbers(
      data.data, std::max<std::size_t>(number, 1),
      static_cast<std::size_t>(data.size) / std::max<std::size_t>(number, 1));
}

}  // namespace mentat

// Also for a struct that derives from a container, which Cereal would take it for.
template <class Archive, class T>
  requires mentat::detail::has_derived_form<Archive, T>
struct cereal::specialize<Archive, T, cereal::specialization::non_member_serialize> {};

CEREAL_REGISTER_ARCHIVE(mentat::byte_writer)
CEREAL_REGISTER_ARCHIVE(mentat::byte_reader)
CEREAL_SETUP_ARCHIVE_TRAITS(mentat::byte_reader, mentat::byte_writer)
