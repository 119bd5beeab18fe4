#include "daemons/tmu/record_scanner.h"

#include <algorithm>

#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

bool is_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

scanned record_scanner::stop(std::size_t end_of_record, mmps::decode_error error) const {
  scanned result{.offset = at_, .error = error};
  const bool is_last = end_of_record >= bytes_.size() || is_zero(bytes_.subspan(end_of_record));
  result.status = is_last ? scan_status::torn : scan_status::corrupt;
  return result;
}

scanned record_scanner::next() {
  const std::span<const std::byte> rest = bytes_.subspan(at_);
  if (rest.size() < mmps::header_size) {
    if (!is_zero(rest)) return stop(bytes_.size(), mmps::decode_error::body_size);
    return {.offset = at_};
  }
  const auto head = rest.first<mmps::header_size>();
  const std::size_t after_head = at_ + mmps::header_size;
  const mmps::decode_result decoded = mmps::decode_header(head);
  if (!decoded) {
    if (is_zero(rest)) return {.offset = at_};
    return stop(after_head, decoded.error);
  }
  // The header is what was written; its length can be believed.
  const std::size_t length = decoded.header.body_length;
  if (length > rest.size() - mmps::header_size)
    return stop(bytes_.size(), mmps::decode_error::body_size);
  const std::span<const std::byte> body = rest.subspan(mmps::header_size, length);
  if ((decoded.header.flags & mmps::flag::body_crc) == 0)
    return stop(after_head, mmps::decode_error::flags);
  const mmps::decode_error error = mmps::check_body(decoded.header, body);
  if (error != mmps::decode_error::none) return stop(after_head + length, error);
  const scanned result{scan_status::record, at_, mmps::decode_error::none, decoded.header, body};
  at_ = after_head + length;
  return result;
}

}  // namespace mentat::tmu
