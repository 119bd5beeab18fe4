// How often a process has missed pieces that were named to it. Once too many were missing, names
// are not worth their round trips, and the process gets bytes; after some of those its misses count
// less, so that names get another chance. A value. Thread-safety: none.
#pragma once

#include <cstdint>

namespace mentat::mmps::net {

class missed_pieces {
 public:
  void note_named() { ++named_; }
  void note_missing() { ++missing_; }
  // Instead of a name.
  void note_bytes() {
    if (++bytes_ < bytes_before_retry) return;
    bytes_ = 0;
    named_ /= 2;
    missing_ /= 2;
  }
  [[nodiscard]] bool are_too_many() const { return 4 * missing_ > named_ + 32; }

 private:
  static constexpr std::uint64_t bytes_before_retry = 256;

  std::uint64_t named_ = 0, missing_ = 0, bytes_ = 0;
};

}  // namespace mentat::mmps::net
