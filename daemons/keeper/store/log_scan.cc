#include "daemons/keeper/store/log_scan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "daemons/keeper/store/slots.h"

namespace mentat::keeper {
namespace {

using durable::record_place;
using item = segment_scan::item;
using failure = tl::unexpected<log_scan_error>;

failure failed(const disk_fault& fault) { return failure({false, fault.text}); }
failure newer(const std::string& what) {
  return failure({true, what + " has the format of a later version of Mentat"});
}

// A record of the greatest size has a segment of its own.
constexpr std::uint64_t most_segment_bytes = 2 * durable::max_record_bytes;

struct loaded_segment {
  std::vector<std::byte> bytes;
  std::unique_ptr<segment_scan> scan;
};

class log_reader {
 public:
  log_reader(disk& from, const record_visitor& visit, base::seeded_bug bug)
      : disk_(from), visit_(visit), bug_(bug) {}

  tl::expected<log_report, log_scan_error> read() {
    if (auto done = read_manifest(); !done) return tl::unexpected(done.error());
    if (auto done = list_segments(); !done) return tl::unexpected(done.error());
    for (auto at = numbers_.begin(); at != numbers_.end(); ++at)
      if (auto done = read_segment(at); !done) return tl::unexpected(done.error());
    report_.objects.end_scan();
    mark_the_last();
    const bool has_log = report_.last() && report_.last()->last_mark != 0;
    report_.is_new = !report_.found && !is_manifest_damaged_ && !has_log;
    if (!report_.found && !is_manifest_damaged_ && has_log)
      report_.damages.push_back({{}, 0, "manifest.a and manifest.b are missing"});
    return std::move(report_);
  }

 private:
  using place = std::vector<std::uint64_t>::const_iterator;
  using outcome = tl::expected<void, log_scan_error>;

  outcome read_manifest();
  outcome list_segments();
  outcome read_segment(place at);
  tl::expected<bool, log_scan_error> load(std::uint64_t number);
  bool refuse(std::uint64_t number, const std::string& why);
  std::size_t read_pieces(disk::file file, std::uint64_t number, std::span<std::byte> into);
  tl::expected<std::optional<std::uint64_t>, log_scan_error> known_end(place of);
  void take(segment_scan& scan, segment_report& into);
  void take_record(const durable::record_view& record, record_place at);
  void take_mark(const mark& read, record_place at, const std::vector<record_place>& group_damage,
                 std::uint64_t damages_before);
  void add_damage(record_place at, std::uint64_t bytes, std::string what, bool of_unknown);
  void mark_the_last();

