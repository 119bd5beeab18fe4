// The same piece for processes of many hosts.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/net/piece_elsewhere.h"
#include "mmps/net/spread_pieces.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

using base::instant;
using frame_id = spread_pieces::frame_id;
using frames = spread_pieces::frames;

constexpr std::size_t size = 20'000;
constexpr instant begin{1};

mmps_name on(std::uint32_t host, std::uint32_t number = 3) {
  return mmps_name::of_process(host, 1, number, 1);
}

struct passed {
  bool goes = false;
  std::optional<mmps_name> named;  // in the place of bytes
};

class sender {
 public:
  passed pass(const mmps_name& to, std::uint64_t sequence = 1, instant now = begin) {
    mentat_message frame(memory, size);
    frame.header.flags = flag::repeated;
    frame.header.link_sequence = sequence;
    protect_body(frame);
    if (!all.pass(now, to, frame)) return {};
    const auto said = piece_elsewhere::read(frame);
    return {true, said ? std::optional(said->receiver) : std::nullopt};
  }
  bool gets_bytes(const mmps_name& to, std::uint64_t sequence = 1, instant now = begin) {
    const passed what = pass(to, sequence, now);
    return what.goes && !what.named;
  }
  bool waits(const mmps_name& to, std::uint64_t sequence = 1) { return !pass(to, sequence).goes; }
  bool asks(const mmps_name& to, const mmps_name& holder) { return pass(to).named == holder; }
  frames acknowledge(const mmps_name& by, std::uint64_t sequence = 1, instant now = begin) {
    return all.note_acknowledged(now, by, sequence);
  }

  spread_pieces all;
  std::shared_ptr<std::byte[]> memory = std::make_shared<std::byte[]>(size);
};

}  // namespace

TEST_CASE("bytes go to two hosts, which serve two others each, which serve further ones") {
  sender from;
  for (std::uint32_t host = 2; host <= 3; ++host) CHECK(from.gets_bytes(on(host)));
  for (std::uint32_t host = 4; host <= 15; ++host) CHECK(from.waits(on(host)));
  std::map<mmps_name, unsigned> served;
  std::vector<mmps_name> have{on(2), on(3)};
  for (std::size_t next = 0; next < have.size(); ++next) {
    for (const frame_id& due : from.acknowledge(have[next])) {
      CHECK(from.pass(due.to, due.sequence).named == have[next]);
      ++served[have[next]];
      have.push_back(due.to);
    }
  }
  CHECK(have.size() == 14);
  for (std::uint32_t host = 2; host <= 7; ++host) CHECK(served[on(host)] == 2);
  CHECK(served.size() == 6);
}

TEST_CASE("a host that comes later asks one that has the piece, its other processes that host") {
  sender from;
  for (const std::uint32_t host : {2, 3}) {
    CHECK(from.gets_bytes(on(host)));
    CHECK(from.acknowledge(on(host)).empty());
  }
  CHECK(from.asks(on(4), on(2)));
  CHECK(from.waits(on(4, 9)));
  CHECK(from.acknowledge(on(4)) == frames{{on(4, 9), 1}});
  CHECK(from.asks(on(4, 9), on(4)));
}

TEST_CASE("a process whose holder has ended gets bytes, and those that wait for it wait on") {
  sender from;
  for (const std::uint32_t host : {2, 3}) CHECK(from.gets_bytes(on(host)));
  for (const std::uint32_t host : {4, 5, 6, 7, 8}) CHECK(from.waits(on(host)));
  CHECK(from.all.forget(on(2)) == frames{{on(4), 1}, {on(6), 1}});
  CHECK(from.gets_bytes(on(4)));
  CHECK(from.gets_bytes(on(6)));
  CHECK(from.waits(on(8)));  // for host 4
  CHECK(from.acknowledge(on(4)) == frames{{on(8), 1}});
  CHECK(from.asks(on(8), on(4)));
}

TEST_CASE("patience counts from when the awaited frame has gone out") {
  sender from;
  for (const std::uint32_t host : {2, 3}) CHECK(from.gets_bytes(on(host)));
  for (const std::uint32_t host : {4, 5, 6, 7, 8}) CHECK(from.waits(on(host)));
  const instant first = begin + spread_pieces::patience, second = first + spread_pieces::patience;
  CHECK(from.all.next_deadline() == first);
  CHECK(from.acknowledge(on(3), 1, first).size() == 2);
  CHECK(from.all.take_overdue(first) == frames{{on(4), 1}, {on(6), 1}});  // not host 8's
  CHECK(from.gets_bytes(on(4), 1, first));
  CHECK(from.gets_bytes(on(6), 1, first));
  CHECK(from.pass(on(5), 1, first).named == on(3));
  CHECK(from.pass(on(7), 1, first).named == on(3));
  CHECK(from.all.next_deadline() == second);
  CHECK(from.all.take_overdue(second) == frames{{on(8), 1}});
  CHECK(from.gets_bytes(on(8), 1, second));
}

