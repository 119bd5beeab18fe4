// Translated programs on the product in a simulated world. Their answer is that of mode serial, for
// every seed and its faults, and a seed repeats itself.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/sim/world.h"

#include <doctest/doctest.h>

#include <string>

#include "daemons/sim/scenario.h"
#include "rts/session/endpoint/notice.h"
#include "tests/sim/programs/programs.h"

namespace mentat::sim {
namespace {

void check_seed(const named_program& program, std::uint64_t seed, std::uint32_t hosts,
                const fault_rates& faults) {
  const scenario chosen = scenario_of(seed, hosts, faults);
  const std::string why =
      verdict(world(chosen.options).run(program.run), serial_answer(program.run));
  INFO(program.name, ", seed ", seed, ", hosts ", hosts, ", ", chosen.text, ": ", why);
  CHECK(why.empty());
}

void check_seed(const named_program& program, std::uint64_t seed, std::uint32_t hosts,
                const std::string& faults) {
  check_seed(program, seed, hosts, read_faults(faults).value());
}

void check_seeds(std::uint32_t hosts, std::uint64_t seeds, const std::string& faults) {
  for (const named_program& program : all_programs) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) check_seed(program, seed, hosts, faults);
  }
}

// The options with which the seeds below once found a defect.
const fault_rates deaths_between_turns{.deaths = 1, .mid_turn = 0};

}  // namespace

TEST_CASE("on one host and on four every program answers as in mode serial") {
  check_seeds(1, 40, "none");
  check_seeds(4, 30, "none");
}

TEST_CASE("messages between hosts that are lost, repeated, late or out of order change no answer") {
  check_seeds(4, 20, "messages");
}

TEST_CASE("a way between two hosts that is cut in one direction for seconds changes no answer") {
  check_seeds(4, 20, "cuts");
}

TEST_CASE("work units on disks that are full, flip bits or lose ends change no answer in silence") {
  check_seeds(1, 20, "disks");
  check_seeds(4, 20, "disks");
}

TEST_CASE("faults of all kinds together") { check_seeds(4, 40, "default"); }

TEST_CASE("a process that dies leaves an answer, or an error that says so") {
  check_seeds(1, 30, "deaths");
  check_seeds(4, 20, "deaths");
}

TEST_CASE("a host that loses its power leaves an answer, or an error that says so") {
  check_seeds(2, 20, "hosts");
  check_seeds(4, 20, "hosts");
}

TEST_CASE("clocks that differ, drift and jump change no answer") { check_seeds(4, 30, "clocks"); }

TEST_CASE("a limit that is reached leaves an answer, or an error that names it") {
  check_seeds(1, 40, "limits");
  check_seeds(4, 40, "limits");
}

TEST_CASE("large buffers arrive whole, from whichever host, whatever is lost or ends") {
  for (const named_program& program : large_programs)
    for (const char* faults : {"none", "messages", "cuts", "deaths", "hosts", "slow", "default"})
      for (std::uint64_t seed = 1; seed <= 6; ++seed) check_seed(program, seed, 4, faults);
}

TEST_CASE("hosts that are slow change no answer") { check_seeds(4, 30, "slow"); }

TEST_CASE("a host that is drained in time changes no answer, and leaves before its time") {
  const fault_rates soon{.drains = 1, .after = 100};
  std::size_t in_time = 0;
  for (const named_program& program : all_programs)
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      scenario chosen = scenario_of(seed, 3, soon);
      chosen.options.drain_within = 60 * base::second;
      const world_outcome result = world(chosen.options).run(program.run);
      const std::string why = verdict(result, serial_answer(program.run));
      INFO(program.name, ", seed ", seed, ", ", chosen.text, ": ", why);
      CHECK(why.empty());
      // A unit of left_waiting waits for ever, and its host for the unit.
      CHECK((result.died.empty() || program.run == &left_waiting));
      in_time += result.drained_in.has_value();
    }
  CHECK(in_time > 20);
}

TEST_CASE("a host whose time is over leaves an answer, or an error that says so") {
  check_seeds(3, 8, "drains");
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    check_seed({"kept_accounts", &kept_accounts}, seed, 3,
               fault_rates{.drains = 1, .drain_ms = 1, .after = 100});
}

TEST_CASE("hosts are drained while messages are lost, hosts are slow and processes die") {
  for (const named_program& program : all_programs)
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
      check_seed(program, seed, 4,
                 fault_rates{.messages = 1, .deaths = 0.5, .slow = 1, .drains = 1, .after = 200});
}

