// The founder's side of a meeting, in virtual time.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/meeting.h"

#include <doctest/doctest.h>

#include <string>

using namespace mentat::launch;
using mentat::base::instant;
using mentat::base::second;

namespace {

instant at(double seconds) { return {static_cast<std::int64_t>(seconds * second)}; }

const std::string greeting = hello{std::string(64, 'a'), "0.1.0"}.line() + "\n";
const welcome door{std::string(64, 'b'), {"tcp://10.0.0.1:7411"}};

std::string kinds(meeting& of) {
  std::string text;
  for (const meeting_step& one : of.take_steps())
    text += std::string(one.what == meeting_step::kind::start        ? "start "
                        : one.what == meeting_step::kind::bring      ? "bring "
                        : one.what == meeting_step::kind::admit      ? "admit "
                        : one.what == meeting_step::kind::close_door ? "close_door "
                        : one.what == meeting_step::kind::send       ? "send "
                        : one.what == meeting_step::kind::verify     ? "verify "
                        : one.what == meeting_step::kind::give_up    ? "give_up "
                        : one.what == meeting_step::kind::kill       ? "kill "
                                                                     : "note ") +
            std::to_string(one.guest) + " ";
  return text;
}

meeting begun(std::size_t guests = 1) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < guests; ++i) names.push_back("h" + std::to_string(i));
  meeting m{meeting_limits{}, names};
  m.begin(at(0));
  static_cast<void>(m.take_steps());  // their starts
  return m;
}

}  // namespace

TEST_CASE("a guest that greets is admitted, welcomed, and up") {
  meeting m = begun();
  m.take_output(at(1), 0, greeting.substr(0, 10));
  CHECK(kinds(m) == "");
  m.take_output(at(1), 0, greeting.substr(10));
  CHECK(kinds(m) == "admit 0 ");
  CHECK(m.row(0).state == guest_state::greeted);
  m.take_door(at(1), 0, door);
  const auto steps = m.take_steps();
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].text == door.line());
  CHECK_FALSE(m.is_decided());
  m.take_output(at(1.5), 0, "MENTAT-UP {\"host\":3}\r\n");
  CHECK_FALSE(m.is_decided());
  CHECK(kinds(m) == "verify 0 ");
  m.take_membership(at(1.5), 0, 3, true);
  CHECK(m.row(0).state == guest_state::up);
  CHECK(m.row(0).host == 3);
  CHECK(m.row(0).took == second * 3 / 2);
  CHECK(m.is_decided());
  CHECK(m.next_deadline() == instant::never());
  m.take_end(at(9), 0, "ended with status 0");
  CHECK(m.row(0).state == guest_state::gone);
}

TEST_CASE("a guest is up only if the founder knows it") {
  meeting m = begun(2);
  for (const std::size_t guest : {0, 1}) {
    m.take_output(at(1), guest, greeting);
    m.take_door(at(1), guest, door);
    m.take_output(at(1), guest, "MENTAT-UP {\"host\":1}\n");
  }
  const auto steps = m.take_steps();
  CHECK(steps.back().host == 1);
  CHECK(steps.back().greeting.key == std::string(64, 'a'));
  m.take_membership(at(1), 0, 1, false);
  CHECK(m.row(0).why == "it says that it is host 1 of the session, and is not");
  CHECK(kinds(m) == "close_door 0 give_up 0 ");
  m.take_end(at(1), 1, "ended with status 0");
  m.take_membership(at(1), 1, 2, true);  // too late
  CHECK(m.row(1).state == guest_state::failed);
}

TEST_CASE("a greeting counts behind a line that a shell has not finished") {
  meeting m = begun(2);
  m.take_output(at(1), 0, "(base) " + greeting);
  CHECK(m.row(0).state == guest_state::greeted);
  CHECK(m.row(0).noise == std::deque<std::string>{"(base) "});
  m.take_output(at(1), 1, "> MENTAT-FAILED {\"why\":\"no port\"}\n");
  CHECK(m.row(1).why == "no port");
}

TEST_CASE("what a shell prints goes around the meeting") {
  meeting m = begun();
  m.take_output(at(1), 0, "Welcome to n2!\n\nLoading modules\n" + greeting);
  m.take_errors(at(1), 0, "tset: terminal type unknown\n");
  CHECK(kinds(m) == "note 0 note 0 admit 0 note 0 ");
  CHECK(m.row(0).noise.back() == "tset: terminal type unknown");
}

