// Any bytes are refused, or are a segment all of whose records are whole. The first byte says
// whether they are the segment itself, or the description of one that is made with right checksums
// and damaged afterwards: else little but the checksums would be tried.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "daemons/keeper/store/segment_format.h"
#include "daemons/keeper/store/segment_scan.h"
#include "mmps/wire/fuzz/counted_memory.h"
#include "rts/durable/effect.h"
#include "rts/durable/image.h"
#include "rts/durable/record.h"

using namespace mentat;
using durable::record_kind;
using keeper::segment_scan;

namespace {

using bytes = std::vector<std::byte>;
constexpr std::uint64_t number = 3;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_body(const durable::record_view& record) {
  const std::size_t before = fuzz::allocated_bytes;
  if (const auto state = durable::image::decode(record.header.sequence, record.body)) {
    base::byte_buffer again;
    state->encode(again);
    require(std::ranges::equal(again, record.body));
  }
  if (const auto effect = durable::decode_effect(record)) {
    base::byte_buffer again;
    encode(*effect, again);
    const auto read = durable::read_unsealed({again.data(), again.size()});
    require(read && read->header == record.header && std::ranges::equal(read->body, record.body));
  }
  require(fuzz::allocated_bytes - before <= 64 * record.body.size() + 4096);
}

void check(std::span<const std::byte> segment, std::optional<std::uint64_t> known_end) {
  const std::size_t before = fuzz::allocated_bytes;
  segment_scan scan(segment, number);
  scan.judge(known_end);
  // A vector that grows has allocated twice its size, and marks are read.
  require(fuzz::allocated_bytes - before <= 4 * segment.size() + 4096);
  std::uint64_t at = keeper::segment_header_bytes;
  for (const segment_scan::item& each : scan.items()) {
    require(each.offset == at && each.end > each.offset && each.end <= scan.end());
    at = each.end;
    if (each.what == segment_scan::item::kind::mark) static_cast<void>(scan.mark_at(each));
    if (each.what == segment_scan::item::kind::record) {
      require(
          durable::read_record(segment.subspan(each.offset), {number, each.offset}).has_value());
      check_body(scan.record_at(each));
    }
  }
  require(scan.items().empty() || at == scan.end());
  require(scan.end() <= std::max<std::size_t>(segment.size(), keeper::segment_header_bytes));
}

class source {
 public:
  explicit source(std::span<const std::byte> from) : left_(from) {}
  std::uint64_t number() {
    if (left_.empty()) return 0;
    const auto read = std::to_integer<std::uint64_t>(left_.front());
    left_ = left_.subspan(1);
    return read;
  }
  bytes run(std::size_t size) {
    const auto part = left_.first(std::min(size, left_.size()));
    left_ = left_.subspan(part.size());
    return {part.begin(), part.end()};
  }
  [[nodiscard]] bool is_empty() const { return left_.empty(); }

 private:
  std::span<const std::byte> left_;
};

// Records and marks, some of which are true; then damage.
bytes made_of(source from) {
  bytes made(4096);
  keeper::put_segment_header(std::span(made).first<keeper::segment_header_bytes>(),
                             {number, made.size(), 1});
  keeper::fill_unwritten(std::span(made).subspan(keeper::segment_header_bytes), number,
                         keeper::segment_header_bytes);
  std::uint64_t at = keeper::segment_header_bytes;
  keeper::mark next{.first = at, .entries = {}};
  while (!from.is_empty()) {
    const std::uint64_t what = from.number();
    bytes body;
    durable::record_header header{record_kind::effect, {}, what, what};
    if (what % 3 == 0) {
      header.kind = record_kind::mark;
      if (what % 4 == 0) next.count = static_cast<std::uint32_t>(from.number());
      if (what % 5 == 0) next.previous_end = from.number() * 16;
      next.flags = static_cast<std::uint32_t>(what % 7 == 0);
      next.entries.resize(what % 2);
      body.resize(keeper::mark_body_bytes(next.entries.size()));
      keeper::put_mark(body, next);
    } else {
      header.kind = static_cast<record_kind>(1 + what % durable::last_record_kind);
      body = from.run(from.number() % 64);
    }
    const std::size_t size = durable::record_bytes(body.size());
    if (at + size > made.size()) break;
    const std::span<std::byte> record = std::span(made).subspan(at, size);
    std::ranges::copy(body, record.begin() + durable::record_header_bytes);
    durable::seal_record(record, body.size(), header, {number, at});
    next.checksum = keeper::add_to_group(next.checksum, durable::view_record(record).checksum);
    ++next.count;
    if (header.kind == record_kind::mark)
      next = {.first = at + size, .previous = at, .entries = {}};
    at += size;
    if (what % 11 == 0) made[from.number() * 16 % made.size()] ^= std::byte{1};
  }
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  // A copy of exactly this size, so that a read behind it is found.
  bytes given(size - 2);
  if (size > 2) std::memcpy(given.data(), data + 2, size - 2);
  const std::optional<std::uint64_t> known_end =
      data[1] < 128 ? std::nullopt : std::optional<std::uint64_t>(data[1] * 32);
  if (data[0] % 4 != 0) {
    check(made_of(source(given)), known_end);
    return 0;
  }
  check(given, known_end);
  if (const auto record = durable::read_record(given, {number, data[1]})) check_body(*record);
  if (const auto mark = keeper::read_mark(given)) {
    bytes again(keeper::mark_body_bytes(mark->entries.size()));
    keeper::put_mark(again, *mark);
    require(std::ranges::equal(again, given));
  }
  static_cast<void>(keeper::read_segment_header(given));
  return 0;
}
