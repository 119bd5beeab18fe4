#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/record/trace_writer.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mentat::record {
namespace {

// The rings of a program, and what a recorder wrote of them.
struct recording {
  recording() { REQUIRE(map_rings(level::full)); }
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;
  ~recording() {
    close(file);
    unmap_rings();
  }

  void write_file() {
    std::array<int, 2> line{};
    REQUIRE(pipe(line.data()) == 0);
    close(line[1]);  // the program is over
    trace_writer({.file = file, .path = "file", .mode = "threads", .program = getpid()}, *rings())
        .run(line[0], -1);
    close(line[0]);
  }
  std::vector<block> blocks() const {
    std::string bytes(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
    REQUIRE(pread(file, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
    std::string_view left = bytes;
    left.remove_prefix(trace_magic.size() + 8 + read_u32(left.substr(trace_magic.size() + 4)));
    std::vector<block> all;
    while (const auto frame = decode_frame(left)) {
      const auto one = decode(*frame, left.substr(block_frame::bytes, frame->size));
      REQUIRE(one);
      all.push_back(*one);
      left.remove_prefix(block_frame::bytes + frame->size);
    }
    CHECK(left.empty());
    return all;
  }

  int file = memfd_create("recording", MFD_CLOEXEC);
};

struct summary {
  std::uint64_t events = 0, lost = 0, first_call = UINT64_MAX;
  std::vector<event> cut_off;
  bool is_whole = false;
};
summary summary_of(const std::vector<block>& all) {
  summary made;
  for (const block& one : all) {
    if (const auto* run = std::get_if<event_block>(&one))
      for (const event& each : run->events) {
        made.events += each.kind == event_kind::ran;
        made.first_call = std::min(made.first_call, each.call);
        if (each.kind == event_kind::cut_off) made.cut_off.push_back(each);
      }
    if (const auto* lost = std::get_if<loss_block>(&one)) made.lost += lost->events;
    made.is_whole |= std::holds_alternative<end_block>(one);
  }
  return made;
}

void write_calls(std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i)
    own_ring()->write({.begin = rings()->now(), .kind = event_kind::ran, .call = 100 + i});
}

}  // namespace

TEST_CASE("all events of a ring that does not run over are in the file") {
  recording made;
  write_calls(1'000);
  made.write_file();
  const summary has = summary_of(made.blocks());
  CHECK(has.events == 1'000);
  CHECK(has.lost == 0);
  CHECK(has.cut_off.empty());
  CHECK(has.is_whole);
}

TEST_CASE("events that were overwritten are counted, and the others are there") {
  constexpr std::uint64_t more = 777;
  recording made;
  write_calls(ring::capacity + more);
  made.write_file();
  const summary has = summary_of(made.blocks());
  CHECK(has.events + has.lost == ring::capacity + more);
  CHECK(has.lost == more + 1);  // the slot that could be written just now does not count
  CHECK(has.first_call == 100 + has.lost);
}

TEST_CASE("the call that a worker executes at the end is cut off") {
  recording made;
  const std::uint64_t now = rings()->now();
  own_ring()->begin.store(now);
  own_ring()->set_running({4711, method_of_main, true});
  made.write_file();
  const summary has = summary_of(made.blocks());
  REQUIRE(has.cut_off.size() == 1);
  CHECK(has.cut_off[0].call == 4711);
  CHECK(has.cut_off[0].begin == now);
  CHECK(has.cut_off[0].method == method_of_main);
}

TEST_CASE("the places that workers have met are in the file, and long ones with their end") {
  recording made;
  CHECK(rings()->places.add("a.mpl.cc:1") == 1);
  CHECK(rings()->places.add("/" + std::string(300, 'x') + "b.mpl.cc:2") == 2);
  CHECK(rings()->places.add(std::string(110, 'y') + "/folder/c.mpl.cc:3") == 3);
  made.write_file();
  std::vector<std::string> places;
  for (const block& one : made.blocks())
    if (const auto* named = std::get_if<place_block>(&one))
      places.insert(places.end(), named->places.begin(), named->places.end());
  REQUIRE(places.size() == 3);
  CHECK(places[0] == "a.mpl.cc:1");
  CHECK(places[1].size() == place_list::most_text);
  CHECK(places[1].ends_with("xb.mpl.cc:2"));
  CHECK(places[2] == "folder/c.mpl.cc:3");
}

TEST_CASE("places for which there is no room have no number") {
  const recording made;
  for (std::size_t i = 0; i < place_list::most; ++i) CHECK(rings()->places.add("x") != 0);
  CHECK(rings()->places.add("x") == unknown_place);
  CHECK(rings()->places.size() == place_list::most);
}

TEST_CASE("a ring that a process has filled with anything does no harm") {
  recording made;
  ring& mine = *own_ring();
  for (auto& one : mine.events)
    for (auto& word : one) word.store(0xa5a5'5a5a'ffff'0001 * (1 + (&word - one.data())));
  mine.written.store(UINT64_MAX - 5);
  for (auto& letter : mine.label) letter.store('\x1b');
  mine.set_running(running_call(UINT64_MAX));
  mine.methods[3].calls.store(UINT64_MAX);
  made.write_file();
  CHECK(summary_of(made.blocks()).is_whole);
}

TEST_CASE("what cannot be written ends the recording") {
  recording made;
  const int file = std::exchange(made.file, open("/dev/full", O_WRONLY | O_CLOEXEC));
  write_calls(10);
  made.write_file();
  close(std::exchange(made.file, file));
}

}  // namespace mentat::record
