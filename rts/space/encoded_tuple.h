// A tuple, or a pattern that a tuple is to match, as bytes [LINDA86 2]. Fields that are names are
// part of the signature and have no bytes. Two fields are equal if their bytes are. Thread-safety:
// as a value. Errors: std::length_error for a field of 4 GiB or more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mentat::space_detail {

class encoded_tuple {
 public:
  static constexpr std::size_t most_fields = 16;

  encoded_tuple() = default;
  explicit encoded_tuple(std::uint64_t signature) : signature_(signature) {}

  void add(std::string_view field) {
    add_size(field.size());
    bytes_.append(field);
    ++count_;
  }
  void add_formal() {
    formals_ |= std::uint32_t{1} << count_;
    add_size(0);
    ++count_;
  }

  [[nodiscard]] std::uint64_t signature() const { return signature_; }  // of all fields
  [[nodiscard]] std::uint32_t formals() const {
    return formals_;
  }  // bit k: field k has a type alone
  [[nodiscard]] std::uint32_t actuals() const {
    return ~formals_ & ((std::uint32_t{1} << count_) - 1);
  }
  [[nodiscard]] bool is_formal(std::size_t field) const { return (formals_ >> field & 1) != 0; }
  [[nodiscard]] std::size_t count() const { return count_; }  // of fields that are not names
  // The fields, each behind its size.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

  // Reads the fields in their order; a formal is empty. The tuple stays as it is meanwhile.
  class reader {
   public:
    explicit reader(const encoded_tuple& of) : at_(of.bytes_.data()) {}
    std::string_view next() {
      std::size_t size = static_cast<unsigned char>(*at_++);
      if (size == long_field)
        for (size = 0; const int shift : {0, 8, 16, 24})
          size |= std::size_t{static_cast<unsigned char>(*at_++)} << shift;
      const char* const begin = at_;
      at_ += size;
      return {begin, size};
    }

   private:
    const char* at_;
  };

  // Throws std::invalid_argument if the bytes that it has read do not encode a tuple.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(signature_, formals_, bytes_);
    recount();
  }

 private:
  static constexpr std::size_t long_field = 255;  // the first byte of a size of five bytes

  void add_size(std::size_t size) {
    if (size < long_field) {
      bytes_.push_back(static_cast<char>(size));
      return;
    }
    if (size >> 32 != 0) throw std::length_error("a field of a tuple has 4 GiB or more");
    bytes_.push_back(static_cast<char>(long_field));
    for (const int shift : {0, 8, 16, 24}) bytes_.push_back(static_cast<char>(size >> shift));
  }
  void recount() {
    count_ = 0;
    for (std::size_t at = 0; at < bytes_.size(); ++count_) {
      const bool is_long = static_cast<unsigned char>(bytes_[at]) == long_field;
      const bool fits = bytes_.size() - at >= (is_long ? 5 : 1);
      if (count_ == most_fields || !fits) throw std::invalid_argument("malformed tuple");
      const std::size_t size = size_at(at);
      at += is_long ? 5 : 1;
      const bool has_no_value = is_formal(count_) && size != 0;
      if (size > bytes_.size() - at || has_no_value) throw std::invalid_argument("malformed tuple");
      at += size;
    }
    if (formals_ >> count_ != 0) throw std::invalid_argument("malformed tuple");
  }
  [[nodiscard]] std::size_t size_at(std::size_t at) const {
    std::size_t size = static_cast<unsigned char>(bytes_[at]);
    if (size == long_field)
      for (size = 0; const int shift : {0, 8, 16, 24})
        size |= std::size_t{static_cast<unsigned char>(bytes_[++at])} << shift;
    return size;
  }

  std::uint64_t signature_ = 0;
  std::uint32_t formals_ = 0;
  std::uint32_t count_ = 0;
  std::string bytes_;
};

}  // namespace mentat::space_detail
