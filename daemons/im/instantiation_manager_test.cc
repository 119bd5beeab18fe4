#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "daemons/im/load_news.h"
#include "daemons/im/test_script.h"

namespace mentat::im {

using namespace testing;

TEST_CASE("a request gets a process of this host, and waits if none has room [TOCS96 3.2.6]") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.ask(1);
  CHECK(s.answers() == answered{{1, "10"}});
  s.ask(2);
  s.ask(3);
  CHECK(s.answers().empty());
  CHECK(s.im.describe().waiting == 2);
  CHECK(s.im.load() == falcon::load{3000});
  s.finish(1, worker(1));
  CHECK(s.answers() == answered{{2, "10"}});
  s.finish(2, worker(1));
  s.finish(3, worker(1));
  CHECK(s.answers() == answered{{3, "10"}});
  CHECK(s.im.load() == falcon::load{0});
}

TEST_CASE("a call that has ended a process is never given to the driver") {
  script s;
  s.im.process_started(s.now, worker(1, 0), 4);  // the driver
  s.give(message_type::instantiate, tmu(1), 1, {}, 0, 0, 2);
  CHECK(s.answers().empty());
  s.ask(2);
  CHECK(s.answers() == answered{{2, "0"}});
  s.im.process_started(s.now, worker(1), 1);
  s.collect();
  CHECK(s.answers() == answered{{1, "10"}});
}

TEST_CASE("an answer carries the request's header back") {
  script s;
  s.members({1, 3});
  s.im.process_started(s.now, worker(1), 1);
  s.ask(4, 1, tmu(2));  // of a host that is not a member
  CHECK(s.sent.empty());
  s.ask(5, 1, tmu(3));
  const auto sent = s.take(message_type::instantiated);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].header.destination == tmu(3));
  CHECK(sent[0].header.source == manager(1));
  CHECK(sent[0].header.hops == 1);
  CHECK(sent[0].header.class_id == 7);
}

TEST_CASE("the loader is asked for a process when there is none, up to the limit") {
  script s;
  s.ask(1);
  CHECK(s.starts == 1);
  s.ask(2);
  s.ask(3);
  CHECK(s.starts == 2);
  s.im.process_started(s.now, worker(1, 10), 1);
  s.im.process_started(s.now, worker(1, 11), 1);
  s.collect();
  CHECK(s.answers() == answered{{1, "10"}, {2, "11"}});
  CHECK(s.starts == 2);
}

TEST_CASE(
    "a process that served the class is preferred, but not one that is busy to one that is idle") {
  settings chosen = usual();
  chosen.cores = 2;
  chosen.falcon.transfer.threshold = {2000};
  script s(chosen);
  s.im.process_started(s.now, worker(1, 10), 1);
  s.im.process_started(s.now, worker(1, 11), 1);
  s.ask(1);
  s.ask(2);
  s.finish(1, worker(1, 10));
  s.finish(2, worker(1, 11));
  CHECK(s.answers() == answered{{1, "10"}, {2, "11"}});
  s.down(worker(1, 10));
  s.im.process_started(s.now, worker(1, 9), 1);  // new, and the lowest name
  s.ask(3);
  CHECK(s.answers() == answered{{3, "11"}});
  s.ask(4);
  CHECK(s.answers() == answered{{4, "9"}});
  CHECK(s.im.describe().counted.reused == 3);
}

TEST_CASE(
    "at the threshold requests go to other hosts, with one hop more and the same source [TOCS96 "
    "3.2.6]") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 1);
  s.ask(1);
  s.ask(2);
  const auto sent = s.take(message_type::instantiate);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].header.destination == manager(2));
  CHECK(sent[0].header.source == tmu(1));
  CHECK(sent[0].header.hops == 1);
  CHECK(s.take(message_type::pong).size() == 1);
  s.ask(3, 2, tmu(2));  // the limit is reached
  CHECK(s.take(message_type::instantiate).empty());
  CHECK(s.im.describe().waiting == 1);
  CHECK(s.im.describe().counted.forced == 1);
  const auto news = s.take(message_type::pong);  // its sender learns the load of this host
  REQUIRE(news.size() == 1);
  CHECK(news[0].header.destination == manager(2));
  CHECK(load_news::decode(news[0].body())->value == falcon::load{2000});
}

