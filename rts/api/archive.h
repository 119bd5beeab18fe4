// Arguments and results as bytes, by Cereal's conventions (serialize, save/load), through archives over a plain buffer.
// The reader trusts nothing: every length is checked against what is left before anything is allocated; what does not fit throws
// marshal_error, which the server section turns into an error token. Thread-safety: one archive, one thread. Bytes are in the
// order of the machine.
#pragma once

#include <cereal/cereal.hpp>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace mentat {

class marshal_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class byte_writer : public cereal::OutputArchive<byte_writer, cereal::AllowEmptyClassElision> {
 public:
  explicit byte_writer(std::vector<std::byte>& to) : OutputArchive(this), to_(to) {}

  void write(const void* from, std::size_t size) {
    const std::size_t at = to_.size();
    to_.resize(at + size);
    if (size != 0) std::memcpy(to_.data() + at, from, size);
  }

 private:
  std::vector<std::byte>& to_;
};

class byte_reader : public cereal::InputArchive<byte_reader, cereal::AllowEmptyClassElision> {
 public:
  explicit byte_reader(std::span<const std::byte> from) : InputArchive(this), from_(from) {}

  void read(void* to, std::size_t size) {
    if (size > from_.size()) throw marshal_error("an argument ends too early");
    if (size != 0) std::memcpy(to, from_.data(), size);
    from_ = from_.subspan(size);
  }
  [[nodiscard]] std::size_t left() const { return from_.size(); }

 private:
  std::span<const std::byte> from_;
};

template <class T>
  requires std::is_arithmetic_v<T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer& archive, const T& value) {
  archive.write(&value, sizeof value);
}
template <class T>
  requires std::is_arithmetic_v<T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, T& value) {
  archive.read(&value, sizeof value);
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
  archive.read(&size, sizeof size);
  // An element takes at least one byte: a longer sequence than there are bytes is a lie.
  if (size > archive.left()) throw marshal_error("a sequence claims more elements than there are bytes");
  tag.size = static_cast<std::remove_reference_t<T>>(size);
}

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(byte_writer& archive, const cereal::BinaryData<T>& data) {
  archive.write(data.data, static_cast<std::size_t>(data.size));
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(byte_reader& archive, cereal::BinaryData<T>& data) {
  archive.read(data.data, static_cast<std::size_t>(data.size));
}

}  // namespace mentat

CEREAL_REGISTER_ARCHIVE(mentat::byte_writer)
CEREAL_REGISTER_ARCHIVE(mentat::byte_reader)
CEREAL_SETUP_ARCHIVE_TRAITS(mentat::byte_reader, mentat::byte_writer)
