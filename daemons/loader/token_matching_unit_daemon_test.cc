#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/loader/token_matching_unit_daemon.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "daemons/loader/instantiation_manager_daemon.h"
#include "daemons/loader/simulated_session.h"
#include "daemons/tmu/test_messages.h"

namespace mentat::loader {
namespace {

namespace test = tmu::test;
using base::millisecond;
using base::second;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

constexpr tmu::tag first_tag{1, 9}, second_tag{2, 9};

// The unit of host 1, and processes that use it; the test speaks for the manager.
struct script {
  explicit script(const tmu::limits& limits = {})
      : daemon({unit_of(1), manager_of(1), "lisa", 1}, {}, limits, nullptr,
               session.add(unit_of(1))) {
    for (const mmps_name& one :
         {driver, manager_of(1), worker_of(1), worker_of(1, 11), test::caller}) {
      session.add(one);
      daemon.note_up({one, node::role::worker, 1, ""});
    }
    session.give_turns_to(daemon);
    session.run();
  }
  void exec(const tmu::tag& tag) {
    session[driver].say(test::exec(tag, 1, "value"), unit_of(1));
    session.run();
  }
  void grant(const tmu::tag& tag, const mmps_name& process, std::uint8_t attempt = 1) {
    session[manager_of(1)].say(test::instantiated(tag, process, attempt), unit_of(1));
    session.run();
  }
  void finish(const tmu::tag& tag, const mmps_name& process) {
    session[process].say(test::finished(tag, process), unit_of(1));
  }
  std::vector<mentat_message> requests() {
    return session[manager_of(1)].take(message_type::instantiate);
  }
  std::vector<std::uint64_t> units_at(const mmps_name& process) {
    std::vector<std::uint64_t> tags;
    for (const mentat_message& one : session[process].take(message_type::exec))
      tags.push_back(one.header.tag.number);
    return tags;
  }
  node::activity activity() { return session.activity_of(unit_of(1)); }