TEST_CASE("a guest that only prints has failed, and the last lines say why") {
  meeting m = begun();
  for (int i = 0; i < 64; ++i) m.take_output(at(1), 0, "line " + std::to_string(i) + "\n");
  CHECK(m.row(0).state == guest_state::failed);
  CHECK(m.row(0).why.find("64 lines") != std::string::npos);
  CHECK(m.row(0).noise.size() == 4);
  CHECK(m.row(0).noise.back() == "line 63");
}

TEST_CASE("a line without an end needs no more memory than a line") {
  meeting m = begun();
  for (int i = 0; i < 1000; ++i) m.take_output(at(1), 0, std::string(10000, 'x'));
  m.take_output(at(1), 0, "\n");
  CHECK(m.row(0).noise.back().size() == longest_line + 1);
}

TEST_CASE("a late guest is named, and the others go on") {
  meeting m = begun(3);
  for (const std::size_t guest : {0, 1}) m.take_output(at(1), guest, greeting);
  m.take_door(at(1), 0, door);
  m.take_output(at(2), 0, "MENTAT-UP {\"host\":2}\n");
  m.take_membership(at(2), 0, 2, true);
  static_cast<void>(m.take_steps());
  m.tick(at(19.9));
  CHECK_FALSE(m.is_decided());
  CHECK(m.next_deadline() == at(20));
  m.tick(at(20));
  CHECK(m.is_decided());
  CHECK(kinds(m) == "give_up 1 give_up 2 ");
  CHECK(m.row(1).why == "it answered, and was not up within 20 s");
  CHECK(m.row(2).why == "it did not answer within 20 s");
  CHECK(m.count(guest_state::up) == 1);
  m.take_door(at(21), 1, door);
  m.take_output(at(21), 2, greeting);
  CHECK(kinds(m) == "close_door 1 ");
}

TEST_CASE("a guest that ends, is refused, fails or speaks out of turn has failed") {
  meeting m = begun(5);
  m.take_errors(at(1), 0, "Permission denied (publickey).\n");
  m.take_end(at(1), 0, "ended with status 255");
  CHECK(m.row(0).why == "ended with status 255");
  m.take_output(at(1), 1, greeting);
  m.take_refusal(at(1), 1, "fixed.hosts");
  CHECK(m.row(1).why == "fixed.hosts");
  m.take_output(at(1), 2, "MENTAT-FAILED {\"why\":\"no port\"}\n");
  CHECK(m.row(2).why == "no port");
  m.take_output(at(1), 3, "MENTAT-UP {\"host\":3}\n");
  CHECK(m.row(3).state == guest_state::failed);
  m.take_output(at(1), 4, greeting + greeting);
  CHECK(m.row(4).state == guest_state::failed);
  m.take_door(at(1), 4, door);
  CHECK(kinds(m) ==
        "note 0 give_up 0 admit 1 give_up 1 give_up 2 give_up 3 admit 4 give_up 4 close_door 4 ");
  CHECK(m.is_decided());
}

TEST_CASE("a command that is given up is killed, also what is left of it when it has ended") {
  meeting m = begun(2);
  m.tick(at(20));
  CHECK(kinds(m) == "give_up 0 give_up 1 ");
  CHECK(m.is_decided());
  CHECK(m.next_deadline() == at(22));
  m.take_end(at(21), 0, "was ended by signal 15");
  CHECK(m.row(0).why == "it did not answer within 20 s");
  m.tick(at(21.9));
  CHECK(kinds(m) == "");
  m.tick(at(22));
  CHECK(kinds(m) == "kill 0 kill 1 ");
  CHECK(m.next_deadline() == instant::never());
}

TEST_CASE("what a command that has ended has left is ended as one that is given up") {
  meeting m = begun();
  m.take_output(at(1), 0, greeting);
  static_cast<void>(m.take_steps());
  m.take_end(at(1), 0, "ended with status 1");
  CHECK(kinds(m) == "give_up 0 ");
  CHECK(m.next_deadline() == at(3));
  m.tick(at(3));
  CHECK(kinds(m) == "kill 0 ");
  CHECK(m.next_deadline() == instant::never());
}