TEST_CASE("a repeated request gets no second place") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.ask(1);
  s.ask(1);
  CHECK(s.answers() == answered{{1, "10"}, {1, "10"}});
  CHECK(s.im.describe().processes[0].places == 1);
  s.ask(2);
  s.ask(2);
  CHECK(s.im.describe().waiting == 1);
  s.finish(1, worker(1));
  CHECK(s.answers() == answered{{2, "10"}});
}

TEST_CASE("a new attempt never gets the process in which the former still holds a place") {
  settings chosen = usual();
  chosen.cores = 2;
  chosen.falcon.transfer.threshold = {2000};
  chosen.limits.processes = 1;
  script s(chosen);
  s.im.process_started(s.now, worker(1, 10), 2);
  s.ask(1);
  CHECK(s.answers() == answered{{1, "10"}});
  mentat_message again;
  again.header.type = static_cast<std::uint8_t>(message_type::instantiate);
  again.header.source = tmu(1);
  again.header.tag = {1, 0};
  again.header.attempt = 1;
  s.im.step(s.now, std::move(again));
  s.collect();
  CHECK(s.answers().empty());
  s.finish(1, worker(1, 10));
  CHECK(s.answers() == answered{{1, "10"}});
}

TEST_CASE("only the holder gives a place back, and only once") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.ask(1);
  s.finish(1, worker(1), tmu(2));
  s.finish(1, worker(1, 11));
  s.finish(9, worker(1));
  CHECK(s.im.describe().processes[0].places == 1);
  s.finish(1, worker(1));
  s.finish(1, worker(1));
  CHECK(s.im.describe().processes[0].places == 0);
  CHECK(s.im.describe().counted.ignored == 4);
}

TEST_CASE("a place of another host is given back there") {
  script s;
  s.members({1, 2});
  s.finish(1, worker(2));
  const auto sent = s.take(message_type::finished);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].header.destination == manager(2));
  CHECK(sent[0].header.source == tmu(1));
  s.finish(1, worker(3));
  s.give(message_type::finished, tmu(1), 1, bytes(worker(2)), 0, 1);
  CHECK(s.take(message_type::finished).empty());
}

TEST_CASE("units that wait for values take no room, so a deep recursion ends") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  for (std::uint64_t tag = 1; tag <= 50; ++tag) {
    s.ask(tag);
    CHECK(s.answers() == answered{{tag, "10"}});
    s.im.note_load(s.now, worker(1), 0, static_cast<std::uint32_t>(tag));
  }
  CHECK(s.im.load() == falcon::load{0});
  s.im.note_load(s.now, worker(1), 1, 49);
  s.ask(51);
  CHECK(s.answers().empty());
}

TEST_CASE("the units that a process executes for itself count") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.im.note_load(s.now, worker(1), 3, 0);
  CHECK(s.im.load() == falcon::load{3000});
  s.ask(1);
  CHECK(s.answers().empty());
  s.im.note_load(s.now, worker(1), 0, 0);
  s.collect();
  CHECK(s.answers() == answered{{1, "10"}});
}

TEST_CASE("when a process ends its places are gone, and waiting requests are granted elsewhere") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1, 10), 1);
  s.ask(1, 2, tmu(2));
  s.ask(2, 2);
  s.ask(3, 2);
  CHECK(s.answers() == answered{{1, "10"}});
  CHECK(s.starts == 1);
  s.down(worker(1, 10));
  s.im.process_started(s.now, worker(1, 11), 1);
  s.collect();
  CHECK(s.answers() == answered{{2, "11"}});
  s.finish(2, worker(1, 11));
  CHECK(s.answers() == answered{{3, "11"}});
  CHECK(s.im.describe().processes.size() == 1);
}

TEST_CASE(
    "a token-matching unit that ended, or whose host is gone, holds nothing and gets no answer") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 1);
  s.ask(1, 2, tmu(2));
  s.ask(2, 2, tmu(2));
  s.ask(3, 2, mmps_name::of_process(1, 1, 3, 1));
  s.answers();
  s.members({1});
  s.collect();
  CHECK(s.answers() == answered{{3, "10"}});
  s.down(mmps_name::of_process(1, 1, 3, 1));
  CHECK(s.im.load() == falcon::load{0});
}

