// Any bytes are refused, or shown as JSON and as a graph without control characters. The first byte
// says whether they are the file itself, the contents of blocks behind a header, in frames with the
// right checksums, or the numbers in well-formed blocks: else little but the checks would be tried.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "mmps/base/crc32c.h"
#include "rts/record/trace_blocks.h"
#include "tools/record/chrome_trace.h"
#include "tools/record/graph_dot.h"
#include "tools/record/otlp_trace.h"
#include "tools/record/perfetto_trace.h"
#include "tools/record/profile.h"
#include "tools/record/profile_text.h"
#include "tools/record/trace.h"

using namespace mentat;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void put_u32(std::string& to, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) to += static_cast<char>(value >> shift & 0xff);
}

std::string header_with(std::string_view given) {
  using nlohmann::json;
  const std::string name(given);
  const auto method = [](const std::string& called) { return json::array({called, called}); };
  json header = json::object();
  for (const char* const key : {"program", "mode", "level", "host"}) header[key] = name;
  header["methods"] = json::array({method("none"), method("main"), method(name)});
  return record::encode_header(header.dump(-1, ' ', false, json::error_handler_t::replace));
}

// Each block: a byte for its kind, one for its size, its content.
std::string with_frames(std::string_view left) {
  constexpr std::size_t longest_name = 24;
  const std::string_view name = left.substr(0, std::min(longest_name, left.size()));
  left.remove_prefix(name.size());
  std::string file = header_with(name);
  while (left.size() >= 2) {
    const auto kind = static_cast<unsigned char>(left[0]) % 11u;
    const std::size_t size =
        std::min<std::size_t>(static_cast<unsigned char>(left[1]), left.size() - 2);
    const std::string_view content = left.substr(2, size);
    put_u32(file, kind);
    put_u32(file, static_cast<std::uint32_t>(size));
    put_u32(file, base::crc32c(std::as_bytes(std::span(content.data(), content.size()))));
    file += content;
    left.remove_prefix(2 + size);
  }
  return file;
}

// Reads numbers and texts; 0 and nothing after the end.
class source {
 public:
  explicit source(std::string_view from) : left_(from) {}

  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    for (; bytes > 0 && !left_.empty(); --bytes, left_.remove_prefix(1))
      value = value << 8 | static_cast<unsigned char>(left_.front());
    return value;
  }
  // Mostly small ones, so that calls meet each other; any one at times.
  std::uint64_t varied() { return number(number(1) % 16 == 0 ? 8 : 2); }
  std::string text(std::size_t bytes) {
    const std::string read(left_.substr(0, std::min(bytes, left_.size())));
    left_.remove_prefix(read.size());
    return read;
  }
  [[nodiscard]] bool is_empty() const { return left_.empty(); }

 private:
  std::string_view left_;
};

record::event_block events_from(source& from, const record::recorded_worker& worker) {
  record::event_block made{worker, {}};
  for (std::uint64_t left = from.number(1) % 8; left > 0; --left) {
    record::event one{.begin = from.varied()};
    one.length = static_cast<std::uint32_t>(from.varied());
    one.kind = static_cast<record::event_kind>(from.number(1) % 16);
    one.flags = from.number(1) % 8 == 0 ? record::is_long : 0;
    one.method = static_cast<std::uint16_t>(from.number(1) % 8 == 0 ? from.number(2) : 1);
    one.call = from.number(1) % 8;
    one.other = from.number(1) % 8;
    made.events.push_back(one);
  }
  return made;
}

std::string with_blocks(std::string_view given, bool has_parts = true) {
  source from(given);
  std::string file = header_with(from.text(16));
  while (!from.is_empty()) {
    const std::uint64_t kind = from.number(1) % 12;
    record::recorded_worker worker;
    worker.ring = static_cast<std::uint32_t>(from.number(1) % 4);
    worker.process = static_cast<std::uint32_t>(from.number(1) % 2);
    worker.label = from.number(1) % 2 == 0 ? "1.0" : from.text(from.number(1) % 4);
    if (kind == 0)
      file += record::encode(record::clock_block{from.varied(), from.varied(), from.varied()});
    else if (kind == 1)
      file +=
          record::encode(record::loss_block{worker, from.varied(), from.varied(), from.varied()});
    else if (kind == 2)
      file += record::encode(record::count_block{worker, {{1, from.varied(), 2, 3}}});
    else if (kind == 3)
      file += record::encode(record::place_block{from.number(1), {from.text(4), from.text(9)}});
    else if (kind == 4)
      file += record::encode(record::host_block{static_cast<std::uint32_t>(from.number(1) % 4),
                                                from.number(1) % 4 == 0, from.text(3)});
    else if (kind == 5 && has_parts)
      file += record::encode(record::part_block{static_cast<std::uint32_t>(from.number(1) % 4),
                                                with_blocks(from.text(from.number(1)), false)});
    else if (kind == 6)
      file +=
          record::encode(record::clock_answer_block{static_cast<std::uint32_t>(from.number(1) % 4),
                                                    from.varied(), from.varied(), from.varied()});
    else
      file += record::encode(events_from(from, worker));
  }
  return file;
}

std::string file_of(unsigned form, std::string_view given) {
  if (form == 0) return std::string(given);
  return form == 1 ? with_frames(given) : with_blocks(given);
}

bool has_control_characters(const std::string& text) {
  return std::ranges::any_of(text, [](char one) {
    return (static_cast<unsigned char>(one) < 0x20 && one != '\n') || one == 0x7f;
  });
}

void require_profile(const command::trace& of) {
  if (of.calls.empty()) return;
  const command::profile made = command::profile_of(of, {.speed = {1, 3, 0.5}, .workers = 3});
  const std::string json = command::as_json(made, of);
  require(nlohmann::json::accept(json) && !has_control_characters(json));
  require(!has_control_characters(command::as_text(made, of)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view given(reinterpret_cast<const char*>(data + 1), size - 1);
  std::istringstream file(file_of(data[0] % 8u, given));
  const auto read = command::read_trace(file, "file");
  if (!read) {
    require(!read.error().empty() && !has_control_characters(read.error()));
    return 0;
  }
  const std::string json = command::as_chrome_trace(*read);
  require(nlohmann::json::accept(json) && !has_control_characters(json));
  const std::string spans = command::as_otlp_trace(*read, read->program).text;
  require(nlohmann::json::accept(spans) && !has_control_characters(spans));
  require(read->workers.empty() || !command::as_perfetto_trace(*read).empty());
  for (const auto detail : {command::graph_detail::calls, command::graph_detail::functions}) {
    const std::string dot = command::as_dot(*read, detail);
    require(dot.ends_with("}\n") && !has_control_characters(dot));
  }
  require_profile(*read);
  command::trace complete = *read;  // as if nothing were missing
  complete.version = record::trace_version;
  complete.level = "full";
  complete.mode = "threads";
  complete.is_whole = true;
  complete.losses.clear();
  complete.unrecorded_workers = complete.events_left_out = 0;
  require_profile(complete);
  return 0;
}
