// Serialises arguments and results by Cereal's conventions (serialize, save/load), through archives
// over a plain buffer. The reader trusts nothing: it checks every length against the remaining
// bytes before it allocates, and grows sequences of large elements as it reads them. Both limit the
// nesting of values, because each level takes stack. Malformed input and too deep values throw
// marshal_error, which the server section turns into an error token. Thread-safety: one archive,
// one thread. Bytes are written in the machine's byte order; a reader can be told to read the other
// order.
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

#include "mmps/base/byte_buffer.h"
#include "mmps/base/fixed_limits.h"
#include "rts/api/borrowed_bytes.h"
#include "rts/api/byte_source.h"
#include "rts/api/large_pages.h"
#include "rts/api/marshal_error.h"

namespace mentat {

namespace detail {
// Of the classes and containers that are being written or read.
class nesting_depth {
 public:
  void enter() {
    if (++depth_ > fixed::nesting.value)
      throw marshal_error("fixed.nesting: values more than 500 deep");
  }
  void leave() { --depth_; }

 private:
  std::uint64_t depth_ = 0;
};
}  // namespace detail

class byte_writer : public cereal::OutputArchive<byte_writer, cereal::AllowEmptyClassElision> {
 public:
  static constexpr std::size_t large = 65536;  // bytes
  // With `lent`, values of `least_lent` bytes and more that end with being written, or are shared,
  // may be put there instead.
  explicit byte_writer(base::byte_buffer& to, std::vector<borrowed_bytes>* lent = nullptr,
                       std::size_t least_lent = large)
      : OutputArchive(this), to_(to), lent_(lent), least_lent_(least_lent) {}

  void write(const void* from, std::size_t size) {
    if (size >= large) make_room(size);
    to_.append(from, size);
  }

  [[nodiscard]] bool lends(std::size_t size) const { return lent_ && size >= least_lent_; }
  // Numbers as they lie in memory; taken without a copy. REQUIRES: there is `lent`.
  template <class Numbers>
  void lend(Numbers& numbers) {
    const std::size_t size = numbers.size() * sizeof(typename Numbers::value_type);
    const auto kept = std::make_shared<Numbers>(std::move(numbers));
    auto* const bytes = reinterpret_cast<std::byte*>(kept->data());
    lend(std::shared_ptr<std::byte[]>(kept, bytes), size);
  }
  void lend(std::shared_ptr<std::byte[]> bytes, std::size_t size, bool are_lasting = false) {
    lent_->push_back({to_.size(), std::move(bytes), size, are_lasting});
  }
  [[nodiscard]] const base::byte_buffer& to() const { return to_; }

  // Called around each value of a class. A value that wrote nothing still takes one byte, so that
  // no sequence has more elements than bytes. A nested value took a byte, so it is enough to know
  // where the last value began.
  void enter() {
    nesting_.enter();
    began_ = to_.size();
  }
  void leave() {
    constexpr std::byte nothing{0};
    nesting_.leave();
    if (to_.size() == began_) write(&nothing, 1);
  }

 private:
  void make_room(std::size_t size) {
    if (to_.capacity() - to_.size() >= size) return;
    to_.reserve(std::max(2 * to_.capacity(), to_.size() + size));
    prefer_large_pages(to_.data() + to_.size(), size);
  }

  base::byte_buffer& to_;
  std::vector<borrowed_bytes>* const lent_;
  const std::size_t least_lent_;
  detail::nesting_depth nesting_;
  std::size_t began_ = 0;
};

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
  archive.write(&value, sizeof value);
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
  archive.write(&size, sizeof size);
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
  archive.write(data.data, static_cast<std::size_t>(data.size));
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, cereal::BinaryData<T>& data) {
  using number = std::remove_pointer_t<std::remove_reference_t<T>>;
  if constexpr (std::is_void_v<number>)
    archive.read(data.data, static_cast<std::size_t>(data.size));
  else
    archive.source().read_numbers(data.data, sizeof(number),
                                  static_cast<std::size_t>(data.size) / sizeof(number));
}

}  // namespace mentat

// Also for a struct that derives from a container, which Cereal would take it for.
template <class Archive, class T>
  requires mentat::detail::has_derived_form<Archive, T>
struct cereal::specialize<Archive, T, cereal::specialization::non_member_serialize> {};

CEREAL_REGISTER_ARCHIVE(mentat::byte_writer)
CEREAL_REGISTER_ARCHIVE(mentat::byte_reader)
CEREAL_SETUP_ARCHIVE_TRAITS(mentat::byte_reader, mentat::byte_writer)