TEST_CASE("limits are named: requests that wait, places, objects") {
  settings chosen = usual();
  chosen.limits.processes = 1;
  chosen.limits.waiting = 1;
  chosen.limits.places = 2;
  chosen.limits.objects = 1;
  script s(chosen);
  s.im.process_started(s.now, worker(1), 1);
  s.ask(1);
  s.ask(2);
  s.ask(3);
  CHECK(s.answers() ==
        answered{{1, "10"}, {3, "fixed.im.waiting: 1 requests wait for a process already"}});
  s.im.note_load(s.now, worker(1), 0, 1);
  s.im.note_load(s.now, worker(1), 0, 2);
  s.collect();
  CHECK(s.answers() == answered{{2, "10"}});
  s.ask(4);
  CHECK(s.answers() == answered{{4, "fixed.im.places: 2 places are given out already"}});
  s.give(message_type::instantiate, tmu(1), 5, {}, flag::persistent);
  s.give(message_type::instantiate, tmu(1), 6, {}, flag::persistent);
  CHECK(s.answers() == answered{{6, "limits.objects: this host has 1 persistent objects already"}});
}

TEST_CASE("bodies that wait are limited in bytes") {
  settings chosen = usual();
  chosen.limits.waiting_bytes = 100;
  script s(chosen);
  std::vector<std::byte> body(60);
  for (const std::uint64_t tag : {1, 2})
    s.give(message_type::instantiate, tmu(1), tag, body, flag::persistent);
  const answered got = s.answers();
  REQUIRE(got.size() == 1);
  CHECK(got[0].second == "fixed.im.waiting_bytes: requests that wait hold 60 bytes already");
  s.im.process_started(s.now, worker(1), 1);
  s.collect();
  REQUIRE(s.take(message_type::instantiate).size() == 1);
  s.give(message_type::instantiate, tmu(1), 3, body, flag::persistent);
  CHECK(s.answers().empty());
}

TEST_CASE(
    "a loader that fails is asked again after a while; in the end the waiting requests fail "
    "with its reason") {
  script s;
  s.ask(1);
  s.collect();
  CHECK(s.starts == 1);
  for (int attempt = 1; attempt <= 4; ++attempt) {
    s.im.start_failed(s.now, "fork: no memory");
    s.collect();
    CHECK(s.starts == static_cast<std::size_t>(attempt));
    REQUIRE(s.im.next_deadline() == s.now + 100 * millisecond);
    s.now = s.im.next_deadline();
    s.im.tick(s.now);
    s.collect();
    CHECK(s.starts == static_cast<std::size_t>(attempt) + 1);
  }
  CHECK(s.answers().empty());
  s.im.start_failed(s.now, "fork: no memory");
  s.collect();
  CHECK(
      s.answers() ==
      answered{{1, "fixed.im.start_attempts: the loader cannot start a process: fork: no memory"}});
  CHECK(s.im.describe().waiting == 0);
  CHECK(s.im.next_deadline() == instant::never());
}

TEST_CASE(
    "a persistent object: the request goes to a process, which reports its name [TOCS96 3.2.6]") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.give(message_type::instantiate, tmu(1), 1, std::vector<std::byte>(5), flag::persistent);
  const auto sent = s.take(message_type::instantiate);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].header.destination == worker(1));
  CHECK(sent[0].header.source == tmu(1));
  CHECK(sent[0].body().size() == 5);
  const mmps_name made = object(worker(1), 4);
  s.give(message_type::instantiated, worker(1), 1, bytes(made), flag::persistent);
  REQUIRE(s.im.describe().objects.size() == 1);
  CHECK(s.im.describe().objects[0].name == made);
  CHECK(s.im.describe().objects[0].class_hash == 7);
  s.down(made);
  CHECK(s.im.describe().objects.empty());
  CHECK(s.im.describe().processes[0].objects == 0);
}