  simulated_session session;
  token_matching_unit_daemon daemon;
};

using tags = std::vector<std::uint64_t>;

// A call whose result goes to a unit of host 2.
mentat_message exec_for_far_unit(const tmu::tag& tag) {
  mmps::future_arc arc;
  arc.destination = unit_of(2);
  arc.tag = second_tag;
  arc.argument = 1;
  arc.argument_count = 2;
  mmps::future_writer writer;
  writer.add(arc);
  const auto future = writer.bytes();
  return test::of_call(message_type::exec, tag, 0, 1, {future.begin(), future.end()},
                       test::bytes_of("value"));
}

// The unit of host 1 fails a call of the driver.
void fail_call_for_far_unit(script& s) {
  s.session[driver].say(exec_for_far_unit(first_tag), unit_of(1));
  s.session.run();
  mentat_message refusal = test::message(message_type::instantiated, test::bytes_of("no place"));
  refusal.header.tag = first_tag;
  refusal.header.flags = mmps::flag::error;
  refusal.header.attempt = 1;
  s.session[manager_of(1)].say(std::move(refusal), unit_of(1));
  s.session.run(20 * millisecond);
}

}  // namespace

TEST_CASE("a unit goes to the process that the manager grants, and messages are counted") {
  script s;
  s.exec(first_tag);
  REQUIRE(s.requests().size() == 1);
  CHECK(s.activity().runs == 1);
  s.grant(first_tag, worker_of(1));
  CHECK(s.units_at(worker_of(1)) == tags{1});
  s.finish(first_tag, worker_of(1));
  s.session.run();
  CHECK(s.session[manager_of(1)].take(message_type::finished).size() == 1);  // the place
  const node::activity there = s.activity();
  CHECK(there.runs == 0);
  CHECK(there.received == 3);
  CHECK(there.sent == 3);
}

TEST_CASE("calls that are done and forgotten before their time are counted as dropped") {
  tmu::limits limits;
  limits.tombstones = 1;
  script s(limits);
  for (const tmu::tag& tag : {first_tag, second_tag}) {
    CHECK(s.daemon.dropped().tombstones == 0);
    s.exec(tag);
    s.grant(tag, worker_of(1));
    s.finish(tag, worker_of(1));
    s.session.run();
  }
  CHECK(s.daemon.dropped().tombstones == 1);
}

TEST_CASE("the end of a process is handled after everything that it had sent") {
  script s;
  s.exec(first_tag);
  s.exec(second_tag);
  for (const tmu::tag& tag : {first_tag, second_tag}) s.grant(tag, worker_of(1));
  CHECK(s.units_at(worker_of(1)) == tags{1, 2});
  CHECK(s.requests().size() == 2);
  s.finish(first_tag, worker_of(1));
  s.session.network().advance(s.session.now() + millisecond);
  s.session[unit_of(1)].take_in();
  REQUIRE(s.session[unit_of(1)].has_mail_from(worker_of(1)));
  s.daemon.note_down(worker_of(1), "SIGSEGV");
  s.session.run();
  const auto again = s.requests();
  REQUIRE(again.size() == 1);
  CHECK(again[0].header.tag == second_tag);
}

TEST_CASE("messages wait, in their order, for a receiver that has no room") {
  script s;
  auto& unit = s.session[unit_of(1)];
  unit.refusals[worker_of(1)] = for_ever;
  for (const tmu::tag& tag : {first_tag, second_tag}) {
    s.exec(tag);
    s.grant(tag, worker_of(1));
  }
  const tmu::tag third_tag{3, 9};
  s.exec(third_tag);
  s.grant(third_tag, worker_of(1, 11));
  CHECK(s.units_at(worker_of(1, 11)) == tags{3});
  CHECK(s.units_at(worker_of(1)).empty());
  CHECK(s.activity().runs == 1);
  CHECK(s.daemon.turn(s.session.now()) == s.session.now() + 10 * millisecond);
  unit.refusals[worker_of(1)] = 1;  // then there is room, between two messages
  s.session.run(20 * millisecond);
  CHECK(s.units_at(worker_of(1)) == tags{1, 2});
  CHECK(s.activity().runs == 0);
}

TEST_CASE("messages for a process that has ended wait no longer") {
  script s;
  s.session[unit_of(1)].refusals[worker_of(1)] = for_ever;
  s.exec(first_tag);
  s.grant(first_tag, worker_of(1));
  CHECK(s.requests().size() == 1);
  s.daemon.note_down(worker_of(1), "SIGSEGV");
  s.session.run();
  REQUIRE(s.requests().size() == 1);  // another process is wanted
  s.grant(first_tag, worker_of(1, 11), 2);
  CHECK(s.units_at(worker_of(1, 11)) == tags{1});
  CHECK(s.activity().runs == 0);
}

TEST_CASE("an error for a unit goes to the one that has replaced it before this daemon began") {
  script s;
  const mmps_name replacing = node::token_matching_unit_of(unit_of(2), 2);
  s.session.add(replacing);
  s.daemon.note_up({replacing, node::role::token_matching_unit, 0, ""});
  fail_call_for_far_unit(s);
  CHECK(s.session[replacing].take(message_type::token).size() == 1);
}

TEST_CASE("a unit is settled once the error for which it stands is safe") {
  script s;
  s.session.add(unit_of(2));
  s.daemon.note_up({unit_of(2), node::role::token_matching_unit, 0, ""});
  s.session[unit_of(1)].refusals[unit_of(2)] = for_ever;
  fail_call_for_far_unit(s);
  CHECK(s.session[driver].take(message_type::settled).empty());
  s.session[unit_of(1)].refusals[unit_of(2)] = 0;
  s.session.run(30 * millisecond);
  CHECK(s.session[unit_of(2)].take(message_type::token).size() == 1);
  CHECK(s.session[driver].take(message_type::settled).size() == 1);
}

TEST_CASE("two hosts: a unit of the first is executed on the second, in one thread") {
  simulated_session session;
  im::settings chosen;
  chosen.hosts = {{"lisa", manager_of(1)}, {"bart", manager_of(2)}};
  chosen.falcon.transfer = {.threshold = {0}, .limit = 1};  // everything goes elsewhere
  chosen.limits.processes = 1;
  struct host {
    host(simulated_session& in, im::settings settings, std::uint32_t number)
        : manager((settings.self = manager_of(number), settings), driver,
                  [](node::role) { FAIL("no process is missing"); }, in.add(manager_of(number))),
          unit({unit_of(number), manager_of(number), "a host", 1}, driver, {}, nullptr,
               in.add(unit_of(number))) {
      in.add(worker_of(number));
      in.give_turns_to(manager);
      in.give_turns_to(unit);
    }
    instantiation_manager_daemon manager;
    token_matching_unit_daemon unit;
  };
  host first(session, chosen, 1), second_host(session, chosen, 2);
  session.add(driver);
  for (daemon* one : std::initializer_list<daemon*>{&first.manager, &first.unit,
                                                    &second_host.manager, &second_host.unit}) {
    one->note_up({driver, node::role::driver, 0, ""});
    for (const std::uint32_t number : {1, 2}) {
      one->note_up({manager_of(number), node::role::instantiation_manager, 0, ""});
      one->note_up({unit_of(number), node::role::token_matching_unit, 0, ""});
      one->note_up({worker_of(number), node::role::worker, 1, ""});
    }
  }
  session[driver].say(test::token(first_tag, 0, 2, "one"), unit_of(1));
  session[driver].say(test::token(first_tag, 1, 2, "two"), unit_of(1));
  session.run();
  const auto units = session[worker_of(2)].take(message_type::exec);
  REQUIRE(units.size() == 1);
  CHECK(units[0].header.tag == first_tag);
  CHECK(first.unit.unit().counted().delivered == 1);
  session[worker_of(2)].say(test::finished(first_tag, worker_of(2)), unit_of(1));
  session.run();
  CHECK(first.unit.unit().counted().finished == 1);
  CHECK(second_host.manager.manager().free_places() == 1);
}

}  // namespace mentat::loader
