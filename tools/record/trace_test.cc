#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/record/trace.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rts/record/trace_blocks.h"
#include "tools/record/call_graph.h"
#include "tools/record/chrome_trace.h"
#include "tools/record/graph_dot.h"
#include "tools/record/strands.h"

namespace mentat::command {
namespace {

using record::call_of_main;
using record::event;
using record::event_kind;

constexpr const char* header =
    R"json({"program": "/p", "mode": "threads", "level": "full", "host": "h", "methods":
        [["(unknown function)", ""], ["main", ""], ["a::<b>\u0007\"", "a.mpl.cc:3"]]
})json";

event made(event_kind kind, std::uint64_t begin, std::uint64_t end, std::uint64_t call,
           std::uint64_t other, std::uint16_t method) {
  event one{.begin = begin, .kind = kind, .method = method, .call = call, .other = other};
  one.set_ticks(end - begin);
  return one;
}

// A tick is a nanosecond. Call 5 runs on main's stack, on worker 0, waits from 3200 to 4800 for
// call 7, and goes on on worker 1; call 9 is cut off.
std::string some_recording() {
  const record::recorded_worker first{.ring = 0, .process = 11, .worker = 0, .label = "0.0"};
  const record::recorded_worker second{.ring = 1, .process = 11, .worker = 1, .label = "0.0"};
  std::string bytes = record::encode_header(header);
  bytes += record::encode(record::clock_block{1'600, 50'000, 1'000'000});
  bytes += record::encode(record::event_block{first,
                                              {made(event_kind::called, 2'900, 2'900, 7, 5, 2),
                                               made(event_kind::ran, 3'200, 4'000, 7, 0, 2)}});
  bytes += record::encode(record::event_block{
      second,
      {made(event_kind::suspended, 3'200, 4'800, 5, 7, 0),
       made(event_kind::ran, 2'400, 6'400, 5, call_of_main, 2),
       made(event_kind::ran, 1'600, 8'000, call_of_main, 0, record::method_of_main),
       made(event_kind::cut_off, 8'000, 9'600, 9, 0, 2)}});
  event call{.begin = 3'100,
             .length = 700,
             .kind = event_kind::received,
             .method = static_cast<std::uint16_t>(record::message_kind::call),
             .other = std::uint64_t{2} << 32 | 5};
  event value = call;
  value.length = 30;
  value.method = static_cast<std::uint16_t>(record::message_kind::value);
  bytes += record::encode(
      record::event_block{first,
                          {call,
                           value,
                           {.begin = 3'150,
                            .kind = event_kind::stolen,
                            .method = static_cast<std::uint16_t>(record::stolen_item::call),
                            .call = 7}}});
  bytes += record::encode(record::loss_block{first, 12, 1'700, 1'800});
  bytes += record::encode(record::clock_block{11'600, 60'000, 1'010'000});
  return bytes + record::encode(record::end_block{});
}

struct file_of {
  explicit file_of(const std::string& bytes) {
    const char* const folder = std::getenv("TEST_TMPDIR");
    path = std::string(folder ? folder : "/tmp") + "/trace_test." + std::to_string(getpid());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  file_of(const file_of&) = delete;
  file_of& operator=(const file_of&) = delete;
  ~file_of() { unlink(path.c_str()); }

  std::string path;
};

}  // namespace