TEST_CASE("if the process ends first, the caller gets the cause; the object is not made twice") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.give(message_type::instantiate, tmu(1), 1, {}, flag::persistent);
  s.give(message_type::instantiate, tmu(1), 1, {}, flag::persistent);
  CHECK(s.take(message_type::instantiate).size() == 1);
  s.down(worker(1), "SIGSEGV in constructor");
  CHECK(
      s.answers() ==
      answered{
          {1, "the process in which the object was being made has ended: SIGSEGV in constructor"}});
  s.give(message_type::instantiated, worker(1), 1, bytes(object(worker(1), 4)), flag::persistent);
  CHECK(s.im.describe().objects.empty());
}

TEST_CASE("many persistent objects are spread, though none of them runs") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 1);
  for (std::uint64_t tag = 1; tag <= 3; ++tag)
    s.give(message_type::instantiate, tmu(1), tag, {}, flag::persistent);
  int away = 0;
  for (const auto& each : s.take(message_type::instantiate))
    away += each.header.destination == manager(2);
  CHECK(away == 2);
  CHECK(s.im.load() == falcon::load{0});
}

TEST_CASE("hints: on a host, near an object, apart from one [TOCS96 3.2.6]") {
  script s;
  s.members({1, 2, 3});
  s.im.process_started(s.now, worker(1, 10), 1);
  s.im.process_started(s.now, worker(1, 11), 1);
  const auto want = [&](std::uint64_t tag, std::vector<hint> wanted, std::uint8_t hops = 0) {
    s.give(message_type::instantiate, tmu(1), tag, encode(wanted), flag::persistent, hops);
    const auto sent = s.take(message_type::instantiate);
    return sent.size() == 1 ? sent[0].header.destination : mmps_name{};
  };
  CHECK(want(1, {{hint_kind::on, {.host = 3}, {}}}) == manager(3));
  CHECK(want(2, {{hint_kind::on, {.host = 1}, {}}}).host == 1);
  CHECK(want(3, {{hint_kind::near, object(worker(1, 11), 5), {}}}) == worker(1, 11));
  CHECK(want(4, {{hint_kind::near, object(worker(2), 5), {}}}) == manager(2));
  CHECK(want(5, {{hint_kind::apart_from, object(worker(2), 5), {}},
                 {hint_kind::apart_from, object(worker(1), 5), {}}}) == manager(3));
  CHECK(want(6, {{hint_kind::on, {.host = 1}, {}},
                 {hint_kind::apart_from, object(worker(1, 11), 5), {}}}) == worker(1, 10));
  CHECK(want(13, {{hint_kind::on_named, {}, "lisa"}}).host == 1);
  CHECK(want(15, {{hint_kind::on_named, {}, "bart"}}) == manager(2));
  const mmps_name in_driver = object(worker(1, 0), 5);  // whose process takes no objects
  CHECK(want(16, {{hint_kind::near, in_driver, {}}}).host == 1);
  CHECK(s.answers().empty());

  CHECK_FALSE(want(14, {{hint_kind::on_named, {}, "marge"}}).bound());
  CHECK_FALSE(want(7, {{hint_kind::on, {.host = 9}, {}}}).bound());
  CHECK_FALSE(
      want(8, {{hint_kind::on, {.host = 2}, {}}, {hint_kind::near, object(worker(3), 5), {}}})
          .bound());
  CHECK_FALSE(want(9, {{hint_kind::near, object(worker(1, 10), 5), {}},
                       {hint_kind::near, object(worker(1, 11), 5), {}}})
                  .bound());
  CHECK_FALSE(want(10, {{hint_kind::near, object(worker(1, 12), 5), {}}}).bound());
  CHECK_FALSE(want(11, {{hint_kind::on, {.host = 2}, {}}}, 1).bound());
  s.give(message_type::instantiate, tmu(1), 12, std::vector<std::byte>(3, std::byte{9}),
         flag::persistent);
  CHECK(s.answers() ==
        answered{
            {14,
             "no host of this program is called 'marge', as a location hint says; there are lisa, "
             "bart, maggie. A host that is being drained, or has joined since the program began, "
             "takes no part: see `mentat list hosts`"},
            {7, "a location hint names host 9, which is none of the 3 hosts of the session"},
            {8, "the location hints of the request name different hosts"},
            {9, "the location hints of the request name different processes"},
            {10, "the object near which another is wanted has ended"},
            {11, "the request was sent to host 1, but its location hints name host 2"},
            {12, "the location hints of the request are malformed"},
        });
}

