#include "rts/record/trace_blocks.h"

#include <algorithm>
#include <span>

#include "mmps/base/crc32c.h"

namespace mentat::record {
namespace {

enum kind : std::uint32_t {
  events = 1,
  loss,
  clock,
  counts,
  end,
  places,
  host,
  part,
  part_end,
  clock_answer
};

void put_u32(std::string& to, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) to += static_cast<char>(value >> shift & 0xff);
}
void put(std::string& to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) to += static_cast<char>((value & 0x7f) | 0x80);
  to += static_cast<char>(value);
}
// A difference, of which the sign is the lowest bit.
void put_difference(std::string& to, std::uint64_t value, std::uint64_t before) {
  const std::uint64_t by = value - before;
  put(to, by >> 63 ? ~(by << 1) : by << 1);
}
void put(std::string& to, std::string_view text) {
  put(to, text.size());
  to += text;
}
void put(std::string& to, const recorded_worker& from) {
  put(to, from.ring);
  put(to, from.process);
  put(to, from.worker);
  put(to, std::string_view(from.label));
}

std::uint32_t checksum_of(std::string_view bytes) {
  return base::crc32c(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

std::string framed(kind what, const std::string& content) {
  std::string made;
  put_u32(made, what);
  put_u32(made, static_cast<std::uint32_t>(content.size()));
  put_u32(made, checksum_of(content));
  return made + content;
}

// Reads numbers; after the first fault all are 0.
class number_reader {
 public:
  explicit number_reader(std::string_view from) : left_(from) {}

  std::uint64_t number(std::uint64_t most = UINT64_MAX) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !left_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) return value <= most ? value : fault();
    }
    return fault();
  }
  std::uint64_t after(std::uint64_t before) {
    const std::uint64_t by = number();
    return before + (by & 1 ? ~(by >> 1) : by >> 1);
  }
  std::string text(std::size_t most) {
    const std::size_t size = number(std::min(most, left_.size()));
    if (size > left_.size()) return {};
    std::string read(left_.substr(0, size));
    left_.remove_prefix(size);
    return read;
  }
  recorded_worker worker() {
    constexpr std::size_t most_label = 64;
    recorded_worker from;
    from.ring = static_cast<std::uint32_t>(number(UINT32_MAX));
    from.process = static_cast<std::uint32_t>(number(UINT32_MAX));
    from.worker = static_cast<std::uint32_t>(number(UINT32_MAX));
    from.label = text(most_label);
    return from;
  }
  [[nodiscard]] std::size_t left() const { return left_.size(); }
  [[nodiscard]] bool is_good() const { return !has_fault_; }

 private:
  std::uint64_t fault() {
    has_fault_ = true;
    left_ = {};
    return 0;
  }

  std::string_view left_;
  bool has_fault_ = false;
};

std::string content_of(const event_block& one) {
  std::string made;
  put(made, one.from);
  put(made, one.events.size());
  event before;
  for (const event& at : one.events) {
    put(made, static_cast<std::uint64_t>(at.kind) | (at.flags & is_long ? 0x80u : 0u));
    put(made, at.method);
    put_difference(made, at.begin, before.begin);
    put(made, at.length);
    put_difference(made, at.call, before.call);
    put_difference(made, at.other, at.call);
    before = at;
  }
  return made;
}

event_block read_events(number_reader& from) {
  constexpr std::size_t least_event = 6;  // bytes
  event_block made{from.worker(), {}};
  const std::uint64_t count = from.number();
  if (count > from.left() / least_event) return (void)from.number(0), made;
  made.events.reserve(count);
  event before;
  while (made.events.size() < count && from.is_good()) {
    event at;
    const std::uint64_t first = from.number(0xff);
    at.kind = static_cast<event_kind>(first & 0x7f);
    at.flags = first & 0x80 ? is_long : 0;
    at.method = static_cast<std::uint16_t>(from.number(UINT16_MAX));
    at.begin = from.after(before.begin);
    at.length = static_cast<std::uint32_t>(from.number(UINT32_MAX));
    at.call = from.after(before.call);
    at.other = from.after(at.call);
    made.events.push_back(at);
    before = at;
  }
  return made;
}

}  // namespace

std::uint32_t read_u32(std::string_view bytes) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i)
    value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return value;
}

std::string encode_header(std::string_view json) {
  std::string made(trace_magic);
  put_u32(made, trace_version);
  put_u32(made, static_cast<std::uint32_t>(json.size()));
  return made += json;
}