TEST_CASE("a process that dies within a turn has sent a part of its messages") {
  scenario chosen = scenario_of(5, 1, "none");
  chosen.options.death_after = 200;
  chosen.options.dies_sending = true;
  const world_outcome died = world(chosen.options).run(&kept_accounts);
  CHECK(died.died.starts_with("process "));
  chosen.options.dies_sending = false;
  CHECK(world(chosen.options).run(&kept_accounts).trace != died.trace);
}

// A message of a dead process waited for one of a living process. Until that arrived, the driver
// looked for news of the end without pause.
TEST_CASE("a process sleeps until it can handle the messages of one that has ended") {
  check_seed({"delayed_sums", &delayed_sums}, 122, 2, deaths_between_turns);
}

// The instantiation manager had received the object, and the caller never did: it waited for ever.
TEST_CASE(
    "the creator of an object hears of the death of the constructing process before its answer") {
  for (const std::uint64_t seed : {17, 119, 234, 286, 311, 338})
    check_seed({"kept_accounts", &kept_accounts}, seed, 4, deaths_between_turns);
}

TEST_CASE("token-matching units that end one after the other change no answer") {
  std::size_t replaced = 0;
  for (const named_program& program : all_programs)
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      scenario chosen = scenario_of(seed, 1 + seed % 3, "none");
      chosen.options.dies = node::role::token_matching_unit;
      chosen.options.deaths = 3;
      chosen.options.death_after = 20 + 34 * seed;
      chosen.options.dies_sending = seed % 2 == 0;
      const world_outcome result = world(chosen.options).run(program.run);
      const std::string why = verdict(result, serial_answer(program.run));
      INFO(program.name, ", seed ", seed, ": ", why);
      CHECK(why.empty());
      replaced += result.was_replaced;
    }
  CHECK(replaced > 20);
}

TEST_CASE("units that wait for arguments stay when their token-matching unit ends") {
  std::size_t replaced = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    scenario chosen = scenario_of(seed, 2, "none");
    chosen.options.placement = node::exchange_placement::elsewhere;
    chosen.options.dies = node::role::token_matching_unit;
    chosen.options.deaths = 2;
    chosen.options.death_after = 60 + 40 * seed;
    const world_outcome result = world(chosen.options).run(&waiting_units);
    const std::string why = verdict(result, answer_of_waiting_units);
    INFO("seed ", seed, ": ", why);
    CHECK(why.empty());
    replaced += result.was_replaced;
  }
  CHECK(replaced > 5);
}

// A unit that is answered is not over before its result is in custody.
TEST_CASE("no work unit is kept, and no place, when a session ends") {
  for (const std::uint64_t seed : {148, 187})
    check_seed({"delayed_sums", &delayed_sums}, seed, 1, "none");
  check_seed({"posted_entries", &posted_entries}, 120, 2, "none");
}

// A worker that the driver did not know took the place of one that died, and had sent and received
// as many messages.
TEST_CASE("a session is not quiet while a process works that the driver does not know yet") {
  check_seed({"mixed_work", &mixed_work}, 395, 2, deaths_between_turns);
}

// An argument for a call of an object arrived after the news of the object's end.
TEST_CASE("no argument is kept for a call whose caller has ended") {
  check_seed({"relayed_entries", &relayed_entries}, 198, 1, deaths_between_turns);
}

// A token-matching unit sends the arcs of a work unit ahead of it, and died in between.
TEST_CASE("no arcs are kept for a work unit whose token-matching unit has ended") {
  check_seed({"relayed_entries", &relayed_entries}, 164, 2,
             fault_rates{.messages = 1, .deaths = 1, .mid_turn = 0});
}

// A result went another way than the `out` that its unit had posted, and the `out` was lost with
// the worker. A probe behind the result came before the repetition of the unit.
TEST_CASE("a result that is known shows the calls that led to it, also if its process has died") {
  for (const std::uint64_t seed : {18, 290, 355, 546, 1044, 1307, 1329, 2079, 2084})
    check_seed({"tuple_bag", &tuple_bag}, seed, 2, "deaths");
}

// The token-matching unit had values of a process that had died before. Their callers keep them,
// once the unit has heard of that death, after 20 us, and they have heard from it.
TEST_CASE("no value is lost if its process dies, and then the token-matching unit") {
  int both_died = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    scenario chosen = scenario_of(seed, 1, "none");
    chosen.options.adversarial = false;
    chosen.options.placement = node::exchange_placement::elsewhere;
    chosen.options.death_after = 900 + seed * 6;
    chosen.options.matching_dies_later = static_cast<base::duration>(50 + seed) * base::microsecond;
    bool unit_died = false;
    chosen.options.observe = [&](const world_event& event) {
      unit_died |= event.what == world_event::kind::ends &&
                   node::is_token_matching_unit(event.process) && event.text == cause_of_death;
    };
    const world_outcome result = world(chosen.options).run(&produced_sums);
    INFO("seed ", seed, ", ", chosen.text);
    CHECK(result.trouble == "");
    CHECK(result.answer == serial_answer(&produced_sums));
    both_died += unit_died;
  }
  CHECK(both_died > 250);
}

