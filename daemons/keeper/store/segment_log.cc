#include "daemons/keeper/store/segment_log.h"

#include <algorithm>
#include <utility>

#include "mmps/base/check.h"

namespace mentat::keeper {

using base::seeded_bug;
using durable::record_header;
using durable::record_kind;

std::string_view text_of(log_fault fault) {
  switch (fault) {
    case log_fault::busy:
      return "a sync is running";
    case log_fault::out_of_order:
      return "not the next record of its object";
    case log_fault::too_large:
      return "larger than a record may be";
    case log_fault::quota:
      return "the quota of the state folder is used up";
    case log_fault::waiting:
      return "too much waits for the disk";
    case log_fault::disk:
      return "the disk fails";
  }
  return "unknown fault";
}

segment_log::~segment_log() {
  if (file_) disk_.close(*file_);
}

std::uint64_t segment_log::bytes_on_disk() const {
  std::uint64_t sum = 0;
  for (const auto& [number, bytes] : sizes_) sum += bytes;
  return sum;
}

log_result<std::uint64_t> segment_log::append(const record_header& header,
                                              std::span<const std::byte> body) {
  const bool frees = header.kind == record_kind::gone || header.kind == record_kind::image;
  return append_for(frees ? purpose::upkeep : purpose::call, header, body);
}

log_result<std::uint64_t> segment_log::append_for(purpose why, const record_header& header,
                                                  std::span<const std::byte> body) {
  if (body.size() > durable::max_record_bytes - durable::record_header_bytes ||
      header.kind == record_kind::mark)
    return tl::unexpected(log_fault::too_large);
  const object_track* const known = table_.find(header.object);
  const bool is_first = header.kind == record_kind::made;
  const bool exists = known && known->state == object_state::whole;
  // An image may heal an object that is lost; nothing else may go on with one.
  const std::uint64_t next = header.kind == record_kind::image ? (known ? known->sequence : 0)
                                                               : (known ? known->sequence + 1 : 0);
  const bool is_next =
      is_first
          ? !exists && header.sequence != 0 && (!known || header.epoch > known->epoch)
          : known && known->state != object_state::gone && header.sequence == next &&
                header.epoch >= known->epoch &&
                (exists || header.kind == record_kind::image || header.kind == record_kind::gone);
  if (!is_next) return tl::unexpected(log_fault::out_of_order);
  if (const auto room = make_room(why, durable::record_bytes(body.size())); !room)
    return tl::unexpected(room.error());
  const std::uint64_t segment_before = known ? known->segment : 0;
  table_.take(header, {number_, 0});
  object_track& track = *table_.find(header.object);
  track.segment = segment_before;  // note() compares it
  add(header, body, track);
  return ++appended_;
}

// Seals the record behind those of the group.
void segment_log::add(const record_header& header, std::span<const std::byte> body,
                      object_track& track) {
  const std::size_t at = group_.size();
  group_.resize(at + durable::record_bytes(body.size()));
  const std::span<std::byte> record = std::span(group_).subspan(at);
  std::ranges::copy(body, record.begin() + durable::record_header_bytes);
  durable::seal_record(record, body.size(), header, {number_, written_ + at});
  checksum_ = add_to_group(checksum_, durable::view_record(record).checksum);
  ++count_;
  note(track, header);
}

void segment_log::note(object_track& track, const record_header& header) {
  if (track.group != group_number_) {
    track.group = group_number_;
    track.place_in_group = entries_.size();
    entries_.push_back({header.object, 0, 0});
  }
  entries_[track.place_in_group].epoch = header.epoch;
  entries_[track.place_in_group].sequence = header.sequence;
  if (track.segment != number_) {
    track.segment = number_;
    in_segment_.push_back(header.object);
  }
}

// Of the next mark, and of the one that closes the segment.
std::uint64_t segment_log::room_for_marks() const {
  return durable::record_bytes(mark_body_bytes(entries_.size() + 1)) +
         durable::record_bytes(mark_body_bytes(in_segment_.size() + 1));
}

bool segment_log::fits(std::size_t bytes) const {
  return written_ + group_.size() + bytes + room_for_marks() <= bytes_;
}

bool segment_log::may_grow(purpose why, std::uint64_t bytes) const {
  const std::uint64_t reserve =
      why == purpose::call ? std::min(options_.reserve, options_.quota) : 0;
  return bytes_on_disk() + bytes <= options_.quota - reserve;
}

log_result<void> segment_log::make_room(purpose why, std::size_t bytes) {
  if (trouble_) {
    if (flight_.size() + group_.size() + bytes > options_.most_waiting)
      return tl::unexpected(log_fault::waiting);
    return {};  // it is sealed for its place when there is one
  }
  if (fits(bytes)) return {};
  if (is_syncing_) return tl::unexpected(log_fault::busy);
  if (!may_grow(why, options_.segment_bytes)) return tl::unexpected(log_fault::quota);
  const auto done = roll(bytes);
  return trouble_ ? make_room(why, bytes) : done;  // or it waits
}

// Ends the segment, all of which is safe then, and begins the next one.
log_result<void> segment_log::roll(std::size_t bytes) {
  if (const auto done = commit(); !done) return done;
  if (fits(bytes)) return {};  // in the segment to which a fault has led
  std::vector<std::byte> closing;
  put_mark_behind(closing, mark::closes);
  auto done = disk_.write(*file_, written_, closing);
  if (done) done = disk_.sync_data(*file_);
  if (!done) {
    abandon_segment(done.error());
    return rescue();
  }
  written_ += closing.size();
  safe_end_ = written_;
  leave_segment();
  const std::uint64_t least = segment_header_bytes + bytes + room_for_marks();
  done = make_segment(number_ + 1, std::max<std::uint64_t>(options_.segment_bytes, least));
  if (!done) {
    trouble_ = done.error();
    return tl::unexpected(log_fault::disk);
  }
  return {};
}

std::vector<mark_entry> segment_log::entries_of_segment() const {
  std::vector<mark_entry> all;
  all.reserve(in_segment_.size());
  for (const durable::object_id& id : in_segment_)
    if (const object_track* const of = table_.find(id))
      all.push_back({id, of->epoch, of->sequence});
  return all;
}

void segment_log::put_mark_behind(std::vector<std::byte>& group, std::uint32_t flags) {
  mark made;
  made.position = appended_;
  made.first = written_;
  made.previous = last_mark_;
  made.previous_segment = previous_segment_;
  made.previous_end = previous_end_;
  made.count = std::exchange(count_, 0);
  made.checksum = std::exchange(checksum_, 0);
  made.flags = flags;
  made.entries = flags == mark::closes ? entries_of_segment() : std::exchange(entries_, {});
  const std::size_t body = mark_body_bytes(made.entries.size()), at = group.size();
  group.resize(at + durable::record_bytes(body));
  const std::span<std::byte> record = std::span(group).subspan(at);
  put_mark(record.subspan(durable::record_header_bytes), made);
  durable::seal_record(record, body, {record_kind::mark, {}, 0, made.position},
                       {number_, written_ + at});
}

std::optional<disk::file> segment_log::write_group() {
  if (is_syncing_ || trouble_ || group_.empty()) return std::nullopt;
  flight_ = std::exchange(group_, {});
  flight_records_ = flight_.size();
  put_mark_behind(flight_, 0);
  ++group_number_;
  const auto done = disk_.write(*file_, written_, flight_);
  if (!done) {
    abandon_segment(done.error());
    static_cast<void>(rescue());
    return std::nullopt;
  }
  last_mark_ = written_ + flight_records_;
  written_ += flight_.size();
  flight_end_ = written_;
  flight_position_ = appended_;
  is_syncing_ = true;
  return file_;
}

void segment_log::made_safe() {
  safe_ = flight_position_;
  safe_end_ = flight_end_;
  flight_.clear();
  flight_records_ = 0;
}

void segment_log::sync_ended(const disk_result<void>& result) {
  MENTAT_CHECK(is_syncing_, "a sync was running");
  is_syncing_ = false;
  if (result) return made_safe();
  if (has(seeded_bug::fdatasync_retried) && disk_.sync_data(*file_)) return made_safe();
  abandon_segment(result.error());
  static_cast<void>(rescue());
}

log_result<void> segment_log::commit() {
  while (!trouble_ && !group_.empty()) {
    const auto file = write_group();
    if (file) sync_ended(disk_.sync_data(*file));
  }
  if (trouble_) return tl::unexpected(log_fault::disk);
  return {};
}

// The segment takes nothing more. What was not safe in it waits.
void segment_log::abandon_segment(const disk_fault& why) {
  trouble_ = why;
  std::vector<std::byte> waiting(flight_.begin(),
                                 flight_.begin() + static_cast<std::ptrdiff_t>(flight_records_));
  waiting.insert(waiting.end(), group_.begin(), group_.end());
  group_ = std::move(waiting);
  flight_.clear();
  flight_records_ = 0;
  leave_segment();
}

log_result<void> segment_log::retry() {
  if (!trouble_) return commit();
  return rescue();
}

// Writes what waits to a new segment.
log_result<void> segment_log::rescue() {
  const std::uint64_t bytes = std::max<std::uint64_t>(
      options_.segment_bytes, segment_header_bytes + 2 * group_.size() + room_for_marks() + 4096);
  if (!may_grow(purpose::upkeep, bytes)) {
    trouble_ = disk_fault{disk_fault::kind::full, "the quota of the state folder is used up"};
    return tl::unexpected(log_fault::quota);
  }
  if (const auto made = make_segment(number_ + 1, bytes); !made) {
    trouble_ = made.error();
    return tl::unexpected(log_fault::disk);
  }
  return move_waiting();
}

log_result<void> segment_log::move_waiting() {
  entries_.clear();
  count_ = checksum_ = 0;
  ++group_number_;
  for (std::size_t at = 0; at < group_.size();) {
    const std::span<std::byte> rest = std::span(group_).subspan(at);
    const std::span<std::byte> record = rest.first(durable::view_record(rest).bytes);
    durable::move_record(record, record, {number_, written_ + at});
    const durable::record_view view = durable::view_record(record);
    checksum_ = add_to_group(checksum_, view.checksum);
    ++count_;
    if (object_track* const track = table_.find(view.header.object)) note(*track, view.header);
    at += record.size();
  }
  trouble_.reset();
  if (group_.empty()) return {};
  flight_ = std::exchange(group_, {});
  flight_records_ = flight_.size();
  put_mark_behind(flight_, 0);
  ++group_number_;
  auto done = disk_.write(*file_, written_, flight_);
  if (done) done = disk_.sync_data(*file_);
  if (!done) {
    abandon_segment(done.error());
    return tl::unexpected(log_fault::disk);
  }
  last_mark_ = written_ + flight_records_;
  written_ += flight_.size();
  flight_end_ = written_;
  flight_position_ = appended_;
  made_safe();
  return {};
}

}  // namespace mentat::keeper