std::string encode(const block& one) {
  std::string made;
  if (const auto* run = std::get_if<event_block>(&one)) return framed(events, content_of(*run));
  if (const auto* lost = std::get_if<loss_block>(&one)) {
    put(made, lost->from);
    for (const std::uint64_t each : {lost->events, lost->first_tick, lost->last_tick})
      put(made, each);
    return framed(loss, made);
  }
  if (const auto* now = std::get_if<clock_block>(&one)) {
    for (const std::uint64_t each : {now->ticks, now->monotonic_ns, now->real_ns}) put(made, each);
    return framed(clock, made);
  }
  if (const auto* counted = std::get_if<count_block>(&one)) {
    put(made, counted->from);
    put(made, counted->methods.size());
    for (const counted_method& each : counted->methods)
      for (const std::uint64_t value :
           {std::uint64_t{each.method}, each.calls, each.recorded, each.ticks})
        put(made, value);
    return framed(counts, made);
  }
  if (const auto* named = std::get_if<place_block>(&one)) {
    put(made, named->first);
    put(made, named->places.size());
    for (const std::string& each : named->places) put(made, std::string_view(each));
    return framed(places, made);
  }
  if (const auto* of = std::get_if<host_block>(&one)) {
    put(made, of->host);
    put(made, std::uint64_t{of->is_own});
    put(made, std::string_view(of->name));
    return framed(host, made);
  }
  if (const auto* of = std::get_if<part_block>(&one)) {
    put(made, of->host);
    put(made, std::string_view(of->bytes));
    return framed(part, made);
  }
  if (const auto* of = std::get_if<part_end_block>(&one)) {
    put(made, of->host);
    put(made, std::string_view(of->missing));
    return framed(part_end, made);
  }
  if (const auto* of = std::get_if<clock_answer_block>(&one)) {
    for (const std::uint64_t each :
         {std::uint64_t{of->host}, of->asked_ns, of->told_ns, of->heard_ns})
      put(made, each);
    return framed(clock_answer, made);
  }
  put(made, std::get<end_block>(one).unrecorded_workers);
  return framed(end, made);
}

std::optional<block_frame> decode_frame(std::string_view bytes) {
  if (bytes.size() < block_frame::bytes) return std::nullopt;
  const block_frame made{read_u32(bytes), read_u32(bytes.substr(4)), read_u32(bytes.substr(8))};
  if (made.kind < events || made.kind > clock_answer || made.size > max_block) return std::nullopt;
  return made;
}

namespace {

block read_loss(number_reader& from) {
  loss_block made{.from = from.worker()};
  made.events = from.number();
  made.first_tick = from.number();
  made.last_tick = from.number();
  return made;
}

block read_counts(number_reader& from) {
  count_block made{.from = from.worker(), .methods = {}};
  for (std::uint64_t left = from.number(); left > 0 && from.is_good(); --left) {
    counted_method each;
    each.method = static_cast<std::uint16_t>(from.number(UINT16_MAX));
    each.calls = from.number();
    each.recorded = from.number();
    each.ticks = from.number();
    if (from.is_good()) made.methods.push_back(each);
  }
  return made;
}

block read_places(number_reader& from) {
  constexpr std::size_t most_text = 256;
  place_block made{.first = from.number(), .places = {}};
  for (std::uint64_t left = from.number(from.left()); left > 0 && from.is_good(); --left)
    made.places.push_back(from.text(most_text));
  return made;
}

block read_about_host(std::uint32_t kind, number_reader& from) {
  constexpr std::size_t most_text = 1024;
  const auto number = static_cast<std::uint32_t>(from.number(UINT32_MAX));
  if (kind == host) {
    const bool is_own = from.number(1) != 0;
    return host_block{number, is_own, from.text(most_text)};
  }
  if (kind == part) return part_block{number, from.text(max_block)};
  if (kind == part_end) return part_end_block{number, from.text(most_text)};
  clock_answer_block answer{.host = number};
  for (std::uint64_t* const each : {&answer.asked_ns, &answer.told_ns, &answer.heard_ns})
    *each = from.number();
  return answer;
}

block read_content(std::uint32_t kind, number_reader& from) {
  if (kind == events) return read_events(from);
  if (kind == loss) return read_loss(from);
  if (kind == counts) return read_counts(from);
  if (kind == end) return end_block{from.number()};
  if (kind == places) return read_places(from);
  if (kind >= host) return read_about_host(kind, from);
  clock_block now;
  now.ticks = from.number();
  now.monotonic_ns = from.number();
  now.real_ns = from.number();
  return now;
}

}  // namespace

std::optional<block> decode(const block_frame& frame, std::string_view content) {
  if (content.size() != frame.size || checksum_of(content) != frame.checksum) return std::nullopt;
  number_reader from(content);
  block made = read_content(frame.kind, from);
  if (!from.is_good() || from.left() != 0) return std::nullopt;
  return made;
}

}  // namespace mentat::record