// A result that arrived again more than a minute after its unit was done began a unit that was
// never completed.
TEST_CASE("no work unit is kept for results that come again late") {
  check_seed({"delayed_sums", &delayed_sums}, 1321, 2, "default");
  check_seed({"delayed_sums", &delayed_sums}, 3501, 3, "default");
  check_seed({"delayed_sums", &delayed_sums}, 3929, 3, "default");
}

// The process of the object forgot the result of the call after a minute.
TEST_CASE("a call of an object takes effect once if its caller dies minutes later") {
  std::uint64_t repeated = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    scenario chosen = scenario_of(seed, 2, "none");
    chosen.options.workers = 2;
    chosen.options.placement = node::exchange_placement::elsewhere;
    chosen.options.death_after = 4'000 + 100 * seed;  // some 60 events a second
    const world_outcome result = world(chosen.options).run(&long_units);
    const std::string why = verdict(result, answer_of_long_units);
    INFO("seed ", seed, ": ", why);
    CHECK(why.empty());
    if (!result.died.empty() && !result.threw && result.end > base::instant{60 * base::second})
      ++repeated;
  }
  CHECK(repeated > 0);
}

// The process of the object takes the call out of its queue when its caller's process asks for it.
TEST_CASE("a call that nothing can fulfil fails in every process, and never takes effect") {
  const named_program withdrawn{"withdrawn_calls", &withdrawn_calls};
  CHECK(serial_answer(&withdrawn_calls) == "lost lost lost 100 12 601 circle 1");
  for (const char* faults : {"none", "messages", "cuts", "slow", "clocks"})
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      for (const std::uint32_t hosts : {1u, 3u}) check_seed(withdrawn, seed, hosts, faults);
}

// The answer to a repeated call left the arcs of its caller behind.
TEST_CASE("no arcs are kept for a call that was repeated and failed") {
  CHECK(serial_answer(&failed_waits) == "5 0");
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    check_seed({"failed_waits", &failed_waits}, seed, 2, "deaths");
}

// A token-matching unit used a place that it had got for the attempt before. So the request for the
// new attempt waited as long as the unit, and the session was never quiet.
TEST_CASE("waits of units that are executed again fail, too") {
  check_seed({"many_failed_waits", &many_failed_waits}, 144, 4, "default");
}

// Two processes were told to break a wait for one circle, or one whose wait was over.
TEST_CASE("of a circle of objects in several processes one call fails, and it takes no effect") {
  const named_program circles{"mutual_waits", &mutual_waits};
  CHECK(serial_answer(&mutual_waits) == "11 0 11 0 11 0 ......");
  for (const char* faults : {"none", "messages", "cuts", "slow", "clocks"})
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
      for (const std::uint32_t hosts : {1u, 3u}) check_seed(circles, seed, hosts, faults);
}

// They stayed in their objects, and took effect after their callers had caught the error.
TEST_CASE("a call to which a function has handed its result on fails like an awaited one") {
  const named_program handed_on{"handed_on_waits", &handed_on_waits};
  for (const char* faults : {"none", "messages", "cuts", "slow", "clocks"})
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
      for (const std::uint32_t hosts : {1u, 3u}) check_seed(handed_on, seed, hosts, faults);
}

// Workers that the driver did not know were to end by themselves.
TEST_CASE("spaces of several homes answer as in mode serial, or name what was lost") {
  const named_program spread{"spread_tuples", &spread_tuples};
  for (const char* faults : {"none", "messages", "slow", "deaths", "hosts"})
    for (std::uint64_t seed = 101; seed <= 120; ++seed)
      for (const std::uint32_t hosts : {2u, 3u}) check_seed(spread, seed, hosts, faults);
}

TEST_CASE("a space that is everywhere answers as in mode serial, whoever dies") {
  const named_program copied{"copied_tuples", &copied_tuples};
  for (const char* faults : {"messages", "slow", "deaths", "hosts"})
    for (std::uint64_t seed = 101; seed <= 110; ++seed)
      for (const std::uint32_t hosts : {2u, 3u}) check_seed(copied, seed, hosts, faults);
}

TEST_CASE("a program ends although workers begin after it") {
  for (const char* faults : {"none", "messages", "slow", "default"})
    for (std::uint64_t seed = 31; seed <= 60; ++seed)
      check_seed({"no_calls", &no_calls}, seed, 4, faults);
}

// It began while the others were told to end.
TEST_CASE("a worker that begins when a session ends is told to end, too") {
  CHECK(world(scenario_of(69, 2, deaths_between_turns).options).run(&relayed_entries).left_behind ==
        0);
}