TEST_CASE("a recording is read with its times in nanoseconds") {
  const auto read = read_trace(file_of(some_recording()).path);
  REQUIRE(read);
  CHECK(read->is_whole);
  CHECK(read->began_at_ns == 1'000'000);
  REQUIRE(read->calls.size() == 4);
  CHECK(read->method(read->calls[0].method).name == "main");
  CHECK(read->calls[0].begin == 0);
  CHECK(read->calls[0].end == 6'400);
  CHECK(read->calls[1].outer == call_of_main);
  CHECK(read->calls[3].was_cut_off);
  REQUIRE(read->losses.size() == 1);
  CHECK(read->losses[0].events == 12);
  CHECK(read->losses[0].begin == 100);
  CHECK(read->losses[0].end == 200);
}

TEST_CASE("texts of a recording have no control characters, and counts and places their numbers") {
  const record::recorded_worker worker{.ring = 0, .process = 11, .worker = 0, .label = "0\x1b[2J"};
  std::string bytes = record::encode_header(header);
  bytes += record::encode(record::event_block{worker, {made(event_kind::ran, 0, 1, 7, 0, 2)}});
  bytes += record::encode(record::count_block{worker, {{2, 30, 10, 100}}});
  bytes += record::encode(record::place_block{UINT16_MAX, {"a\n", "beyond"}});
  bytes += record::encode(record::place_block{UINT64_MAX, {"far", "farther"}});
  const auto read = read_trace(file_of(bytes).path);
  REQUIRE(read);
  REQUIRE(read->workers.size() == 1);
  CHECK(read->workers[0].label == "0\\x1b[2J");
  CHECK(read->method(2).name == "a::<b>\\x07\"");
  REQUIRE(read->counts.size() == 1);
  CHECK(read->counts[0].method == 2);
  CHECK(read->counts[0].calls == 30);
  CHECK(read->counts[0].recorded == 10);
  CHECK(read->places.size() == UINT16_MAX + std::size_t{1});
  CHECK(read->place(UINT16_MAX) == "a\\n");
}

TEST_CASE("a call that waits has a piece on each worker, and so has its caller below it") {
  const auto read = read_trace(file_of(some_recording()).path);
  REQUIRE(read);
  const auto strands = strands_of(*read);
  REQUIRE(strands.size() == 6);
  for (const std::size_t call : {0u, 1u}) {
    const strand& before = strands[2 * call];
    const strand& after = strands[2 * call + 1];
    CHECK(before.call == call);
    CHECK(read->workers[before.worker].worker == 0);
    CHECK(before.end == 1'600);
    CHECK_FALSE(before.is_last);
    CHECK(read->workers[after.worker].worker == 1);
    CHECK(after.begin == 3'200);
    CHECK(after.is_last);
  }
}

TEST_CASE("the Chrome trace is JSON with a bar for each piece, whatever the names are") {
  const auto read = read_trace(file_of(some_recording()).path);
  REQUIRE(read);
  const auto json = nlohmann::json::parse(as_chrome_trace(*read), nullptr, false);
  REQUIRE(json.is_object());
  int bars = 0, cut = 0, arrows = 0;
  for (const auto& one : json["traceEvents"]) {
    const std::string phase = one["ph"];
    const std::string name = one["name"];
    bars += phase == "X" && one["cat"] == "call";
    cut += name.find("(cut off)") != std::string::npos;
    arrows += phase == "s" || phase == "f";
    for (const char letter : name) CHECK(static_cast<unsigned char>(letter) >= 0x20);
    if (phase == "X") CHECK(one["dur"].get<double>() >= 0);
  }
  CHECK(bars == 6);
  CHECK(cut == 1);
  CHECK(arrows == 2);
}

TEST_CASE("messages and steals are moments of a worker, and messages are added up") {
  const auto read = read_trace(file_of(some_recording()).path);
  REQUIRE(read);
  REQUIRE(read->messages.size() == 2);
  CHECK(read->messages[0].from_host == 2);
  CHECK(read->messages[0].from_process == 5);
  REQUIRE(read->thefts.size() == 1);
  CHECK(read->thefts[0].number == 7);
  const auto json = nlohmann::json::parse(as_chrome_trace(*read), nullptr, false);
  REQUIRE(json.is_object());
  const auto sums = json["otherData"]["messages"];
  REQUIRE(sums.size() == 1);
  CHECK(sums[0] == nlohmann::json{{"from", "2.5"}, {"to", "0.0"}, {"messages", 2}, {"bytes", 730}});
  std::vector<std::string> moments;
  for (const auto& one : json["traceEvents"])
    if (one["ph"] == "i") moments.push_back(one["name"]);
  CHECK(moments == std::vector<std::string>{"took a call", "call from 2.5", "value from 2.5"});
}

TEST_CASE(
    "the critical path leads from the last end to the call that was awaited, and to its maker") {
  const auto read = read_trace(file_of(some_recording()).path);
  REQUIRE(read);
  const call_graph graph(*read);
  // In the order of their begins: main, 5, 7, 9. The end of call 9 is the last one.
  CHECK(graph.is_critical(3));
  CHECK_FALSE(graph.is_critical(0));
  CHECK(graph.maker(1) == 0);
  CHECK(graph.maker(2) == 1);
  CHECK(graph.maker(3) == call_graph::none);

  trace without_cut = *read;
  without_cut.calls.pop_back();
  const call_graph path(without_cut);
  CHECK(path.is_critical(0));
  CHECK(path.is_critical(1));
  CHECK(path.is_critical(2));
  // main from its begin to the making of 7 (1300), 7 (800), and main from 3200 to its end (3200).
  CHECK(path.critical_time() == 1'300 + 800 + 3'200);
}

TEST_CASE("the graph has a node for each function or call, and arrows") {
  const auto read = read_trace(file_of(some_recording()).path);
  REQUIRE(read);
  const auto count = [](const std::string& text, const std::string& of) {
    int found = 0;
    for (auto at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++found;
    return found;
  };
  const std::string calls = as_dot(*read, graph_detail::calls);
  CHECK(count(calls, "tooltip=") == 4);
  CHECK(count(calls, " -> ") == 2);
  CHECK(count(calls, "cut off") == 1);
  const std::string functions = as_dot(*read, graph_detail::functions);
  CHECK(count(functions, "tooltip=") == 2);
  CHECK(count(functions, "3 calls") == 1);
  CHECK(count(functions, " -> ") == 2);
  for (const char letter : calls)
    CHECK((letter == '\n' || static_cast<unsigned char>(letter) >= 0x20));
}

TEST_CASE("a recording that was cut anywhere is read as far as it goes") {
  const std::string whole = some_recording();
  const std::size_t first_block = record::encode_header(header).size();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto read = read_trace(file_of(whole.substr(0, size)).path);
    CHECK(read.has_value() == (size >= first_block));
    if (read) CHECK_FALSE(read->is_whole);
    if (read) CHECK(nlohmann::json::accept(as_chrome_trace(*read)));
    if (read) CHECK(as_dot(*read, graph_detail::calls).ends_with("}\n"));
  }
}

TEST_CASE("other files and later versions are refused, with what to do") {
  CHECK(read_trace(file_of("").path).error().find("is no recording") != std::string::npos);
  CHECK(read_trace(file_of("#!/bin/sh\n" + std::string(100, 'x')).path)
            .error()
            .find("mentat run --record") != std::string::npos);
  std::string later = some_recording();
  later[record::trace_magic.size()] = 9;
  CHECK(read_trace(file_of(later).path).error().find("use a newer one") != std::string::npos);
  later[record::trace_magic.size()] = 0;
  CHECK(read_trace(file_of(later).path).error().find("no version 0") != std::string::npos);
  std::string huge = some_recording();
  huge[record::trace_magic.size() + 7] = '\x7f';
  CHECK(read_trace(file_of(huge).path).error().find("too large") != std::string::npos);
  CHECK(read_trace(file_of(record::encode_header("[1, 2]")).path).error().find("damaged") !=
        std::string::npos);
  CHECK(read_trace("/").error().find("is a folder") != std::string::npos);
  CHECK(read_trace("/does/not/exist").error().find("cannot read") != std::string::npos);
}

}  // namespace mentat::command
