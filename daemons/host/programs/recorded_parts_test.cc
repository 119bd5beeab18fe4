#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/programs/recorded_parts.h"

#include <doctest/doctest.h>

#include <set>
#include <tuple>
#include <utility>

namespace mentat::host {
namespace {

using base::instant;
using kind = host_message_kind;

constexpr std::uint32_t program = 7, d = 1, other = 2;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// One host: what it sends, and what its recorder gets.
struct host_around : recording_environment {
  recorded_parts parts{recording_limits{}, *this};
  std::vector<std::tuple<std::uint32_t, kind, std::vector<std::byte>>> sent;
  std::vector<std::pair<record_packet, std::string>> passed;
  std::string source;
  bool is_source_over = false, is_sink_full = false;
  std::set<std::uint32_t> ended_sinks, closed_sources;
  instant clock{};

  bool send(std::uint32_t host, kind what, std::span<const std::byte> body) override {
    sent.emplace_back(host, what, std::vector<std::byte>(body.begin(), body.end()));
    return true;
  }
  std::size_t backlog(std::uint32_t) override { return 0; }
  instant clock_now() override { return clock = clock + 10; }
  bool pass(std::uint32_t, const record_packet& packet, std::span<const std::byte> of) override {
    if (is_sink_full) return false;
    passed.emplace_back(packet, std::string(reinterpret_cast<const char*>(of.data()), of.size()));
    return true;
  }
  void end_sink(std::uint32_t which) override { ended_sinks.insert(which); }
  std::optional<std::vector<std::byte>> read_source(std::uint32_t, std::size_t most) override {
    if (source.empty() && !is_source_over) return std::nullopt;
    const std::string taken = source.substr(0, most);
    source.erase(0, taken.size());
    return bytes_of(taken);
  }
  void close_source(std::uint32_t which) override { closed_sources.insert(which); }

  std::size_t count(kind what) const {
    std::size_t found = 0;
    for (const auto& one : sent) found += std::get<1>(one) == what ? 1 : 0;
    return found;
  }
  std::string part() const {
    std::string text;
    for (const auto& [about, of] : passed)
      if (about.kind == record_packet_kind::piece) text += of;
    return text;
  }
  std::optional<std::string> end_of_part() const {
    for (const auto& [about, of] : passed)
      if (about.kind == record_packet_kind::end) return of;
    return std::nullopt;
  }
};

struct two_hosts {
  host_around here, there;

