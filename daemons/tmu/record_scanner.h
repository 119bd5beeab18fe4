// Reads what a file of records holds: messages one behind the other, each the 128 bytes of its
// header and its body, both with checksums (mmps/wire/codec.h), then zeros.
//
// It never guesses. After the last whole record there is
//   end      nothing, or zeros;
//   torn     a record that was being written: it is incomplete or its checksum is wrong, and
//   nothing but zeros follows; corrupt  a record that is damaged, and something follows: what,
//   cannot be known, because the damage may be in the length.
// Ownership: a view of the bytes. Errors: values. Thread-safety: none. Pure. Cost: one pass;
// nothing is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mmps/wire/codec.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::tmu {

enum class scan_status : std::uint8_t { record, end, torn, corrupt };

struct scanned {
  scan_status status = scan_status::end;
  std::size_t offset = 0;  // of this record, or of where the scan stopped
  mmps::decode_error error = mmps::decode_error::none;  // why, if torn or corrupt
  mmps::message_header header{};                        // of a record
  std::span<const std::byte> body{};
};

class record_scanner {
 public:
  explicit record_scanner(std::span<const std::byte> bytes) : bytes_(bytes) {}

  // The next record. What is no record is given again and again.
  scanned next();

 private:
  [[nodiscard]] scanned stop(std::size_t end_of_record, mmps::decode_error error) const;

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace mentat::tmu
