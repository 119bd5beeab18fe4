#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/keeper/store/segment_scan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "daemons/keeper/store/segment_format.h"

namespace mentat::keeper {
namespace {

using bytes = std::vector<std::byte>;
using kind = segment_scan::item::kind;

constexpr std::uint64_t number = 9;

// A segment of 8 KiB with groups of records of 300 bytes.
class segment {
 public:
  segment() : content_(8192) {
    put_segment_header(std::span(content_).first<segment_header_bytes>(),
                       {number, content_.size(), 1});
    fill_unwritten(std::span(content_).subspan(segment_header_bytes), number, segment_header_bytes);
  }

  void add_group(std::uint32_t records) {
    mark made{.first = end_, .previous = last_mark_, .entries = {}};
    for (std::uint32_t i = 0; i < records; ++i) {
      const durable::object_id id{{++objects_, 0, 0}};
      made.entries.push_back({id, 1, 1});
      offsets.push_back(end_);
      const auto sum = put({durable::record_kind::effect, id, 1, 1}, bytes(260, std::byte{0x5a}));
      made.checksum = add_to_group(made.checksum, sum);
      ++made.count;
    }
    last_mark_ = end_;
    marks.push_back(end_);
    bytes body(mark_body_bytes(made.entries.size()));
    put_mark(body, made);
    put({durable::record_kind::mark, {}, 0, 0}, body);
    ends.push_back(end_);
  }
  void flip(std::uint64_t offset) { content_[offset] ^= std::byte{4}; }
  // A power cut has kept the sector as it was.
  void leave_out(std::uint64_t from, std::uint64_t to) {
    fill_unwritten(std::span(content_).subspan(from, to - from), number, from);
  }
  [[nodiscard]] segment_scan scan(std::optional<std::uint64_t> known_end = {}) const {
    segment_scan made(content_, number);
    made.judge(known_end);
    return made;
  }
  [[nodiscard]] std::span<const std::byte> content() const { return content_; }

  std::vector<std::uint64_t> offsets, marks, ends;

 private:
  std::uint32_t put(const durable::record_header& header, const bytes& body) {
    const auto record = std::span(content_).subspan(end_, durable::record_bytes(body.size()));
    std::ranges::copy(body, record.begin() + durable::record_header_bytes);
    durable::seal_record(record, body.size(), header, {number, end_});
    end_ += record.size();
    return durable::view_record(record).checksum;
  }

  bytes content_;
  std::uint64_t end_ = segment_header_bytes, last_mark_ = 0;
  std::uint32_t objects_ = 0;
};

std::size_t count(const segment_scan& in, kind what) {
  return static_cast<std::size_t>(std::ranges::count_if(
      in.items(), [&](const segment_scan::item& each) { return each.what == what; }));
}

}  // namespace

TEST_CASE("all groups of a whole segment are safe") {
  segment of;
  of.add_group(3);
  of.add_group(2);
  const auto scan = of.scan();
  CHECK(scan.end() == of.ends.back());
  CHECK(scan.tail_bytes() == 0);
  CHECK(count(scan, kind::record) == 5);
  CHECK(count(scan, kind::damage) == 0);
}

TEST_CASE("a last group of which a sector was left out is a torn tail") {
  for (std::uint64_t sector = 1024; sector < 2048; sector += 512) {
    segment of;
    of.add_group(2);
    of.add_group(4);
    REQUIRE(of.ends[0] <= sector);
    of.leave_out(sector, sector + 512);
    const auto scan = of.scan();
    INFO("sector ", sector);
    CHECK(scan.end() == of.ends[0]);
    CHECK(scan.tail_bytes() > 0);
    CHECK(count(scan, kind::damage) == 0);
  }
}

TEST_CASE("a flipped bit in the last group is damage, not a torn tail") {
  segment of;
  of.add_group(2);
  of.add_group(2);
  of.flip(of.offsets[2] + 100);
  const auto scan = of.scan();
  CHECK(scan.end() == of.ends[1]);
  CHECK(count(scan, kind::damage) == 1);
  CHECK(count(scan, kind::record) == 3);
}

TEST_CASE("a flipped bit anywhere in the last mark costs no record") {
  segment whole;
  whole.add_group(2);
  whole.add_group(2);
  for (std::uint64_t at = whole.marks[1]; at < whole.ends[1]; ++at) {
    segment of = whole;
    of.flip(at);
    const auto scan = of.scan();
    INFO("offset ", at);
    CHECK(count(scan, kind::record) == 4);
    CHECK(scan.end() == whole.ends[1]);
    CHECK(count(scan, kind::damaged_mark) == 1);
  }
}

TEST_CASE("the mark behind a damaged one says that no record is lost") {
  segment of;
  of.add_group(2);
  of.add_group(2);
  of.flip(of.marks[0] + 30);
  const auto scan = of.scan();
  CHECK(count(scan, kind::damaged_mark) == 1);
  CHECK(count(scan, kind::damage) == 0);
  CHECK(count(scan, kind::record) == 4);
}

TEST_CASE("what a later segment calls safe is safe or damaged, and nothing behind it counts") {
  segment of;
  of.add_group(2);
  of.add_group(2);
  CHECK(count(of.scan(of.ends[0]), kind::record) == 2);
  const auto beyond = of.scan(of.ends[1] + 160);
  CHECK(count(beyond, kind::record) == 4);
  CHECK(count(beyond, kind::damage) == 1);
  of.leave_out(of.offsets[2], of.ends[1]);
  CHECK(count(of.scan(of.ends[1]), kind::damage) == 1);
  CHECK(count(of.scan(), kind::damage) == 0);
}

TEST_CASE("a mark of other records than those before it does not count") {
  segment of, other;
  of.add_group(1);
  other.add_group(1);
  other.flip(other.offsets[0] + 8);
  bytes mixed(of.content().begin(), of.content().end());
  // Another record of the same size, sealed for the same place.
  const auto record = std::span(mixed).subspan(of.offsets[0], of.marks[0] - of.offsets[0]);
  durable::seal_record(record, 260, {durable::record_kind::effect, {{77, 0, 0}}, 1, 1},
                       {number, of.offsets[0]});
  segment_scan scan(mixed, number);
  CHECK_FALSE(scan.has_mark());
}

TEST_CASE("a segment that was cut anywhere is read without a fault") {
  segment of;
  of.add_group(2);
  of.add_group(2);
  for (std::size_t size = 0; size < of.content().size(); size += 7) {
    segment_scan scan(of.content().first(size), number);
    scan.judge(std::nullopt);
    CHECK(scan.end() <= std::max<std::size_t>(size, segment_header_bytes));
  }
}

TEST_CASE("names of segments are numbers of ten digits or more") {
  CHECK(name_of_segment(42) == "log/0000000042.log");
  CHECK(number_of_segment("log/0000000042.log") == 42);
  CHECK(number_of_segment("log/12345678901.log") == 12345678901);
  for (const char* const name :
       {"log/42.log", "log/0000000000.log", "log/00000000042.log", "log/000000004x.log",
        "log/0000000042.logs", "0000000042.log", "log/99999999999999999999.log", ""})
    CHECK_FALSE(number_of_segment(name));
}

}  // namespace mentat::keeper