TEST_CASE("a request for a host that has not come yet waits for it, for some time") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  const auto on = [](std::string_view name) {
    return encode(std::vector<hint>{{hint_kind::on_named, {}, name}});
  };
  for (std::uint64_t tag = 1; tag <= 2; ++tag)
    s.give(message_type::instantiate, tmu(1), tag, on(tag == 1 ? "bart" : "maggie"),
           flag::persistent);
  s.give(message_type::instantiate, tmu(1), 1, on("bart"), flag::persistent);  // once more
  CHECK(s.sent.empty());
  CHECK(s.im.waiting() == 2);
  s.members({1, 2});
  s.collect();
  const auto passed_on = s.take(message_type::instantiate);
  REQUIRE(passed_on.size() == 1);
  CHECK(passed_on[0].header.destination == manager(2));
  REQUIRE(s.im.next_deadline() == s.now + 20 * base::second);
  s.now = s.im.next_deadline();
  s.im.tick(s.now);
  s.collect();
  CHECK(s.answers() ==
        answered{{2, "host maggie, which a location hint names, has not come within 20 s"}});
  s.members({1});
  s.give(message_type::instantiate, tmu(1), 3, on("bart"), flag::persistent);
  CHECK(s.answers() ==
        answered{{3, "a location hint names host bart, which has left the program"}});
  CHECK(s.im.waiting() == 0);
}

TEST_CASE(
    "an object apart from one of this host waits for the other hosts to come, and then for none") {
  script s;
  s.im.process_started(s.now, worker(1), 1);
  s.im.process_started(s.now, worker(2), 2);
  const std::vector<std::byte> apart =
      encode(std::vector<hint>{{hint_kind::apart_from, worker(1), {}}});
  s.give(message_type::instantiate, tmu(1), 1, apart, flag::persistent);
  CHECK(s.im.waiting() == 1);
  SUBCASE("one comes") {
    s.members({1, 4});
    s.collect();
    const auto passed_on = s.take(message_type::instantiate);
    REQUIRE(passed_on.size() == 1);
    CHECK(passed_on[0].header.destination == manager(4));
  }
  SUBCASE("none comes") {
    s.now = s.im.next_deadline();
    s.im.tick(s.now);
    s.collect();
    const auto made = s.take(message_type::instantiate);
    REQUIRE(made.size() == 1);
    CHECK(made[0].header.destination == worker(2));
  }
  CHECK(s.im.waiting() == 0);
}

TEST_CASE("apart from the only process: another one is started; at the limit it has to do") {
  settings chosen = usual();
  chosen.hosts.resize(1);
  script s(chosen);
  s.im.process_started(s.now, worker(1, 10), 1);
  const auto apart =
      encode(std::vector<hint>{{hint_kind::apart_from, object(worker(1, 10), 5), {}}});
  s.give(message_type::instantiate, tmu(1), 1, apart, flag::persistent);
  CHECK(s.starts == 1);
  CHECK(s.take(message_type::instantiate).empty());
  s.im.process_started(s.now, worker(1, 11), 1);
  s.collect();
  auto sent = s.take(message_type::instantiate);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].header.destination == worker(1, 11));
  s.down(worker(1, 11));
  for (int i = 0; i < 6; ++i) {
    s.give(message_type::instantiate, tmu(1), 2, apart, flag::persistent);
    s.im.start_failed(s.now, "no memory");
    s.now = s.now + 1000 * millisecond;
    s.im.tick(s.now);
    s.collect();
  }
  sent = s.take(message_type::instantiate);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].header.destination == worker(1, 10));
}

