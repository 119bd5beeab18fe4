#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/record/otlp_trace.h"
#include "tools/record/perfetto_trace.h"

namespace mentat::command {
namespace {

// main runs from 0 to 100 on worker 0 and makes call 7 at 10, which worker 1 runs from 20 to 60,
// and call 8, which takes the result of call 7. Call 8 runs on main's stack from 70, and is cut
// off at 100.
trace some_trace() {
  trace made;
  made.program = "/bin/p\"q";
  made.host_name = "h", made.mode = "threads";
  made.began_at_ns = 1'000'000'000;
  made.methods = {{"(unknown function)", ""}, {"main", ""}, {"a<int>::b", "d/a.mpl.cc:12"}};
  made.workers = {{.ring = 0, .process = 11, .worker = 0, .label = ""},
                  {.ring = 1, .process = 11, .worker = 1, .label = ""}};
  made.calls = {{.worker = 1, .method = 2, .begin = 20, .end = 60, .number = 7},
                {.worker = 0,
                 .method = 2,
                 .was_cut_off = true,
                 .begin = 70,
                 .end = 100,
                 .number = 8,
                 .outer = 1},
                {.worker = 0, .method = 1, .begin = 0, .end = 100, .number = 1}};
  made.makings = {{.worker = 0, .at = 10, .number = 7, .maker = 1, .method = 2}};
  made.arguments = {{.worker = 0, .at = 65, .number = 8, .producer = 7}};
  made.losses = {{.worker = 1, .events = 12, .begin = 61, .end = 62}};
  made.is_whole = true;
  return made;
}

// A message, field by field: protobuf.dev, "Encoding".
struct field {
  std::uint64_t number = 0, value = 0;
  std::string text{};
};
std::uint64_t take_varint(std::string_view& from) {
  std::uint64_t value = 0;
  for (int shift = 0; !from.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(from.front());
    from.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) break;
  }
  return value;
}
std::vector<field> fields_of(std::string_view bytes) {
  std::vector<field> all;
  while (!bytes.empty()) {
    const std::uint64_t tag = take_varint(bytes);
    field one{.number = tag >> 3};
    if ((tag & 7) == 0) {
      one.value = take_varint(bytes);
    } else if ((tag & 7) == 1) {
      REQUIRE(bytes.size() >= 8);
      for (unsigned i = 0; i < 8; ++i)
        one.value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
      bytes.remove_prefix(8);
    } else {
      REQUIRE((tag & 7) == 2);
      const std::uint64_t size = take_varint(bytes);
      REQUIRE(size <= bytes.size());
      one.text = bytes.substr(0, size);
      bytes.remove_prefix(size);
    }
    all.push_back(one);
  }
  return all;
}
field only(const std::vector<field>& all, std::uint64_t number) {
  field found;
  for (const field& one : all)
    if (one.number == number) found = one;
  return found;
}

std::string names_of(const nlohmann::json& attributes, const std::string& key) {
  for (const auto& one : attributes)
    if (one["key"] == key) return one["value"].begin().value().get<std::string>();
  return "";
}

}  // namespace

TEST_CASE("a Perfetto trace has a nested bar for each call, and an arrow to it from its maker") {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> names;  // of sequence, number
  std::map<std::uint64_t, std::vector<std::string>> open;                // by track
  std::map<std::uint64_t, std::uint64_t> last;                           // times, by track
  std::multiset<std::string> bars;
  std::vector<std::uint64_t> flows, ended_flows;
  int tracks = 0, moments = 0;
  for (const field& packet : fields_of(as_perfetto_trace(some_trace()))) {
    REQUIRE(packet.number == 1);
    const auto of = fields_of(packet.text);
    tracks += only(of, 60).number == 60;
    const std::uint64_t sequence = only(of, 10).value;
    if (const field interned = only(of, 12); interned.number != 0) {
      const auto entry = fields_of(only(fields_of(interned.text), 2).text);
      names[{sequence, only(entry, 1).value}] = only(entry, 2).text;
    }
    if (only(of, 11).number == 0) continue;
    const auto event = fields_of(only(of, 11).text);
    const std::uint64_t type = only(event, 9).value, track = only(event, 11).value;
    const std::uint64_t time = only(of, 8).value;
    CHECK(time >= last[track]);
    last[track] = time;
    if (type == 2) {
      REQUIRE_FALSE(open[track].empty());
      bars.insert(open[track].back() + " until " + std::to_string(time));
      open[track].pop_back();
      continue;
    }
    const std::string name = names.at({sequence, only(event, 10).value});
    if (type == 1) {
      const std::string around = open[track].empty() ? "" : " in " + open[track].back();
      open[track].push_back(name + " from " + std::to_string(time) + around);
    }
    moments += type == 3;
    for (const field& one : event) {
      if (one.number == 47) flows.push_back(one.value);
      if (one.number == 48) ended_flows.push_back(one.value);
    }
  }
  CHECK(tracks == 3);
  CHECK(moments == 2);  // the making, and the loss
  CHECK(bars == std::multiset<std::string>{"a<int>::b from 20 until 60", "main from 0 until 100",
                                           "a<int>::b (cut off) from 70 in main from 0 until 100"});
  CHECK(flows == std::vector<std::uint64_t>{1});
  CHECK(ended_flows == flows);
}