// A host lost its power while the session ended. A worker that began when the driver told no more
// processes to end took over a unit of that host.
TEST_CASE("work that arrives at a worker after the end of the session is not a failure") {
  for (const std::uint64_t seed : {6, 185, 206, 251, 331, 355})
    check_seed({"left_waiting", &left_waiting}, seed, 2, "hosts");
  check_seed({"left_waiting", &left_waiting}, 188, 3, "hosts");
}

// With these seeds the calls go straight, and their callers keep them (ADR 29).
TEST_CASE("a unit that has answered runs again if its process dies before its calls have run") {
  for (std::uint64_t seed = 3; seed <= 90; seed += 3)
    for (const unsigned hosts : {1u, 2u})
      check_seed({"posted_units", &posted_units}, seed, hosts, "deaths");
}

TEST_CASE("a session that is broken ends although its workers wait for each other") {
  for (const std::uint64_t seed : {286u, 2761u})
    check_seed({"spread_tuples", &spread_tuples}, seed, 2, "deaths");
}

// Messages to token-matching units, or else from them to instantiation managers, while this program
// runs on one host; its functions run for `run_time`, in ns.
int messages_of_matching(std::uint64_t seed, std::string (*program)(), std::uint32_t run_time,
                         bool to_them) {
  scenario chosen = scenario_of(seed, 1, "none");
  chosen.options.adversarial = false;  // there no call waits for room
  chosen.options.run_time = run_time;
  int count = 0;
  chosen.options.observe = [&](const world_event& event) {
    const auto unit = node::token_matching_unit_of(event.process);
    count += event.what == world_event::kind::sends &&
             (to_them ? event.other == unit
                      : event.process == unit &&
                            event.other == node::instantiation_manager_of(event.process));
  };
  const world_outcome result = world(chosen.options).run(program);
  INFO("seed ", seed, ", ", chosen.text);
  CHECK(result.answer == serial_answer(program));
  return count;
}

TEST_CASE("the calls of a function wait for its first answer, and go straight if it is brief") {
  for (std::uint64_t seed = 3; seed <= 30; seed += 3)
    CHECK(messages_of_matching(seed, &many_units, 10'000, true) < 100);
}

// The first 64 of 600 calls are sent before they are complete. When others are, 120 at once, every
// process has enough to do, and requests may wait at the instantiation manager.
TEST_CASE("calls that become complete at once wait for room in their caller") {
  for (std::uint64_t seed = 3; seed <= 30; seed += 3)
    for (const std::uint32_t run_time : {10'000u, 5'000'000u})
      CHECK(messages_of_matching(seed, &late_units, run_time, true) < 600);
}

// With these seeds the token-matching unit gets all calls: 605, for each of which it would ask the
// manager for a place, and give that back.
TEST_CASE("units that wait for a process follow in the places of others") {
  for (const std::uint64_t seed : {1, 2, 4, 5, 7, 8, 10, 11})
    CHECK(messages_of_matching(seed, &late_units, 10'000, false) < 900);
}

TEST_CASE("calls that are worth it go straight to other hosts, which lend places") {
  int straight = 0;  // in some seeds the driver's host suffices
  for (std::uint64_t seed = 3; seed <= 30; seed += 3) {
    scenario chosen = scenario_of(seed, 3, "none");
    chosen.options.adversarial = false;
    chosen.options.run_time = 5'000'000;
    chosen.options.observe = [&](const world_event& event) {
      straight += event.what == world_event::kind::sends && event.text.starts_with("exec") &&
                  event.process != node::token_matching_unit_of(event.process) &&
                  event.other.host != event.process.host;
    };
    const world_outcome result = world(chosen.options).run(&many_units);
    INFO("seed ", seed, ", ", chosen.text);
    CHECK(result.answer == serial_answer(&many_units));
  }
  CHECK(straight > 20);
}

TEST_CASE("what a function sees of a broken session goes to nobody who does not know of it") {
  check_seed({"copied_cells", &copied_cells}, 22127, 2, "default");
  check_seed({"copied_cells", &copied_cells}, 70268, 3, "default");
}

TEST_CASE("a seed repeats itself, event by event, and another one does not") {
  for (const named_program& program : all_programs) {
    const auto run = [&](std::uint64_t seed) {
      return world(scenario_of(seed, 4, "none").options).run(program.run);
    };
    const world_outcome first = run(7), again = run(7), other = run(8);
    INFO(program.name);
    CHECK(first.trace == again.trace);
    CHECK(first.events == again.events);
    CHECK(first.end == again.end);
    CHECK(first.trace != other.trace);
  }
}

}  // namespace mentat::sim