TEST_CASE("the door of a guest is closed when it fails between its welcome and its place") {
  meeting m = begun(2);
  for (const std::size_t guest : {0, 1}) {
    m.take_output(at(1), guest, greeting);
    m.take_door(at(1), guest, door);
  }
  static_cast<void>(m.take_steps());
  m.take_end(at(2), 0, "ended with status 1");
  m.take_output(at(2), 1, "MENTAT-FAILED {\"why\":\"no answer\"}\n");
  CHECK(kinds(m) == "close_door 0 give_up 0 close_door 1 give_up 1 ");
}

TEST_CASE("of many guests some start at once, and the next one when one of these is up or fails") {
  std::vector<std::string> names(100, "h");
  meeting m{meeting_limits{}, names};
  m.begin(at(0));
  std::size_t running = 0, most = 0, up = 0;
  double time = 0;
  std::vector<std::size_t> open;
  while (!m.is_decided()) {
    REQUIRE(time < 100);
    for (const meeting_step& one : m.take_steps())
      if (one.what == meeting_step::kind::start) open.push_back(one.guest);
    running = open.size();
    most = std::max(most, running);
    const std::size_t guest = open.front();
    open.erase(open.begin());
    time += 0.5;
    if (guest % 3 == 0) {
      m.take_end(at(time), guest, "ended with status 255");
      continue;
    }
    m.take_output(at(time), guest, greeting);
    m.take_door(at(time), guest, door);
    m.take_output(at(time), guest, "MENTAT-UP {\"host\":2}\n");
    m.take_membership(at(time), guest, 2, true);
    ++up;
  }
  CHECK(most == 32);
  CHECK(m.count(guest_state::up) == up);
  CHECK(m.count(guest_state::failed) == 100 - up);
  CHECK(m.row(98).took == second / 2 * 32);
}

TEST_CASE("a guest is late by its own start") {
  meeting m{meeting_limits{.most_at_once = 1}, {"h0", "h1"}};
  m.begin(at(0));
  CHECK(kinds(m) == "start 0 ");
  m.tick(at(20));
  CHECK(kinds(m) == "give_up 0 start 1 ");
  CHECK(m.next_deadline() == at(22));
  m.tick(at(22));
  CHECK(kinds(m) == "kill 0 ");
  CHECK(m.next_deadline() == at(40));
  CHECK_FALSE(m.is_decided());
  m.tick(at(40));
  CHECK(m.row(1).why == "it did not answer within 20 s");
  CHECK(m.is_decided());
}

TEST_CASE("the last words of a command count without the end of their line") {
  meeting m = begun();
  m.take_errors(at(1), 0, "sh: no such machine");
  m.take_output(at(1), 0, "MENTAT-UP {\"host");
  m.take_end(at(1), 0, "ended with status 3");
  CHECK(m.row(0).why == "ended with status 3");
  CHECK(m.row(0).noise == std::deque<std::string>{"MENTAT-UP {\"host", "sh: no such machine"});
}

TEST_CASE("a guest with another Mentat is refused, and both are named") {
  meeting m{meeting_limits{.build = "0.2.0"}, {"h0"}};
  m.begin(at(0));
  m.take_output(at(1), 0, greeting);
  CHECK(m.row(0).why ==
        "it has Mentat 0.1.0, and this host 0.2.0: the hosts of a session need the same one");
  CHECK(kinds(m) == "start 0 give_up 0 ");
}

TEST_CASE("a guest may ask once for a copy, and has the whole time from then on") {
  meeting_limits limits;
  limits.has_copy = true;
  meeting m{limits, {"h0"}};
  m.begin(at(0));
  CHECK(kinds(m) == "start 0 ");
  m.take_output(at(15), 0, "welcome\n\nMENTAT-BRING\n");
  CHECK(kinds(m) == "note 0 bring 0 ");
  m.tick(at(34));
  CHECK(kinds(m) == "");
  m.take_output(at(34), 0, greeting);
  CHECK(kinds(m) == "admit 0 ");

  meeting twice{limits, {"h0"}};
  twice.begin(at(0));
  twice.take_output(at(1), 0, "MENTAT-BRING\nMENTAT-BRING\n");
  CHECK(twice.row(0).state == guest_state::failed);

  meeting unasked = begun();
  unasked.take_output(at(1), 0, "MENTAT-BRING\n");
  CHECK(unasked.row(0).state == guest_state::failed);
  CHECK(unasked.row(0).why == "it asks for a copy of Mentat that it may not have now");
}