TEST_CASE("a call is a span of OpenTelemetry whose parent is its maker") {
  const otlp_trace made = as_otlp_trace(some_trace(), "");
  CHECK(made.spans == 3);
  const auto json = nlohmann::json::parse(made.text);
  const auto& resource = json["resourceSpans"][0];
  CHECK(names_of(resource["resource"]["attributes"], "service.name") == "p\"q");
  const auto& spans = resource["scopeSpans"][0]["spans"];
  REQUIRE(spans.size() == 3);
  CHECK(spans[0]["name"] == "a<int>::b");
  CHECK(spans[0]["startTimeUnixNano"] == "1000000020");
  CHECK(spans[0]["endTimeUnixNano"] == "1000000060");
  CHECK(names_of(spans[0]["attributes"], "code.file.path") == "d/a.mpl.cc");
  CHECK(names_of(spans[0]["attributes"], "code.line.number") == "12");
  CHECK(spans[0]["parentSpanId"] == spans[2]["spanId"]);
  CHECK(spans[1]["parentSpanId"] == spans[2]["spanId"]);
  CHECK(spans[1]["links"][0]["spanId"] == spans[0]["spanId"]);
  CHECK(spans[1]["status"]["code"] == 2);
  CHECK_FALSE(spans[2].contains("parentSpanId"));
  std::set<std::string> ids;
  for (const auto& one : spans) {
    ids.insert(one["spanId"].get<std::string>());
    CHECK(one["spanId"].get<std::string>().size() == 16);
    CHECK(one["traceId"].get<std::string>().size() == 32);
    CHECK(one["traceId"] == spans[0]["traceId"]);
  }
  CHECK(ids.size() == 3);
  CHECK(as_otlp_trace(some_trace(), "").text == made.text);
}

TEST_CASE("the spans belong to the trace of the process that started the program") {
  const std::string trace_id(32, 'a'), span_id(16, 'b');
  const auto spans_with = [](const std::string& parent) {
    const auto json = nlohmann::json::parse(as_otlp_trace(some_trace(), parent).text);
    return json["resourceSpans"][0]["scopeSpans"][0]["spans"];
  };
  const auto spans = spans_with("00-" + trace_id + "-" + span_id + "-01");
  CHECK(spans[2]["traceId"] == trace_id);
  CHECK(spans[2]["parentSpanId"] == span_id);
  for (const std::string& malformed :
       {"00-" + trace_id + "-" + span_id, "00-" + std::string(32, '0') + "-" + span_id + "-01",
        "00-" + trace_id + "-" + std::string(16, 'X') + "-01", std::string("00-")})
    CHECK_FALSE(spans_with(malformed)[2].contains("parentSpanId"));
}

TEST_CASE("of many calls the long ones and one in a thousand are spans, below their next maker") {
  trace many = some_trace();
  for (std::int64_t i = 0; i < 20'000; ++i)
    many.calls.push_back({.worker = 0,
                          .method = 2,
                          .begin = 200 + i,
                          .end = 200 + i + (i == 7 ? 2'000'000 : 1),
                          .number = 100 + static_cast<std::uint64_t>(i)});
  const otlp_trace made = as_otlp_trace(many, "");
  CHECK(made.spans == 22);
  CHECK(nlohmann::json::accept(made.text));
}

}  // namespace mentat::command