  disk& disk_;
  const record_visitor& visit_;
  const base::seeded_bug bug_;
  log_report report_;
  bool is_manifest_damaged_ = false;
  std::vector<std::uint64_t> numbers_;  // of segments that should be there
  std::vector<std::uint64_t> present_;
  std::vector<std::uint64_t> unreadable_;           // segments, of which that is said once
  std::map<std::uint64_t, loaded_segment> loaded_;  // the one at hand, and the next with a mark
  std::map<std::uint64_t, bool> has_mark_;          // of those that were loaded once
};

log_reader::outcome log_reader::read_manifest() {
  const auto state = slots(disk_, manifest_slots).read();
  if (!state) return failed(state.error());
  if (state->is_newer_format) return newer("the manifest");
  if (state->turn != 0) report_.found = decode_manifest(state->content);
  // One slot may be torn: it was being written. Both: the list of files stands for them.
  if (!report_.found && state->damaged != 0)
    report_.damages.push_back({{}, 0, "neither manifest.a nor manifest.b is valid"});
  is_manifest_damaged_ = state->damaged != 0;
  return {};
}

log_reader::outcome log_reader::list_segments() {
  const auto names = disk_.list("log");
  if (!names) return failed(names.error());
  for (const std::string& name : *names) {
    const auto number = number_of_segment(name);
    if (!number) continue;
    if (report_.found && *number < report_.found->first)
      report_.leftovers.push_back(name);
    else
      present_.push_back(*number);
  }
  std::ranges::sort(present_);
  numbers_ = present_;
  if (!report_.found) return {};
  // A range of any size costs no more than the files that are there.
  constexpr std::uint64_t most_missing = 1000;
  std::uint64_t missing = 0;
  for (std::uint64_t at = report_.found->first; at <= report_.found->last; ++at)
    if (!std::ranges::binary_search(present_, at)) {
      if (++missing > most_missing) break;
      numbers_.push_back(at);
    }
  std::ranges::sort(numbers_);
  return {};
}

// False: it cannot be read as a segment, and does not count; its damage is noted.
tl::expected<bool, log_scan_error> log_reader::load(std::uint64_t number) {
  if (loaded_.contains(number)) return true;
  const std::string name = name_of_segment(number);
  const auto file = disk_.open(name);
  if (!file) return refuse(number, file.error().text);
  const auto size = disk_.size_of(*file);
  loaded_segment made;
  disk_result<std::size_t> got = 0;
  if (size) {
    if (*size > most_segment_bytes) {
      disk_.close(*file);
      return refuse(number, name + " is larger than a segment can be");
    }
    made.bytes.resize(*size);
    got = disk_.read(*file, 0, made.bytes);
    if (!got) got = read_pieces(*file, number, made.bytes);
  }
  disk_.close(*file);
  if (!size) return refuse(number, size.error().text);
  if (!got) return failed(got.error());
  made.bytes.resize(*got);
  made.scan = std::make_unique<segment_scan>(made.bytes, number);
  if (made.scan->has_newer_records()) return newer(name);
  loaded_.emplace(number, std::move(made));
  return true;
}

bool log_reader::refuse(std::uint64_t number, const std::string& why) {
  if (std::ranges::find(unreadable_, number) == unreadable_.end())
    report_.damages.push_back({{number, 0}, 0, why});
  unreadable_.push_back(number);
  return false;
}

// What cannot be read is zeros then, which are neither records nor unwritten.
std::size_t log_reader::read_pieces(disk::file file, std::uint64_t number,
                                    std::span<std::byte> into) {
  constexpr std::size_t piece = 512;
  for (std::size_t at = 0; at < into.size(); at += piece) {
    const auto part = into.subspan(at, std::min(piece, into.size() - at));
    std::ranges::fill(part, std::byte{0});
    const auto got = disk_.read(file, at, part);
    if (got) continue;
    std::ranges::fill(part, std::byte{0});
    if (std::ranges::find(unreadable_, number) != unreadable_.end()) continue;
    report_.damages.push_back({{number, at}, part.size(), "cannot be read: " + got.error().text});
    unreadable_.push_back(number);
  }
  return into.size();
}

// Where the segment ended, if a later one says so.
tl::expected<std::optional<std::uint64_t>, log_scan_error> log_reader::known_end(place of) {
  for (place later = of + 1; later != numbers_.end(); ++later) {
    if (!std::ranges::binary_search(present_, *later)) continue;
    if (const auto known = has_mark_.find(*later); known != has_mark_.end() && !known->second)
      continue;
    const auto done = load(*later);
    if (!done) return tl::unexpected(done.error());
    if (!*done) return std::nullopt;  // it might have said so
    const segment_scan& scan = *loaded_.at(*later).scan;
    has_mark_[*later] = scan.has_mark();
    if (!scan.has_mark()) {
      loaded_.erase(*later);
      continue;
    }
    if (scan.previous_segment() > *of) return std::nullopt;  // of one between, which is damaged
    if (scan.previous_segment() == *of) return scan.previous_end();
    return segment_header_bytes;  // nothing in it was safe
  }
  return std::nullopt;
}

log_reader::outcome log_reader::read_segment(place at) {
  const std::uint64_t number = *at;
  if (!std::ranges::binary_search(present_, number)) {
    // One that was being made or removed when the power was cut.
    add_damage({number, 0}, 0, "missing segment " + name_of_segment(number), true);
    return {};
  }
  const auto done = load(number);
  if (!done) return tl::unexpected(done.error());
  if (!*done) {
    report_.objects.add_damage({number, 0});
    return {};
  }
  const auto end = known_end(at);
  if (!end) return tl::unexpected(end.error());
  loaded_segment& loaded = loaded_.at(number);
  segment_scan& scan = *loaded.scan;
  segment_report about{.number = number, .bytes = loaded.bytes.size()};
  const auto header = read_segment_header(loaded.bytes);
  if (!header && header.error() == segment_fault::newer_version)
    return newer(name_of_segment(number));
  const bool is_foreign = header && (header->number != number ||
                                     (report_.found && header->store != report_.found->store));
  const bool is_named = report_.found && number <= report_.found->last;
  scan.judge(is_foreign && !*end ? std::optional<std::uint64_t>(segment_header_bytes) : *end,
             is_named);
  const bool is_empty = !scan.has_mark();
  if (is_foreign && (!is_empty || !header))
    add_damage({number, 0}, 0,
               name_of_segment(number) + ": " + std::string(text_of(segment_fault::other_segment)),
               true);
  else if (!header && (!is_empty || is_named))  // else it may have been cut off while it was made
    add_damage({number, 0}, segment_header_bytes, std::string(text_of(header.error())), is_empty);
  if (!is_foreign) take(scan, about);
  if (header && !is_foreign && header->bytes > about.bytes && (!is_empty || is_named))
    add_damage({number, about.bytes}, header->bytes - about.bytes, "the file was cut", true);
  report_.segments.push_back(about);
  loaded_.erase(number);
  return {};
}

void log_reader::take(segment_scan& scan, segment_report& into) {
  const std::uint64_t number = scan.number();
  const std::uint64_t damages_before = report_.objects.damages();
  into.end = scan.end();
  into.tail_bytes = scan.tail_bytes();
  into.tail_records = scan.tail_records();
  std::vector<record_place> group_damage;
  // Damage in a group whose mark is valid is that of the objects that the mark names.
  std::uint64_t first_of_group = 0;
  const auto begin_group = [&](std::size_t from) {
    first_of_group = UINT64_MAX;
    for (std::size_t i = from; i < scan.items().size(); ++i)
      if (scan.items()[i].what == item::kind::mark) {
        first_of_group = scan.mark_at(scan.items()[i]).first;
        break;
      }
  };
  begin_group(0);
  std::uint64_t behind_mark = segment_header_bytes;
  for (std::size_t i = 0; i < scan.items().size(); ++i) {
    const item& each = scan.items()[i];
    into.is_damaged =
        into.is_damaged || each.what == item::kind::damage || each.what == item::kind::damaged_mark;
    const record_place at{number, each.offset};
    switch (each.what) {
      case item::kind::record:
        ++into.records;
        take_record(scan.record_at(each), at);
        break;
      case item::kind::mark:
        ++into.groups;
        into.last_mark = each.offset;
        into.last_group = scan.mark_at(each).first;
        into.is_closed = (scan.mark_at(each).flags & mark::closes) != 0;
        take_mark(scan.mark_at(each), at, group_damage, damages_before);
        group_damage.clear();
        behind_mark = each.end;
        begin_group(i + 1);
        break;
      case item::kind::damage: {
        if (bug_ == base::seeded_bug::damage_taken_for_tail) return;
        const bool is_known = first_of_group <= each.offset;
        if (is_known) group_damage.push_back(at);
        add_damage(at, each.end - each.offset, std::string(durable::text_of(each.why)), !is_known);
        break;
      }
      case item::kind::damaged_mark:
        into.last_group = behind_mark;
        into.last_mark = each.offset;
        behind_mark = each.end;
        into.is_closed = false;
        add_damage(at, each.end - each.offset, "a damaged mark; no record is lost", false);
    }
  }
}

void log_reader::take_record(const durable::record_view& record, record_place at) {
  ++report_.records;
  switch (report_.objects.take(record.header, at)) {
    case object_table::verdict::taken:
      if (visit_) visit_(record, at);
      break;
    case object_table::verdict::repeated:
      ++report_.repeated;
      break;
    case object_table::verdict::stale:
      ++report_.stale;
      break;
    case object_table::verdict::lost:
      break;
  }
}

void log_reader::take_mark(const mark& read, record_place at,
                           const std::vector<record_place>& group_damage,
                           std::uint64_t damages_before) {
  report_.position = std::max(report_.position, read.position);
  const record_place damage_at = group_damage.empty() ? at : group_damage.front();
  if ((read.flags & mark::closes) != 0 && report_.objects.damages() != damages_before)
    report_.objects.settle(read.entries, damages_before, damage_at);
  else
    report_.objects.check(read.entries, damage_at);
}

void log_reader::add_damage(record_place at, std::uint64_t bytes, std::string what,
                            bool of_unknown) {
  report_.damages.push_back({at, bytes, std::move(what)});
  of_unknown ? report_.objects.add_damage(at) : report_.objects.note_damage(at);
}

void log_reader::mark_the_last() {
  for (auto at = report_.segments.rbegin(); at != report_.segments.rend(); ++at)
    if (at->last_mark != 0) {
      at->is_last = true;
      return;
    }
  if (!report_.segments.empty()) report_.segments.front().is_last = true;
}

}  // namespace

const segment_report* log_report::last() const {
  for (const segment_report& each : segments)
    if (each.is_last) return &each;
  return nullptr;
}

tl::expected<log_report, log_scan_error> scan_log(disk& from, const record_visitor& visit,
                                                  base::seeded_bug bug) {
  return log_reader(from, visit, bug).read();
}

}  // namespace mentat::keeper
