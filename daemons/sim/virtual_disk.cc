#include "daemons/sim/virtual_disk.h"

#include <algorithm>
#include <span>

#include "mmps/base/check.h"
#include "mmps/wire/codec.h"

namespace mentat::sim {

using mmps::header_size;
using tmu::spill_fault;
using tmu::spill_handle;

spill_fault virtual_disk::append(mmps::mentat_message& message, spill_handle& handle) {
  const std::size_t length = header_size + message.body().size();
  if (length > faults_.size - used_) {
    ++met_;
    return spill_fault::full;
  }
  mmps::protect_body(message);
  std::vector<std::byte> record(header_size);
  mmps::encode_header(message.header, std::span(record).first<header_size>());
  record.insert(record.end(), message.body().begin(), message.body().end());
  if (chance_.below(1'000'000) < faults_.flipped) {
    record[chance_.below(length)] ^= std::byte{1} << chance_.below(8);
    ++met_;
  }
  if (chance_.below(1'000'000) < faults_.torn) {
    std::fill(record.begin() + static_cast<std::ptrdiff_t>(chance_.below(length)), record.end(),
              std::byte{0});
    ++met_;
  }
  used_ += length;
  handle = {++last_place_, static_cast<std::uint32_t>(length)};
  records_.emplace(handle.place, std::move(record));
  return spill_fault::none;
}

spill_fault virtual_disk::read(const spill_handle& handle, mmps::mentat_message& message) {
  const auto found = records_.find(handle.place);
  MENTAT_CHECK(found != records_.end() && found->second.size() == handle.length,
               "a handle of no record");
  const std::span<const std::byte> record = found->second;
  const mmps::decode_result decoded = mmps::decode_header(record.first<header_size>());
  message = mmps::mentat_message(record.subspan(header_size));
  if (!decoded || mmps::check_body(decoded.header, message.body()) != mmps::decode_error::none)
    return spill_fault::corrupt;
  message.header = decoded.header;
  return spill_fault::none;
}

void virtual_disk::release(const spill_handle& handle) {
  const auto found = records_.find(handle.place);
  MENTAT_CHECK(found != records_.end(), "a handle of no record");
  used_ -= found->second.size();
  records_.erase(found);
}

}  // namespace mentat::sim