  two_hosts() {
    here.parts.collect(program, {{d, 1, "n1"}, {other, 3, "n2"}});
    there.parts.take_source(program, d, 1);
  }
  // All that was sent arrives.
  void exchange() {
    while (!here.sent.empty() || !there.sent.empty()) {
      for (const auto& [to, what, body] : std::exchange(there.sent, {}))
        here.parts.take_message({}, other, 3, what, body);
      for (const auto& [to, what, body] : std::exchange(here.sent, {}))
        there.parts.take_message({}, d, 1, what, body);
    }
  }
};

TEST_CASE("a part comes in order, and the sink ends with the last part") {
  two_hosts both;
  std::string all;
  for (int i = 0; i < 100'000; ++i) all += "line " + std::to_string(i) + "\n";
  both.there.source = all;
  both.there.parts.source_has_input(program);
  both.here.parts.take_sink({}, program);
  both.exchange();
  CHECK(both.here.part() == all);
  CHECK(both.here.passed[0].first.kind == record_packet_kind::own_host);
  CHECK(both.here.passed[1].second == "n2");
  both.here.parts.program_over({}, program);
  CHECK(both.here.ended_sinks.empty());
  both.there.source = "last";
  both.there.is_source_over = true;
  both.there.parts.source_has_input(program);
  both.exchange();
  CHECK(both.here.part() == all + "last");
  CHECK(both.here.end_of_part() == "");
  CHECK(both.here.ended_sinks.contains(program));
  CHECK(both.there.closed_sources.contains(program));
}

TEST_CASE("a sender is no more than some pieces ahead of the recorder") {
  two_hosts both;
  both.here.parts.take_sink({}, program);
  both.here.is_sink_full = true;
  both.there.source.assign(100 * record_packet::most_bytes, 'x');
  both.there.parts.source_has_input(program);
  both.exchange();
  CHECK(both.there.source.size() == 96 * record_packet::most_bytes);
  CHECK_FALSE(both.there.parts.wants_input(program));
  both.here.is_sink_full = false;
  both.here.parts.sink_is_free({}, program);
  both.exchange();
  CHECK(both.there.source.empty());
  CHECK(both.here.part().size() == 100 * record_packet::most_bytes);
}

TEST_CASE("what a sender of other rules sends ends its part") {
  two_hosts both;
  both.here.parts.take_sink({}, program);
  const program_piece_form gap{program, 5, bytes_of("x")};
  both.here.parts.take_message({}, other, 3, kind::record_piece, encode(gap));
  CHECK(both.here.end_of_part() == "what came from there does not fit together");
  CHECK(both.here.part().empty());

  two_hosts ahead;
  ahead.here.parts.take_sink({}, program);
  ahead.here.is_sink_full = true;
  for (std::uint64_t i = 0; i < 5; ++i)
    ahead.here.parts.take_message({}, other, 3, kind::record_piece,
                                  encode(program_piece_form{program, i, bytes_of("x")}));
  ahead.here.is_sink_full = false;
  ahead.here.parts.sink_is_free({}, program);
  CHECK(ahead.here.part() == "xxxx");
  CHECK(ahead.here.end_of_part() == "what came from there does not fit together");

  // Of a host that takes no part, of an earlier incarnation, of another program: nothing.
  two_hosts strange;
  strange.here.parts.take_sink({}, program);
  const program_piece_form piece{program, 0, bytes_of("x")}, foreign{program + 1, 0, bytes_of("x")};
  strange.here.parts.take_message({}, 9, 3, kind::record_piece, encode(piece));
  strange.here.parts.take_message({}, other, 2, kind::record_piece, encode(piece));
  strange.here.parts.take_message({}, other, 3, kind::record_piece, encode(foreign));
  CHECK(strange.here.part().empty());
  CHECK_FALSE(strange.here.end_of_part());
}

TEST_CASE("the part of a lost host is kept as far as it came, and its cause is told") {
  two_hosts both;
  both.here.parts.take_sink({}, program);
  both.there.source = "some";
  both.there.parts.source_has_input(program);
  both.exchange();
  both.here.parts.host_down({}, other, 3, "host n2 was not heard");
  CHECK(both.here.part() == "some");
  CHECK(both.here.end_of_part() == "host n2 was not heard");
  both.here.parts.program_over({}, program);
  CHECK(both.here.ended_sinks.contains(program));
  both.there.parts.host_down({}, d, 1, "lost");
  CHECK(both.there.closed_sources.contains(program));
}

TEST_CASE("after the end of the program a part that does not come is not awaited for ever") {
  two_hosts both;
  both.here.parts.take_sink({}, program);
  both.here.parts.program_over({}, program);
  const instant end = both.here.parts.next_deadline();
  CHECK(end == instant{recording_limits{}.end_within});
  both.here.parts.tick(end);
  CHECK(both.here.end_of_part()->find("in time") != std::string::npos);
  CHECK(both.here.ended_sinks.contains(program));
  CHECK(both.here.parts.next_deadline() == instant::never());
}

TEST_CASE("clocks are asked often at first, and then each second") {
  two_hosts both;
  both.there.clock = {1'000'000};
  both.here.parts.take_sink({}, program);
  for (int i = 0; i < 20; ++i) {
    const instant next = both.here.parts.next_deadline();
    both.here.parts.tick(next);
    both.exchange();
  }
  std::vector<record_packet> clocks;
  for (const auto& [about, of] : both.here.passed)
    if (about.kind == record_packet_kind::clock) clocks.push_back(about);
  REQUIRE(clocks.size() == 20);
  for (const record_packet& one : clocks) {
    CHECK(one.asked < one.heard);
    CHECK(one.told > 1'000'000);
  }
  const instant before = both.here.parts.next_deadline();
  both.here.parts.tick(before);
  CHECK(both.here.parts.next_deadline() - before == base::second);
}

TEST_CASE("a branch that records nothing says so, and nobody waits for it") {
  two_hosts both;
  host_around silent;
  both.here.parts.take_sink({}, program);
  silent.parts.branch_ended(program, d);
  for (const auto& [to, what, body] : silent.sent)
    both.here.parts.take_message({}, other, 3, what, body);
  CHECK(both.here.end_of_part() == "nothing was recorded there");
}

TEST_CASE("when the recorder has ended the others stop, and so they do without one") {
  two_hosts both;
  both.here.parts.take_sink({}, program);
  both.here.parts.sink_closed(program);
  both.exchange();
  CHECK(both.there.closed_sources.contains(program));

  two_hosts without;
  without.here.parts.program_over({}, program);
  without.exchange();
  CHECK(without.there.closed_sources.contains(program));
}

}  // namespace
}  // namespace mentat::host
