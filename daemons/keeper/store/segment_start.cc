// How a log begins, and how a segment does.
#include <algorithm>
#include <array>
#include <utility>

#include "daemons/keeper/store/segment_log.h"

namespace mentat::keeper {

using base::seeded_bug;

namespace {
constexpr std::size_t piece = std::size_t{1} << 20;  // bytes that are written at once
}  // namespace

disk_result<void> segment_log::start(log_report from, std::uint64_t identity) {
  for (const std::string& name : from.leftovers)
    if (const auto done = disk_.remove(name); !done) return done;
  if (const auto state = slots_.read(); !state) return tl::unexpected(state.error());
  table_ = std::move(from.objects);
  appended_ = safe_ = from.position;
  manifest_.store = from.found ? from.found->store : identity;
  return from.last() && from.last()->last_mark != 0 ? go_on(from) : make_log(from);
}

// There is no group yet. Before the first one was safe the power may have been cut.
disk_result<void> segment_log::make_log(const log_report& from) {
  if (from.found && !from.damages.empty())
    return tl::unexpected(
        disk_fault{disk_fault::kind::failed, "the log is damaged, and has no group that is valid"});
  manifest_.first = from.found ? from.found->first : keeper::first_segment;
  if (const auto done = make_segment(manifest_.first, options_.segment_bytes); !done) return done;
  return remove_behind(from, manifest_.first);
}

// Segments without a group: the power was cut, or the disk failed, before their first. REQUIRES:
// the manifest does not name them.
disk_result<void> segment_log::remove_behind(const log_report& from, std::uint64_t last) {
  bool removed = false;
  for (const segment_report& each : from.segments) {
    if (each.number <= last || each.bytes == 0) continue;
    if (const auto done = disk_.remove(name_of_segment(each.number)); !done) return done;
    removed = true;
  }
  // One that came back would say that the log ended before it.
  return removed ? disk_.sync_folder("log") : disk_result<void>();
}

// Goes on behind the last group.
disk_result<void> segment_log::go_on(const log_report& from) {
  const segment_report last = *from.last();
  for (const segment_report& each : from.segments) {
    if (each.bytes == 0 || each.number > last.number) continue;
    sizes_.emplace_back(each.number, each.bytes);
    if (each.number < last.number && each.end > segment_header_bytes) {
      previous_segment_ = each.number;
      previous_end_ = each.end;
    }
  }
  manifest_.first = from.found ? from.found->first : sizes_.front().first;
  if (auto done = write_manifest(manifest_.first, last.number); !done) return done;
  if (auto done = remove_behind(from, last.number); !done) return done;
  number_ = last.number;
  bytes_ = last.bytes;
  written_ = safe_end_ = last.end;
  last_mark_ = last.last_mark;
  const auto file = disk_.open(name_of_segment(number_));
  if (!file) return tl::unexpected(file.error());
  file_ = *file;
  const auto repaired = repair_tail(last);
  // One that is damaged is left: nobody could say of which objects it has all records.
  if (repaired && !last.is_closed && !last.is_damaged) {
    for (const auto& [id, track] : table_.all())
      if (track.segment == number_) in_segment_.push_back(id);
    return {};
  }
  if (!repaired && !take_back_last_group(last)) return repaired;
  leave_segment();
  if (repaired) return make_segment(number_ + 1, options_.segment_bytes);
  trouble_ = repaired.error();
  if (!rescue()) return tl::unexpected(*trouble_);
  return {};
}

// The last group could not be made safe where it is: it waits for a new segment. False: it is
// damaged, and must stay where it shows that; nobody may see its records before they are safe.
bool segment_log::take_back_last_group(const segment_report& last) {
  std::vector<std::byte> bytes(last.end - last.last_group);
  const auto got = disk_.read(*file_, last.last_group, bytes);
  if (!got || *got != bytes.size()) return false;
  std::size_t at = 0;
  while (at < last.last_mark - last.last_group) {
    const auto record =
        durable::read_record(std::span(bytes).subspan(at), {number_, last.last_group + at});
    if (!record) return false;
    at += record->bytes;
  }
  group_.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
  safe_end_ = last.last_group;
  return true;
}

// The last group may be in the memory of the kernel alone, which may even believe that it is not:
// it is written again. The torn tail becomes as if never written, so that nothing of it is ever
// taken for a record behind a later group.
disk_result<void> segment_log::repair_tail(const segment_report& last) {
  if (has(seeded_bug::torn_tail_kept)) return {};
  if (auto done = write_again(last.last_group, last.end); !done) return done;
  if (auto done = unwrite(*file_, number_, last.end, last.end + last.tail_bytes); !done)
    return done;
  return disk_.sync(*file_);
}

// What cannot be read stays as it is: its records are lost.
disk_result<void> segment_log::write_again(std::uint64_t from, std::uint64_t to) {
  constexpr std::uint64_t sector = 512;
  std::vector<std::byte> bytes(sector);
  for (std::uint64_t at = from; at < to;) {
    const std::uint64_t end = std::min(to, (at / sector + 1) * sector);
    const auto part = std::span(bytes).first(end - at);
    if (disk_.read(*file_, at, part))
      if (const auto done = disk_.write(*file_, at, part); !done) return done;
    at = end;
  }
  return {};
}

// Makes bytes as if they had never been written.
disk_result<void> segment_log::unwrite(disk::file file, std::uint64_t number, std::uint64_t from,
                                       std::uint64_t to) {
  std::vector<std::byte> bytes(std::min<std::uint64_t>(piece, to - from));
  for (std::uint64_t at = from; at < to;) {
    const auto part = std::span(bytes).first(std::min<std::uint64_t>(piece, to - at));
    fill_unwritten(part, number, at);
    if (auto done = disk_.write(file, at, part); !done) return done;
    at += part.size();
  }
  return {};
}

disk_result<void> segment_log::fill(disk::file file, std::uint64_t number, std::uint64_t bytes) {
  if (auto done = unwrite(file, number, segment_header_bytes, bytes); !done) return done;
  std::array<std::byte, segment_header_bytes> header{};
  if (const auto got = disk_.read(file, 0, header); !got) return tl::unexpected(got.error());
  // One that is there stays: the manifest may name the segment, and it must never be damaged.
  const auto there = read_segment_header(header);
  const bool stays = there && there->number == number && there->store == manifest_.store;
  put_segment_header(header, stays ? *there : segment_header{number, bytes, manifest_.store});
  if (auto done = disk_.write(file, 0, header); !done) return done;
  return disk_.sync(file);
}

// One that was not completed may be there, and the manifest may name it.
disk_result<void> segment_log::make_segment(std::uint64_t number, std::uint64_t bytes) {
  bytes = (bytes + durable::record_alignment - 1) / durable::record_alignment *
          durable::record_alignment;
  const std::string name = name_of_segment(number);
  auto file = disk_.create(name);
  if (!file && file.error().what == disk_fault::kind::exists) {
    file = disk_.open(name);
    const auto size = file ? disk_.size_of(*file) : disk_result<std::uint64_t>(0);
    if (size) bytes = std::max(bytes, *size);
  }
  if (!file) return tl::unexpected(file.error());
  auto done = fill(*file, number, bytes);
  if (done && !has(seeded_bug::directory_not_synced)) done = disk_.sync_folder("log");
  if (done) done = write_manifest(manifest_.first, number);
  if (!done) {
    disk_.close(*file);
    return done;
  }
  file_ = *file;
  number_ = number;
  bytes_ = bytes;
  written_ = safe_end_ = segment_header_bytes;
  last_mark_ = 0;
  in_segment_.clear();
  sizes_.emplace_back(number, bytes);
  return {};
}

disk_result<void> segment_log::write_manifest(std::uint64_t first, std::uint64_t last) {
  manifest next = manifest_;
  next.first = first;
  next.last = last;
  if (auto done = slots_.write(encode(next)); !done) return done;
  manifest_ = next;
  return {};
}

void segment_log::leave_segment() {
  if (!file_) return;
  disk_.close(*file_);
  file_.reset();
  if (safe_end_ > segment_header_bytes) {
    previous_segment_ = number_;
    previous_end_ = safe_end_;
  }
  in_segment_.clear();
}

}  // namespace mentat::keeper
