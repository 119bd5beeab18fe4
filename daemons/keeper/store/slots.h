// Two files that take turns: a small value that is replaced as a whole, and of which a power cut
// leaves the old or the new one. `NAME.a` and `NAME.b`; the valid one with the higher turn counts.
//
// A slot is written in one sector. Thread-safety: none. Errors: the disk's; read() gives nothing if
// neither slot is valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemons/keeper/store/disk.h"

namespace mentat::keeper {

/// What stands in the two files.
struct slot_state {
  std::uint64_t turn = 0;          // of the valid one; 0: there is none
  std::vector<std::byte> content;  // its
  bool is_newer_format = false;    // one of them is of a later version
  unsigned damaged = 0;            // slots that are there, and are not valid
};

class slots {
 public:
  static constexpr std::uint32_t version = 1;
  static constexpr std::size_t max_content = 472;  // bytes: with its frame, a sector

  slots(disk& on, std::string name) : disk_(on), name_(std::move(name)) {}

  [[nodiscard]] disk_result<slot_state> read();
  /// Replaces the value. REQUIRES: read() has been called; at most max_content bytes. When it
  /// returns, the value is safe; after a fault the old or the new one is there.
  [[nodiscard]] disk_result<void> write(std::span<const std::byte> content);

 private:
  disk& disk_;
  std::string name_;
  std::uint64_t turn_ = 0;
  bool has_safe_names_[2] = {false, false};
};

}  // namespace mentat::keeper
