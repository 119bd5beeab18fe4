// A tuple, or a pattern that a tuple is to match, as bytes [LINDA86 2].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mentat::space_detail {

// Fields that are names are part of the signature and have no bytes. Two fields are equal if their
// bytes are.
struct encoded_tuple {
  static constexpr std::size_t most_fields = 16;

  std::uint64_t signature = 0;      // of all fields (signature.h)
  std::uint32_t formals = 0;        // bit k: field k has a type alone
  std::vector<std::string> fields;  // the bytes of each field; empty for a formal

  [[nodiscard]] bool is_formal(std::size_t field) const { return (formals >> field & 1) != 0; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(signature, formals, fields);
  }
};

}  // namespace mentat::space_detail
