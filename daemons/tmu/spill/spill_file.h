// Spilled tokens in files [TOCS96 3.2.5]: append-only segments of 64 MiB without a name, so that
// nothing is left however the process ends. A record is a message as it travels: 128 bytes of
// header, then the body, both with checksums.
//
// Invariants:
//  1. A segment has its space on the disk before it is used: append() finds a full disk, at a
//     segment's beginning, never in the middle of a record.
//  2. Each appended record can be read, also when writing fails later: records stay in memory
//     until they are written.
//  3. A segment whose last record was released is given back. One is kept and used again: the
//     kernel has its pages in memory already.
//  4. read() gives the appended message, or spill_fault::corrupt.
// The folder must be a directory of this user with mode 0700, not a link; it is made if it is not
// there. Ownership: files and one buffer. Thread-safety: none. Errors: open() returns a text with
// the fault and the remedy; later ones are spill_fault. Cost: appending 64 bytes some 0.1 us, 4 KiB
// 2 us, a system call for every 256 KiB; reading in the order of writing likewise, else a system
// call or two for each record (docs/tmu.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "daemons/tmu/spill_store.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/trust/descriptor.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::tmu {

struct spill_options {
  std::string directory;
  std::uint64_t max_bytes = fixed::spill.value;
  std::size_t segment_bytes = std::size_t{64} << 20;  // a larger record has a segment of its own
};

struct spill_open_error {
  enum class kind : std::uint8_t {
    not_a_directory,
    is_a_link,
    other_owner,
    wrong_mode,
    unwritable
  };
  kind what;
  std::string text;  // with the path, the reason, and the remedy
};

class spill_file final : public spill_store {
 public:
  static tl::expected<std::unique_ptr<spill_file>, spill_open_error> open(spill_options options);

  spill_fault append(mmps::mentat_message& message, spill_handle& handle) override;
  spill_fault read(const spill_handle& handle, mmps::mentat_message& message) override;
  void release(const spill_handle& handle) override;

  [[nodiscard]] std::uint64_t bytes_on_disk() const { return bytes_on_disk_; }

 private:
  struct segment {
    mmps::trust::descriptor file;
    std::uint64_t size = 0;     // on disk; 0: this number is free
    std::uint64_t end = 0;      // of the records, also of those in the buffer
    std::uint64_t written = 0;  // before here they are in the file
    std::uint64_t records = 0;  // that are not released
  };
  // Bytes of one segment that were read ahead.
  struct window {
    std::uint32_t segment = 0;
    std::uint64_t begin = 0;
    std::vector<std::byte> bytes;
  };

  spill_file(spill_options options, mmps::trust::descriptor directory);
  spill_fault begin_segment(std::uint64_t record);
  tl::expected<mmps::trust::descriptor, spill_fault> make_file(std::uint64_t size);
  spill_fault flush();
  void free(std::uint32_t number);
  // The bytes of a record in the buffer or in the read-ahead window; else nothing.
  std::span<const std::byte> bytes_at_hand(std::uint32_t number, std::uint64_t offset,
                                           std::uint32_t length);
  static bool fill(std::span<std::byte> into, const segment& from, std::uint64_t offset);

  spill_options options_;
  mmps::trust::descriptor directory_;
  std::vector<segment> segments_;
  std::uint32_t current_ = 0;      // the segment for appending, if there is one
  std::vector<std::byte> buffer_;  // its records from `written` to `end`
  window window_;
  std::uint64_t next_in_order_ = 0;  // place of the record after the one read last
  mmps::trust::descriptor spare_;    // an empty file of the size of a segment
  std::uint64_t bytes_on_disk_ = 0;
};

}  // namespace mentat::tmu
