// Bytes of a large value that are not copied among the other bytes of a message: they belong at
// `at` of those, and stay in place. Ownership: `storage` keeps them.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace mentat {

struct borrowed_bytes {
  std::size_t at;
  std::shared_ptr<std::byte[]> storage;
  std::size_t size;
  bool is_lasting = false;  // of a buffer: they never change, and may be sent again
};

[[nodiscard]] inline std::size_t size_of(const std::vector<borrowed_bytes>& all) {
  std::size_t size = 0;
  for (const borrowed_bytes& one : all) size += one.size;
  return size;
}

}  // namespace mentat