TEST_CASE("a holder that did not give a piece is not asked for it again") {
  sender from;
  for (const std::uint32_t host : {2, 3}) {
    CHECK(from.gets_bytes(on(host)));
    CHECK(from.acknowledge(on(host)).empty());
  }
  CHECK(from.asks(on(4), on(2)));
  CHECK(from.all.note_missing({on(4), 1}));
  CHECK_FALSE(from.all.note_missing({on(4), 1}));
  CHECK(from.gets_bytes(on(4)));
  CHECK(from.acknowledge(on(4)).empty());
  CHECK(from.asks(on(5), on(3)));
  CHECK(from.asks(on(6), on(4)));
  CHECK(from.asks(on(2, 9), on(2)));  // its own processes still find it
  CHECK_FALSE(from.all.gets_bytes(on(4)));
}

TEST_CASE("a process that does not reach a holder does not ask it for a while") {
  sender from;
  std::uint64_t sequence = 0;
  std::vector<std::shared_ptr<std::byte[]>> pieces;
  const auto next = [&] {
    from.memory = pieces.emplace_back(std::make_shared<std::byte[]>(size));
    ++sequence;
    for (const std::uint32_t host : {2, 3}) {
      CHECK(from.gets_bytes(on(host), sequence));
      CHECK(from.acknowledge(on(host), sequence).empty());
    }
    return from.pass(on(4), sequence).named;
  };
  int missed = 0;
  for (; next() == on(2); ++missed) {
    REQUIRE(missed < 100);
    CHECK(from.all.note_missing({on(4), sequence}));
    CHECK(from.gets_bytes(on(4), sequence));
  }
  CHECK(missed > 8);
  int of_another = 1;
  for (; next() == on(3); ++of_another) REQUIRE(of_another < 2000);
  CHECK(of_another > 100);
  CHECK(from.all.forget(on(2)).empty());
  CHECK(next() == on(2));
}

// Nothing but `pass` and the passing of time: each frame goes out at last, whatever ends.
TEST_CASE("no circle of frames waits, whoever ends, and whatever is forgotten") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    base::random random(seed);
    sender from;
    instant now = begin;
    std::map<mmps_name, std::uint64_t> last;
    std::set<frame_id> waiting, out;
    std::map<frame_id, std::shared_ptr<std::byte[]>> piece_of;
    std::vector<std::shared_ptr<std::byte[]>> pieces;
    for (int i = 0; i < 4; ++i) pieces.push_back(std::make_shared<std::byte[]>(size));
    const auto go = [&](const frame_id& id) {
      from.memory = piece_of.at(id);
      const passed what = from.pass(id.to, id.sequence, now);
      if (!what.goes) return void(waiting.insert(id));
      waiting.erase(id);
      out.insert(id);
    };
    const auto all_of = [&](const frames& due) {
      for (const frame_id& id : due) go(id);
    };
    for (int step = 0; step < 400; ++step) {
      const mmps_name some = on(2 + random.below(8), 3 + random.below(3));
      switch (random.below(10)) {
        case 0: {
          all_of(from.all.forget(some));
          std::erase_if(waiting, [&](const frame_id& id) { return id.to == some; });
          std::erase_if(out, [&](const frame_id& id) { return id.to == some; });
          break;
        }
        case 1:
          now = now + spread_pieces::patience / 3;
          all_of(from.all.take_overdue(now));
          break;
        case 2:
          if (const auto one = out.lower_bound({some, 0}); one != out.end() && one->to == some) {
            const frame_id id = *one;
            if (from.all.note_missing(id)) go(id);
          }
          break;
        case 3:
        case 4: {  // as far as it can: behind a frame that waits nothing is acknowledged
          std::uint64_t until = last[some];
          const auto blocked = waiting.lower_bound({some, 0});
          if (blocked != waiting.end() && blocked->to == some) until = blocked->sequence - 1;
          std::erase_if(out,
                        [&](const frame_id& id) { return id.to == some && id.sequence <= until; });
          all_of(from.all.note_acknowledged(now, some, until));
          break;
        }
        default: {
          const frame_id id{some, ++last[some]};
          piece_of[id] = pieces[random.below(pieces.size())];
          go(id);
        }
      }
    }
    for (int rounds = 0; !waiting.empty(); ++rounds) {
      REQUIRE(rounds < 200);
      now = from.all.next_deadline();
      REQUIRE(now != instant::never());
      all_of(from.all.take_overdue(now));
    }
  }
}

}  // namespace mentat::mmps::net
