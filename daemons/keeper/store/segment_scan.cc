#include "daemons/keeper/store/segment_scan.h"

#include <algorithm>
#include <cstring>

#include "mmps/base/check.h"
#include "mmps/wire/little_endian.h"

namespace mentat::keeper {
namespace {

using durable::record_fault;
using durable::record_header_bytes;
using durable::record_kind;
using durable::record_view;
using mmps::get_little_endian;

constexpr std::uint64_t word = 8;  // bytes

std::uint64_t aligned(std::uint64_t offset) {
  constexpr std::uint64_t step = durable::record_alignment;
  return (offset + step - 1) / step * step;
}

// Offset behind the last word that was written.
std::uint64_t content_end_of(std::span<const std::byte> bytes, std::uint64_t segment) {
  std::size_t end = bytes.size();
  while (end > segment_header_bytes &&
         get_little_endian<std::uint64_t>(bytes.data() + end - word) ==
             unwritten_word(segment, end - word))
    end -= word;
  return end;
}

}  // namespace

segment_scan::segment_scan(std::span<const std::byte> bytes, std::uint64_t number)
    : bytes_(bytes.first(bytes.size() / word * word)),  // of one that was cut
      number_(number),
      content_end_(content_end_of(bytes_, number)),
      search_left_(search_factor * bytes.size()) {
  walk();
}

void segment_scan::walk() {
  std::uint64_t at = segment_header_bytes;
  while (at < content_end_) {
    const auto read = durable::read_record(bytes_.subspan(at), {number_, at});
    if (read) {
      if (read->header.kind == record_kind::mark) {
        take_mark(*read, at);
      } else {
        items_.push_back({at, at + read->bytes, item::kind::record, {}});
        group_checksum_ = add_to_group(group_checksum_, read->checksum);
        ++group_count_;
      }
      at += read->bytes;
      continue;
    }
    if (read.error() == record_fault::newer_version) has_newer_records_ = true;
    const std::uint64_t next = next_record(at + durable::record_alignment);
    items_.push_back({at, next, item::kind::damage, read.error()});
    group_is_damaged_ = true;
    at = next;
  }
}

// A mark counts if the records of its group are there, or if something of it is damaged. One whose
// group begins before the last mark is the rest of a torn tail that came back.
void segment_scan::take_mark(const record_view& view, std::uint64_t at) {
  const auto read = read_mark(view.body);
  const std::uint64_t begin = group_begin_ < items_.size() ? items_[group_begin_].offset : at;
  const std::uint64_t least =
      group_begin_ > 0 ? items_[group_begin_ - 1].end : segment_header_bytes;
  is_stale_ = is_stale_ || (read && read->first < least);
  const bool counts = read && read->first >= least &&
                      (group_is_damaged_ || (read->first == begin && read->count == group_count_ &&
                                             read->checksum == group_checksum_));
  if (!counts) {  // of other records, which stood here before
    items_.push_back({at, at + view.bytes, item::kind::damage, record_fault::bad_field});
    group_is_damaged_ = true;
    return;
  }
  if (!last_mark_) {
    previous_segment_ = read->previous_segment;
    previous_end_ = read->previous_end;
  }
  last_mark_ = at;
  items_.push_back({at, at + view.bytes, item::kind::mark, {}});
  group_begin_ = items_.size();
  group_checksum_ = group_count_ = 0;
  group_is_damaged_ = false;
}

// The offset of the next valid record, or the end of the content.
std::uint64_t segment_scan::next_record(std::uint64_t from) {
  for (std::uint64_t at = from; at + record_header_bytes <= content_end_;
       at += durable::record_alignment) {
    // What a checksum would cost is looked at first: most places have no header.
    const std::byte* const header = bytes_.data() + at;
    const auto length = get_little_endian<std::uint32_t>(header);
    const auto kind = std::to_integer<unsigned>(header[8]);
    if (length < record_header_bytes || length > bytes_.size() - at || kind == 0 ||
        kind > durable::last_record_kind || std::to_integer<unsigned>(header[9]) == 0)
      continue;
    if (length > search_left_) return content_end_;
    search_left_ -= length;
    if (durable::read_record(bytes_.subspan(at), {number_, at})) return at;
  }
  return content_end_;
}

// Whether a word of these bytes is as it was before the first write.
bool segment_scan::was_left_out(std::uint64_t from, std::uint64_t to) const {
  for (std::uint64_t at = aligned(from); at + word <= to; at += word)
    if (get_little_endian<std::uint64_t>(bytes_.data() + at) == unwritten_word(number_, at))
      return true;
  return false;
}

// Whether these bytes were a mark that was written to its end, whichever of its bits has changed
// since.
bool segment_scan::is_whole_mark(std::uint64_t from, std::uint64_t to) const {
  if (to < from + durable::record_bytes(mark_body_bytes(0)) || was_left_out(from, to)) return false;
  const auto length = get_little_endian<std::uint32_t>(bytes_.data() + from);
  const bool has_length = aligned(from + length) == to;
  const std::size_t entries = (to - from - record_header_bytes - mark_body_bytes(0)) / 28;
  const std::uint64_t end = from + record_header_bytes + mark_body_bytes(entries);
  const bool has_end = get_little_endian<std::uint32_t>(bytes_.data() + end - 4) == mark_end;
  const auto kind = std::to_integer<std::uint8_t>(bytes_[from + 8]);
  const bool has_kind = kind == static_cast<std::uint8_t>(record_kind::mark);
  return int{has_length} + int{has_end} + int{has_kind} >= 2;
}

// The mark behind a damaged one knows where it stood.
void segment_scan::find_damaged_marks() {
  for (std::size_t i = 0, damage = items_.size(); i < items_.size(); ++i) {
    if (items_[i].what == item::kind::damage) damage = i;
    if (items_[i].what != item::kind::mark || damage >= i) continue;
    const mark read = mark_at(items_[i]);
    item& before = items_[damage];
    if (read.previous == before.offset && read.first == before.end)
      before.what = item::kind::damaged_mark;
    damage = items_.size();
  }
}

// Whether the group that this mark ends has damage, and one that a torn write explains.
bool segment_scan::is_torn(std::size_t mark_item) const {
  for (std::size_t i = mark_item; i > 0 && items_[i - 1].what != item::kind::mark; --i) {
    const item& each = items_[i - 1];
    if (each.what == item::kind::damage && was_left_out(each.offset, each.end)) return true;
  }
  return false;
}

std::uint64_t segment_scan::length_at(std::uint64_t offset) const {
  return get_little_endian<std::uint32_t>(bytes_.data() + offset);
}

// 0: it was none.
std::uint64_t segment_scan::end_of_damaged_mark(const item& of) const {
  for (const std::uint64_t end : {of.end, aligned(of.offset + length_at(of.offset))})
    if (end <= of.end && is_whole_mark(of.offset, end)) return end;
  return 0;
}

std::uint64_t segment_scan::end_by_itself(bool was_filled) {
  std::size_t end = group_begin_;  // behind the last mark
  if (end > 0 && is_torn(end - 1))
    for (--end; end > 0 && items_[end - 1].what != item::kind::mark;) --end;
  // The mark of the last group may be damaged itself.
  for (std::size_t i = end; i < items_.size(); ++i) {
    if (items_[i].what == item::kind::record) continue;
    if (items_[i].what != item::kind::damage) break;
    if (const std::uint64_t mark_end = end_of_damaged_mark(items_[i])) {
      item rest = items_[i];
      items_[i].what = item::kind::damaged_mark;
      items_[i].end = rest.offset = mark_end;
      if (rest.offset < rest.end)
        items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
      end = i + 1;
      continue;
    }
    // All of it was written, and nothing is missing behind: no torn write explains it.
    const item& each = items_[i];
    const std::uint64_t length = length_at(each.offset);
    const bool may_go_on = length >= record_header_bytes && length <= bytes_.size() - each.offset &&
                           aligned(each.offset + length) > each.end && each.end == content_end_;
    if (was_filled && !is_stale_ && !may_go_on && !was_left_out(each.offset, each.end)) end = i + 1;
    break;
  }
  return end > 0 ? items_[end - 1].end : segment_header_bytes;
}

void segment_scan::judge(std::optional<std::uint64_t> known_end, bool was_filled) {
  find_damaged_marks();
  end_ = known_end ? *known_end : end_by_itself(was_filled);
  end_ = std::clamp<std::uint64_t>(end_, segment_header_bytes,
                                   std::max<std::uint64_t>(bytes_.size(), segment_header_bytes));
  const auto behind =
      std::ranges::find_if(items_, [this](const item& each) { return each.end > end_; });
  for (auto at = behind; at != items_.end(); ++at)
    if (at->what == item::kind::record) ++tail_records_;
  const bool is_partly_safe = behind != items_.end() && behind->offset < end_;
  const auto why = is_partly_safe ? behind->why : record_fault::too_short;
  items_.erase(behind, items_.end());
  const std::uint64_t last = items_.empty() ? segment_header_bytes : items_.back().end;
  if (last < end_) items_.push_back({last, end_, item::kind::damage, why});
  tail_bytes_ = content_end_ > end_ ? content_end_ - end_ : 0;
}

record_view segment_scan::record_at(const item& of) const {
  return durable::view_record(bytes_.subspan(of.offset));
}

mark segment_scan::mark_at(const item& of) const {
  const auto read = read_mark(record_at(of).body);
  MENTAT_CHECK(read, "the mark was read before");
  return *read;
}

}  // namespace mentat::keeper
