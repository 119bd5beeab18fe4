#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "rts/record/trace_blocks.h"
#include "tools/record/call_graph.h"
#include "tools/record/chrome_trace.h"
#include "tools/record/otlp_trace.h"
#include "tools/record/perfetto_trace.h"
#include "tools/record/profile.h"
#include "tools/record/trace.h"

namespace mentat::command {
namespace {

using record::call_of_main;
using record::event;
using record::event_kind;

std::string header(const char* methods) {
  return record::encode_header(
      std::string(R"({"program": "/p", "mode": "cluster", "level": "full", "host": "box", )") +
      "\"methods\": [[\"(unknown function)\", \"\"], [\"main\", \"\"], " + methods + "]}");
}

event ran(std::uint64_t begin, std::uint64_t end, std::uint64_t call, std::uint16_t method) {
  event one{.begin = begin, .kind = event_kind::ran, .method = method, .call = call};
  one.set_ticks(end - begin);
  return one;
}
// main waits for call 5.
event paused(std::uint64_t begin, std::uint64_t end) {
  event one{.begin = begin, .kind = event_kind::suspended, .call = call_of_main, .other = 5};
  one.set_ticks(end - begin);
  return one;
}
event end_of(event_kind kind, std::uint64_t at, std::uint64_t call, std::uint32_t host,
             std::uint32_t process) {
  return {.begin = at,
          .length = record::peer_of(host, process),
          .kind = kind,
          .call = call,
          .other = 77};
}

// A tick is a nanosecond. main of host 1 makes call 5 at 100,000, which host 2, whose clock is 5 s
// ahead, executes as call 9; its functions have other numbers, and its process the same one.
constexpr std::uint64_t ahead = 5'000'000'000;

std::string part_of_other() {
  const record::recorded_worker worker{.ring = 0, .process = 11, .worker = 0, .label = "2.3"};
  std::string bytes = header(R"(["b::g", "b.mpl.cc:1"], ["a::f", "a.mpl.cc:1"])");
  bytes += record::encode(record::clock_block{ahead, ahead, 1'000});
  bytes += record::encode(record::event_block{
      worker,
      {end_of(event_kind::call_came, ahead + 300'000, 9, 1, 0),
       {.begin = ahead + 300'000, .length = 8, .kind = event_kind::of_object, .call = 9},
       ran(ahead + 310'000, ahead + 710'000, 9, 3),
       end_of(event_kind::result_sent, ahead + 720'000, 9, 1, 0)}});
  bytes += record::encode(record::clock_block{ahead + 1'000'000, ahead + 1'000'000, 1'000});
  return bytes + record::encode(record::end_block{});
}

std::string recording(const std::string& part, bool has_clock = true) {
  const record::recorded_worker worker{.ring = 0, .process = 11, .worker = 0, .label = "1.0"};
  std::string bytes = header(R"(["a::f", "a.mpl.cc:1"], ["b::g", "b.mpl.cc:1"])");
  bytes += record::encode(record::clock_block{0, 0, 1'000});
  bytes += record::encode(record::host_block{1, true, "n1"});
  bytes += record::encode(record::host_block{2, false, "n2\n"});
  if (has_clock)
    bytes += record::encode(record::clock_answer_block{2, 0, ahead + 200'000, 400'000});
  for (std::size_t at = 0; at < part.size(); at += 10)
    bytes += record::encode(record::part_block{2, part.substr(at, 10)});
  bytes += record::encode(record::event_block{
      worker,
      {{.begin = 90'000,
        .length = 6,
        .kind = event_kind::called,
        .method = 2,
        .call = 5,
        .other = call_of_main},
       end_of(event_kind::call_sent, 100'000, 5, 2, 3),
       paused(110'000, 900'000),
       {.begin = 110'000, .kind = event_kind::awaited, .call = call_of_main, .other = 5},
       end_of(event_kind::result_came, 900'000, 5, 2, 3),
       ran(0, 1'000'000, call_of_main, record::method_of_main)}});
  bytes += record::encode(record::part_end_block{2, ""});
  bytes += record::encode(record::clock_block{1'000'000, 1'000'000, 1'000});
  return bytes + record::encode(record::end_block{});
}

trace read(const std::string& bytes) {
  std::istringstream file(bytes);
  const auto made = read_trace(file, "file");
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("the parts of other hosts have the times of the first one") {
  const trace of = read(recording(part_of_other()));
  REQUIRE(of.hosts.size() == 2);
  CHECK(of.hosts[0].name == "n1");
  CHECK(of.hosts[1].name == "n2\\n");
  CHECK(of.hosts[1].is_whole);
  CHECK(of.hosts[1].uncertainty < 210'000);
  REQUIRE(of.workers.size() == 2);
  CHECK(of.workers[0].process != of.workers[1].process);
  CHECK(of.workers[1].process == (11u | 1u << trace::process_bits));
  CHECK(of.host_of(1) == of.hosts[1].name);
  REQUIRE(of.calls.size() == 2);
  CHECK(of.method(of.calls[1].method).name == "a::f");  // which has another number there
  CHECK(std::abs(of.calls[1].begin - 310'000) <= of.hosts[1].uncertainty);
  CHECK(std::abs(of.calls[1].end - of.calls[1].begin - 400'000) < 1'000);  // clocks drift
}

TEST_CASE("a call in another process is that of its maker, and no message comes too early") {
  const trace of = read(recording(part_of_other()));
  REQUIRE(of.sendings.size() == 1);
  const trace::sending& one = of.sendings[0];
  CHECK(one.sent <= one.came);
  CHECK(one.result_sent <= one.result_came);
  CHECK(one.object == 8);
  const call_graph graph(of);
  CHECK(graph.maker(1) == 0);
  const profile made = profile_of(of, {});
  CHECK(made.why_incomplete.empty());
  // main until it makes the call, the call, and main behind it.
  CHECK(made.span >= 400'000);
  CHECK(made.span < 1'000'000);
}

TEST_CASE("without answers of the clock the calendars are taken, and that is said") {
  const trace of = read(recording(part_of_other(), false));
  CHECK(of.hosts[1].uncertainty == -1);
  CHECK(of.calls.size() == 2);
}

TEST_CASE("a recording with parts that was cut anywhere is read as far as it goes") {
  const std::string whole = recording(part_of_other());
  bool has_had_part = false;
  for (std::size_t size = header(R"(["a::f", "a.mpl.cc:1"], ["b::g", "b.mpl.cc:1"])").size();
       size < whole.size(); ++size) {
    const trace of = read(whole.substr(0, size));
    CHECK_FALSE(of.is_whole);
    has_had_part = has_had_part || (of.hosts.size() > 1 && of.hosts[1].is_whole);
    CHECK(nlohmann::json::accept(as_chrome_trace(of)));
  }
  CHECK(has_had_part);
}

TEST_CASE("a part that was cut anywhere is not whole, and the rest of the recording is there") {
  const std::string part = part_of_other();
  for (std::size_t size = 0; size < part.size(); ++size) {
    const trace of = read(recording(part.substr(0, size)));
    CHECK(of.is_whole);
    CHECK_FALSE(of.hosts[1].is_whole);
    CHECK(of.calls.size() >= 1);
  }
  // Of another version, or no recording: as if nothing had come.
  std::string later = part;
  later[record::trace_magic.size()] = 9;
  CHECK(read(recording(later)).calls.size() == 1);
  CHECK(read(recording("#!/bin/sh")).calls.size() == 1);
}

TEST_CASE("a part has no parts, and hosts that are not named have none") {
  const std::string nested = recording(part_of_other());
  const trace of = read(recording(nested));
  CHECK(of.hosts.size() == 2);
  std::string bytes = recording(part_of_other());
  bytes += record::encode(record::part_block{9, part_of_other()});
  CHECK(read(bytes).hosts.size() == 2);
}

TEST_CASE("every format names the hosts") {
  const trace of = read(recording(part_of_other()));
  const auto chrome = nlohmann::json::parse(as_chrome_trace(of));
  CHECK(chrome["otherData"]["hosts"].size() == 2);
  int named = 0, sent = 0, arrows = 0;
  for (const auto& one : chrome["traceEvents"]) {
    named +=
        one["name"] == "process_name" && one["args"]["name"].get<std::string>().starts_with("n2");
    sent += one["ph"] == "i" && one["cat"] == "sent";
    arrows += one["ph"] == "s" && one["cat"] == "message";
  }
  CHECK(named == 1);
  CHECK(sent == 2);  // the call, and its result
  CHECK(arrows == 2);
  const auto spans = nlohmann::json::parse(as_otlp_trace(of, "").text);
  REQUIRE(spans["resourceSpans"].size() == 2);
  for (const auto& host : spans["resourceSpans"]) CHECK(host["scopeSpans"][0]["spans"].size() == 1);
  CHECK(as_perfetto_trace(of).find("n2\\n: process 2.3") != std::string::npos);
}

}  // namespace mentat::command
