#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/spreading.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>

namespace mentat::node {
namespace {

using outcome = spreading::choice::outcome;

constexpr spreading::function unknown{1, 1}, brief{2, 1}, lasting{3, 1};

mmps::mmps_name worker(std::uint32_t number, std::uint32_t life = 1) {
  return mmps::mmps_name::of_process(7, 1, number, life);
}

struct host {
  std::map<mmps::mmps_name, std::unique_ptr<mmps::shm::doorbell>> pages;
  spreading takers;

  explicit host(bool only_far = false)
      : takers(
            [this](const mmps::mmps_name& process) {
              const auto found = pages.find(process);
              return found == pages.end() ? nullptr : found->second.get();
            },
            only_far) {
    takers.note_run_time(brief, 1'000);
    takers.note_run_time(lasting, 5'000'000);
  }
  mmps::shm::doorbell& add(const mmps::mmps_name& process, std::uint32_t places = 2) {
    auto page = std::make_unique<mmps::shm::doorbell>();
    page->places = places;
    page->workers = 1;
    pages[process] = std::move(page);
    takers.note_up(process);
    return *pages[process];
  }
  void answer(const spreading::choice& sent) {
    takers.note_answered(sent.taker, sent.expected_time);
  }
};

}  // namespace

TEST_CASE("without a process that takes units there is none") {
  host here;
  CHECK(here.takers.choose(unknown).is == outcome::nobody);
  here.takers.note_up(worker(3));  // cannot be reached
  CHECK(here.takers.choose(unknown).is == outcome::nobody);
  here.add(worker(4), 0);  // takes none
  CHECK(here.takers.choose(brief).is == outcome::nobody);
  CHECK_FALSE(here.takers.has_place());
}

TEST_CASE("a function is brief if it is known to be") {
  host here;
  CHECK(here.takers.is_brief(brief));
  CHECK_FALSE((here.takers.is_brief(unknown) || here.takers.is_brief(lasting)));
  CHECK(here.takers.run_time(unknown) == 0);
  CHECK(here.takers.run_time(lasting) == 5'000'000);
}

TEST_CASE("a place of another host takes one call that is worth its transfer") {
  host here;
  const mmps::mmps_name far = mmps::mmps_name::of_process(8, 3, 2, 1);
  CHECK(here.takers.note_lent(far));
  CHECK_FALSE(here.takers.has_place(brief));
  CHECK(here.takers.choose(brief).is == outcome::nobody);
  CHECK(here.takers.has_place(lasting));
  CHECK(here.takers.has_surplus(far));
  const spreading::choice sent = here.takers.choose(lasting);
  CHECK(sent.is == outcome::found);
  CHECK(sent.process == far);
  CHECK_FALSE(here.takers.has_surplus(far));
  CHECK(here.takers.choose(lasting).is == outcome::all_full);
  here.answer(sent);
  CHECK(here.takers.choose(unknown).process == far);
}

TEST_CASE("places of one process add up, and the last one given back ends it") {
  host here;
  const mmps::mmps_name far = mmps::mmps_name::of_process(8, 3, 2, 1);
  CHECK(here.takers.note_lent(far));
  CHECK(here.takers.note_lent(far));
  CHECK(here.takers.choose(lasting).is == outcome::found);
  CHECK(here.takers.choose(lasting).is == outcome::found);
  CHECK(here.takers.choose(lasting).is == outcome::all_full);
  here.takers.note_given_back(far);
  here.takers.note_given_back(far);
  here.takers.note_given_back(far);
  CHECK(here.takers.choose(lasting).is == outcome::nobody);
  CHECK_FALSE(here.takers.has_surplus(far));
}

TEST_CASE("a process of this host comes before one of another host that has as much to do") {
  host here;
  const mmps::mmps_name far = mmps::mmps_name::of_process(8, 3, 2, 1);
  CHECK(here.takers.note_lent(far));
  here.add(worker(3), 1);
  CHECK(here.takers.choose(lasting).process == worker(3));
  CHECK(here.takers.choose(lasting).process == far);
}

TEST_CASE("where every call goes to another host, brief ones go, too") {
  host here(true);
  const mmps::mmps_name far = mmps::mmps_name::of_process(8, 3, 2, 1);
  CHECK(here.takers.note_lent(far));
  CHECK(here.takers.choose(brief).process == far);
}

TEST_CASE("answers are counted, so that a caller sees whether they come") {
  host here;
  here.add(worker(3));
  const spreading::choice first = here.takers.choose(unknown);
  const std::uint32_t before = here.takers.answered();
  CHECK(here.takers.choose(unknown).is == outcome::found);
  CHECK(here.takers.choose(unknown).is == outcome::all_full);
  CHECK(here.takers.answered() == before);
  here.answer(first);
  CHECK(here.takers.answered() == before + 1);
}

TEST_CASE("calls of unknown or long functions take places, and places come back with answers") {
  host here;
  here.add(worker(3));
  here.add(worker(4));
  std::map<mmps::mmps_name, int> sent;
  spreading::choice last;
  for (int i = 0; i < 4; ++i) {
    last = here.takers.choose(i % 2 ? unknown : lasting);
    REQUIRE(last.is == outcome::found);
    ++sent[last.process];
  }
  CHECK(sent[worker(3)] == 2);
  CHECK(sent[worker(4)] == 2);
  CHECK(here.takers.choose(lasting).is == outcome::all_full);
  CHECK(here.takers.choose(brief).is == outcome::all_full);
  CHECK_FALSE(here.takers.has_place());
  here.answer(last);
  CHECK(here.takers.has_place());
  CHECK(here.takers.choose(lasting).process == last.process);
}

TEST_CASE("brief calls queue up to the longest queue, and large ones hardly") {
  host here;
  here.add(worker(3));
  int sent = 0;
  while (here.takers.choose(brief).is == outcome::found) ++sent;
  CHECK(sent == spreading::longest_queue / 1'000);
  CHECK(here.takers.choose(lasting).is == outcome::all_full);

  host other;
  other.add(worker(3));
  for (sent = 0; sent < 10; ++sent) {
    spreading::choice one = other.takers.choose(brief);
    if (one.is != outcome::found) break;
    other.takers.note_bytes(one, 1 << 20);
  }
  CHECK(sent == 2);  // its places
}

TEST_CASE("brief calls go to a process that is awake, once work waits in the other one") {
  host here;
  constexpr spreading::function tenth{4, 1};  // of a millisecond
  here.takers.note_run_time(tenth, 100'000);
  here.add(worker(3));
  here.add(worker(4));
  const spreading::choice one = here.takers.choose(tenth);
  CHECK(here.takers.choose(tenth).process != one.process);
}

TEST_CASE("a process is woken for brief calls once the waits add up to its wake-up") {
  host here;
  constexpr spreading::function short_one{4, 1};
  here.takers.note_run_time(short_one, 10'000);
  here.add(worker(4)).listen(0);
  here.answer(here.takers.choose(short_one));
  here.add(worker(3));
  here.answer(here.takers.choose(short_one));
  // Two chains of calls: 10 us are lost with each pair that shares a process.
  int pairs = 0;
  for (bool is_woken = false; !is_woken && pairs < 20; ++pairs) {
    const spreading::choice one = here.takers.choose(short_one);
    const spreading::choice other = here.takers.choose(short_one);
    is_woken = other.process == worker(4);
    here.answer(one);
    here.answer(other);
  }
  CHECK(pairs > 1);
  CHECK(pairs <= 7);
  here.pages[worker(4)]->stop_listening(0);
  const spreading::choice one = here.takers.choose(short_one);
  CHECK(here.takers.choose(short_one).process != one.process);
}

TEST_CASE("a process of this host is idle while nothing of ours or of others runs there") {
  host here;
  CHECK_FALSE(here.takers.has_idle());
  mmps::shm::doorbell& page = here.add(worker(3));
  CHECK(here.takers.has_idle());
  const spreading::choice sent = here.takers.choose(brief);
  CHECK_FALSE(here.takers.has_idle());
  here.answer(sent);
  CHECK(here.takers.has_idle());
  page.runnable[0] = 1;
  CHECK_FALSE(here.takers.has_idle());
  here.takers.note_down(worker(3));
  page.runnable[0] = 0;
  CHECK_FALSE(here.takers.has_idle());
}

TEST_CASE("units of others take places, units that wait do not") {
  host here;
  mmps::shm::doorbell& page = here.add(worker(3));
  page.runnable[0] = 2;
  CHECK(here.takers.choose(unknown).is == outcome::all_full);
  page.runnable[0] = 1;
  REQUIRE(here.takers.choose(unknown).is == outcome::found);
  REQUIRE(here.takers.choose(unknown).is == outcome::found);
  CHECK(here.takers.choose(unknown).is == outcome::all_full);
  page.parked = 2;
  CHECK(here.takers.choose(unknown).is == outcome::found);
}

TEST_CASE("answers of an ended process do not count for its successor") {
  host here;
  here.add(worker(3));
  const spreading::choice old = here.takers.choose(unknown);
  here.takers.note_down(worker(3));
  CHECK(here.takers.choose(unknown).is == outcome::nobody);
  here.add(worker(3, 2));
  here.answer(old);
  for (int i = 0; i < 2; ++i) {
    const spreading::choice one = here.takers.choose(unknown);
    CHECK(one.is == outcome::found);
    CHECK(one.process == worker(3, 2));
  }
  CHECK(here.takers.choose(unknown).is == outcome::all_full);
}

TEST_CASE("no further call goes to a host that is being drained") {
  host here;
  here.add(worker(4));
  const mmps::mmps_name far = mmps::mmps_name::of_process(8, 1, 4, 1);
  REQUIRE(here.takers.note_lent(far));
  here.takers.note_drains(worker(1));
  for (int i = 0; i < 2; ++i) {
    const auto sent = here.takers.choose(unknown);
    REQUIRE(sent.is == outcome::found);
    CHECK(sent.process == far);
    here.answer(sent);
  }
  here.takers.note_drains(mmps::mmps_name::of_process(8, 1, 1, 1));
  CHECK(here.takers.choose(unknown).is == outcome::nobody);
  CHECK_FALSE(here.takers.has_place());
  CHECK(here.takers.is_drained(far));
  CHECK_FALSE(here.takers.note_lent(mmps::mmps_name::of_process(8, 1, 5, 1)));
  CHECK(here.takers.note_lent(mmps::mmps_name::of_process(8, 2, 5, 1)));  // it has come back
  here.add(worker(5));                                                    // begins later
  CHECK(here.takers.choose(unknown).process == mmps::mmps_name::of_process(8, 2, 5, 1));
}

TEST_CASE("calls that run for less time than their transfer takes stay on their host") {
  const mmps::mmps_name far = mmps::mmps_name::of_process(8, 1, 4, 1);
  constexpr spreading::function large{4, 1};
  constexpr std::size_t bytes = 1 << 20;  // a millisecond, until measured
  host here;
  REQUIRE(here.takers.note_lent(far));
  const auto goes_far = [&] {
    const spreading::choice sent = here.takers.choose(large);
    if (sent.is != outcome::found) return false;
    CHECK(here.takers.is_worth_transfer(large));
    here.answer(sent);
    return true;
  };
  here.takers.note_size(large, bytes);
  CHECK(goes_far());  // nobody knows how long it runs
  here.takers.note_run_time(large, 2'000'000);
  CHECK(goes_far());
  for (int i = 0; i < 50; ++i) here.takers.note_transfer(bytes, 10 * base::millisecond);
  CHECK_FALSE(goes_far());
  CHECK_FALSE(here.takers.has_place(large));
  CHECK(here.takers.has_place(lasting));  // whose arguments are small
  int exceptions = 0;
  for (int i = 0; i < 1'000; ++i) exceptions += here.takers.choose(large).is == outcome::found;
  CHECK(exceptions > 0);  // the network may have changed
  CHECK(exceptions < 20);
  for (int i = 0; i < 50; ++i) here.takers.note_transfer(bytes, base::millisecond / 2);
  here.takers.note_down(far);
  REQUIRE(here.takers.note_lent(mmps::mmps_name::of_process(8, 2, 4, 1)));
  CHECK(goes_far());
}

TEST_CASE("small calls tell nothing of the network, and slow ones little") {
  const mmps::mmps_name far = mmps::mmps_name::of_process(8, 1, 4, 1);
  constexpr spreading::function large{4, 1};
  host here;
  REQUIRE(here.takers.note_lent(far));
  here.takers.note_size(large, 1 << 20);
  here.takers.note_run_time(large, 4'000'000);
  for (int i = 0; i < 50; ++i) here.takers.note_transfer(100, base::second);
  here.takers.note_transfer(1 << 20, 10 * base::second);
  CHECK(here.takers.choose(large).is == outcome::found);
}

}  // namespace mentat::node
