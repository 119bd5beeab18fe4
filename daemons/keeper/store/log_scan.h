// Reads a whole log: what `mentat state verify` says, and what a keeper begins with. Changes
// nothing.
//
// Each record that is safe is given to a visitor, in the order of the log, if all records of its
// object before it are there. Whoever reads must drop an object that turns out to be lost: the
// table of the report says so in the end.
//
// Damage is told from a torn tail (segment_scan.h). If the marks around it say whose records were
// there, these objects are lost; otherwise all of whose records none follows. Images heal.
//
// Errors: a fault of the disk, or a format that this version does not know. Thread-safety: none.
// Cost: reads each segment once, and those without any mark twice; memory for two segments.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "daemons/keeper/store/disk.h"
#include "daemons/keeper/store/manifest.h"
#include "daemons/keeper/store/object_table.h"
#include "daemons/keeper/store/segment_scan.h"
#include "mmps/base/seeded_bug.h"

namespace mentat::keeper {

struct segment_report {
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;  // of the file
  std::uint64_t end = 0;    // of what is safe
  std::uint64_t records = 0, groups = 0;
  std::uint64_t last_mark = 0;     // offset, or 0
  std::uint64_t last_group = 0;    // offset at which the group of that mark begins
  bool is_damaged = false;         // before its end
  bool is_closed = false;          // by its last mark: the log goes on in the next segment
  std::uint64_t tail_bytes = 0;    // behind the end, not zero
  std::uint64_t tail_records = 0;  // whole ones in it
  bool is_last = false;  // of those with records: its tail is torn, that of others is abandoned
};

struct damage {
  durable::record_place at;
  std::uint64_t bytes = 0;  // 0: a file
  std::string what;
};

struct log_report {
  std::optional<manifest> found;         // nothing: neither slot is valid
  bool is_new = false;                   // there is nothing at all
  std::vector<segment_report> segments;  // in order
  std::vector<std::string> leftovers;    // files that a beginning keeper removes
  std::vector<damage> damages;
  object_table objects;
  std::uint64_t position = 0;  // of the last mark: records since the log began
  std::uint64_t records = 0, repeated = 0, stale = 0;

  /// Damage may have hit objects of which nothing else is known. Then a name that is not found may
  /// have been there: nobody must make an object in its place before somebody has dropped it.
  [[nodiscard]] bool may_miss_objects() const { return objects.damages() != 0; }
  /// The segment with the last mark, or null.
  [[nodiscard]] const segment_report* last() const;
};

/// The record is valid as long as the visitor runs.
using record_visitor =
    std::function<void(const durable::record_view& record, durable::record_place at)>;

struct log_scan_error {
  bool is_newer_format = false;
  std::string text;
};

[[nodiscard]] tl::expected<log_report, log_scan_error> scan_log(
    disk& from, const record_visitor& visit, base::seeded_bug bug = base::seeded_bug::none);

}  // namespace mentat::keeper