TEST_CASE("near an object and apart from it: near it, since no other process will ever do") {
  script s;
  s.im.process_started(s.now, worker(1, 10), 1);
  const auto both =
      encode(std::vector<hint>{{hint_kind::near, object(worker(1, 10), 5), {}},
                               {hint_kind::apart_from, object(worker(1, 10), 5), {}}});
  s.give(message_type::instantiate, tmu(1), 1, both, flag::persistent);
  const auto sent = s.take(message_type::instantiate);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].header.destination == worker(1, 10));
}

// Found by the simulator: the request had gone to another host and arrived after the news of its
// end.
TEST_CASE("a request of a process that has ended gets no place") {
  script s;
  s.members({1, 2});
  s.im.process_started(s.now, worker(1), 1);
  s.down(tmu(2));
  s.ask(5, 1, tmu(2));
  CHECK(s.answers().empty());
  CHECK(s.im.describe().processes[0].places == 0);
  CHECK(s.im.describe().counted.ignored == 1);
}

TEST_CASE("loads are heard from the managers of members alone") {
  script s;
  s.members({1, 2, 3});
  const std::vector<std::byte> news = load_news{{500}, 4}.encode();
  for (const mmps_name& from : {tmu(2), manager(1), manager(9), mmps_name::of_process(2, 2, 1, 1)})
    s.give(message_type::pong, from, 0, news);
  s.give(message_type::pong, manager(2), 0, std::vector<std::byte>(7));
  CHECK(s.im.describe().heard.empty());
  s.now = {5 * millisecond};
  s.give(message_type::pong, manager(2), 0, news);
  s.give(message_type::pong, manager(3), 0, news);
  const auto heard = s.im.describe().heard;
  REQUIRE(heard.size() == 2);
  CHECK(heard[0].host == 2);
  CHECK(heard[0].value == falcon::load{500});
  CHECK(heard[0].cores == 4);
  CHECK(heard[0].when == s.now);
  s.members({1, 3});
  CHECK(s.im.describe().heard.size() == 1);
}

TEST_CASE("a location policy that reads no loads gets none") {
  settings chosen = usual();
  chosen.falcon.where = falcon::location::random;
  script s(chosen);
  s.members({1, 2, 3});
  s.im.process_started(s.now, worker(1), 1);
  for (std::uint64_t tag = 1; tag < 5; ++tag) s.ask(tag, 0);
  s.finish(1, worker(1));
  CHECK(s.take(message_type::pong).empty());
  CHECK(s.im.next_deadline() == instant::never());
}

TEST_CASE(
    "crossing the threshold is announced, at most once in 10 ms, to the hosts that heard the "
    "last load") {
  settings chosen = usual();
  chosen.limits.processes = 1;
  script s(chosen);
  s.members({1, 2, 3, 4, 5, 6, 7, 8});
  s.im.process_started(s.now, worker(1), 1);
  const auto hosts = [&] {
    std::vector<std::uint32_t> found;
    for (const auto& each : s.take(message_type::pong))
      found.push_back(each.header.destination.host);
    return found;
  };
  s.ask(1);
  CHECK(hosts().empty());  // no host had been told that there is room
  s.now = s.now + 4 * millisecond;
  s.finish(1, worker(1));
  CHECK(hosts().empty());
  REQUIRE(s.im.next_deadline() == instant{10 * millisecond});
  s.im.tick(s.im.next_deadline());
  s.collect();
  const auto heard = hosts();
  CHECK(!heard.empty());
  CHECK(heard.size() <= 4);
  CHECK(s.im.next_deadline() == instant::never());
  s.now = {15 * millisecond};
  s.ask(2);
  s.finish(2, worker(1));
  s.ask(3);
  CHECK(hosts().empty());
  s.now = {20 * millisecond};
  s.im.tick(s.now);
  s.collect();
  CHECK(hosts() == heard);
}

TEST_CASE("a message that makes no sense is counted and ignored") {
  script s;
  for (int type = 0; type < 256; ++type)
    if (type != static_cast<int>(message_type::instantiate))
      s.give(static_cast<message_type>(type), {}, 1);
  s.ask(1, 0, {});
  CHECK(s.sent.empty());
  CHECK(s.im.counted().malformed == 2);  // finished, down
  CHECK(s.im.counted().ignored == 254);
}

}  // namespace mentat::im
