#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/loader/instantiation_manager_daemon.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "daemons/im/bytes.h"
#include "daemons/im/load_news.h"
#include "daemons/loader/simulated_session.h"

namespace mentat::loader {
namespace {

using base::millisecond;
using base::second;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;
namespace flag = mmps::flag;

im::settings usual() {
  im::settings chosen;
  chosen.self = manager_of(1);
  chosen.hosts = {{"lisa", manager_of(1)}, {"bart", manager_of(2)}, {"maggie", manager_of(3)}};
  chosen.falcon.transfer = {.threshold = {1000}, .limit = 1};
  chosen.limits.processes = 2;
  return chosen;
}

std::string text_of(const mentat_message& message) {
  return {reinterpret_cast<const char*>(message.body().data()), message.body().size()};
}

// The manager of host 1, and processes that ask it.
struct script {
  explicit script(const im::settings& chosen = usual())
      : daemon(
            chosen, {}, [this](node::role wanted) { starts.push_back(wanted); },
            session.add(chosen.self)) {
    for (const mmps_name& one :
         {driver, unit_of(1), worker_of(1), manager_of(2), unit_of(2), manager_of(3), unit_of(3)})
      session.add(one);
    session.give_turns_to(daemon);
  }
  void up(const mmps_name& process, node::role role, std::uint32_t cores = 0) {
    daemon.note_up({process, role, cores, ""});
    session.run();
  }
  void worker_up() { up(worker_of(1), node::role::worker, 1); }
  void manager_up(std::uint32_t host) { up(manager_of(host), node::role::instantiation_manager); }
  void ask(std::uint64_t tag, const mmps_name& from = unit_of(1), std::uint16_t flags = 0) {
    session[from].say(message_type::instantiate, manager_of(1), tag, {}, flags);
    session.run();
  }
  // The answer for the tag to its requester: the process or the error.
  std::vector<std::string> answers(const mmps_name& asker = unit_of(1)) {
    std::vector<std::string> found;
    for (const mentat_message& each : session[asker].take(message_type::instantiated))
      found.push_back(std::to_string(each.header.tag.number) + ": " +
                      ((each.header.flags & flag::error)
                           ? text_of(each)
                           : std::to_string(im::name_at(each.body(), 0).process_number())));
    return found;
  }
  std::int32_t room() { return session[manager_of(1)].own_page().room.load(); }
  bool says_busy(const mmps_name& last_ended = {}) {
    return session.activity_of(manager_of(1), last_ended).runs != 0;
  }

  std::vector<node::role> starts;
  simulated_session session;
  instantiation_manager_daemon daemon;
};

using answers = std::vector<std::string>;

}  // namespace

TEST_CASE("a request is placed in a process of which the supervisor has told") {
  script s;
  s.up(worker_of(1), node::role::worker);  // without cores: nothing is placed there
  CHECK(s.room() == 0);
  s.up(worker_of(1), node::role::worker, 1);
  CHECK(s.room() == 1);
  s.ask(5);
  CHECK(s.answers() == answers{"5: 10"});
  CHECK(s.room() == 0);
  CHECK(s.daemon.turn(s.session.now()) == base::instant::never());
}

TEST_CASE("while a request waits the loads of the processes are read, without any message") {
  script s;
  auto& page = s.session[worker_of(1)].own_page();
  page.runnable[0].store(4);
  s.worker_up();
  s.ask(5);
  s.session.run(second);
  CHECK(s.answers().empty());
  CHECK(s.session[manager_of(1)].own_page().wants_news.load() == 1);
  page.runnable[0].store(0);
  s.session.run(2 * millisecond);
  CHECK(s.answers() == answers{"5: 10"});
  CHECK(s.session[manager_of(1)].own_page().wants_news.load() == 0);
}

TEST_CASE("the supervisor is asked for processes, and its last refusal reaches waiting callers") {
  script s;
  s.ask(5);
  const std::size_t attempts = im::limits{}.start_attempts;
  for (std::size_t done = 0; done < attempts; ++done) {
    REQUIRE(s.starts == std::vector(done + 1, node::role::worker));
    CHECK(s.answers().empty());
    s.daemon.note_refused(node::role::worker, "no memory");
    s.session.run(second);
  }
  CHECK(s.answers() ==
        answers{"5: fixed.im.start_attempts: the loader cannot start a process: no memory"});
}

TEST_CASE("processes for objects are asked for and refused apart from those for calls") {
  im::settings chosen = usual();
  chosen.isolation = true;
  chosen.spare_processes = 0;
  script s(chosen);
  const mmps_name apart = worker_of(1, 11);
  s.session.add(apart);
  s.worker_up();
  s.ask(5, driver, flag::persistent);
  CHECK(s.starts == std::vector{node::role::object});
  s.daemon.note_refused(node::role::object, "no memory");
  s.session.run(second);
  CHECK(s.starts == std::vector(2, node::role::object));
  s.up(apart, node::role::object);
  const auto made = s.session[apart].take(message_type::instantiate);
  REQUIRE(made.size() == 1);
  CHECK(made[0].header.source == driver);
  CHECK(made[0].header.tag.number == 5);
}

TEST_CASE("a request of a host that is not known yet waits for the news of that host") {
  script s;
  s.worker_up();
  s.ask(5, unit_of(2));
  CHECK(s.answers(unit_of(2)).empty());
  CHECK(s.says_busy());
  s.manager_up(2);
  CHECK(s.answers(unit_of(2)) == answers{"5: 10"});
  CHECK(!s.says_busy());
}

TEST_CASE("a request of a host that never becomes known is dropped after 10 s") {
  script s;
  s.worker_up();
  s.ask(5, unit_of(2));
  s.session.run(9 * second);
  CHECK(s.says_busy());
  s.session.run(2 * second);
  CHECK(!s.says_busy());
  s.manager_up(2);
  CHECK(s.answers(unit_of(2)).empty());
}

TEST_CASE("a request of a host that has left is not kept") {
  script s;
  s.worker_up();
  s.manager_up(2);
  s.daemon.note_down(manager_of(2), "host bart is lost");
  s.ask(5, unit_of(2));
  CHECK(!s.says_busy());
  CHECK(s.answers(unit_of(2)).empty());
}

TEST_CASE("requests go to hosts that are up, and callers that wait for a lost one are told") {
  im::settings chosen = usual();
  chosen.falcon.transfer = {.threshold = {0}, .limit = 1};  // everything goes elsewhere
  script s(chosen);
  s.worker_up();
  s.manager_up(2);
  s.ask(5, driver, flag::persistent);
  const auto passed_on = s.session[manager_of(2)].take(message_type::instantiate);
  REQUIRE(passed_on.size() == 1);
  CHECK(passed_on[0].header.source == driver);
  s.daemon.note_down(manager_of(2), "host bart is lost");
  s.session.run();
  CHECK(s.answers(driver) ==
        answers{"5: the host on which the object was being made is gone: host bart is lost"});
  s.ask(6, driver, flag::persistent);
  CHECK(s.session[manager_of(2)].take(message_type::instantiate).empty());
  CHECK(s.session[worker_of(1)].take(message_type::instantiate).size() == 1);
}

TEST_CASE("the shown room counts other hosts by their reports, as long as these are fresh") {
  script s;
  s.worker_up();
  s.manager_up(2);
  CHECK(s.room() == 2);  // one here, and one there unless that host says otherwise
  const auto told = im::load_news{{250}, 4}.encode();
  s.session[manager_of(2)].say(message_type::pong, manager_of(1), 0, told);
  s.session.run();
  CHECK(s.room() == 1 + 3);
  const auto full = im::load_news{{1000}, 4}.encode();
  s.session[manager_of(2)].say(message_type::pong, manager_of(1), 0, full);
  s.session.run();
  CHECK(s.room() == 1);
  s.session.run(second);
  s.manager_up(3);
  CHECK(s.room() == 1 + 2);
  s.daemon.note_down(manager_of(2), "");
  s.daemon.note_down(manager_of(3), "");
  s.session.run();
  CHECK(s.room() == 1);
}

TEST_CASE("only the driver asks, and only the supervisor tells of an end") {
  script s;
  s.worker_up();
  s.session[unit_of(1)].say(message_type::query, manager_of(1), 9);
  s.session[worker_of(1)].say(message_type::down, manager_of(1), 0);
  s.ask(5);
  CHECK(s.session[unit_of(1)].take(message_type::pong).empty());
  CHECK(s.answers() == answers{"5: 10"});
}

TEST_CASE("a daemon that has not heard of an end that the driver has heard of is not quiet") {
  script s;
  s.worker_up();
  CHECK(!s.says_busy(worker_of(1, 11)));
  CHECK(s.says_busy(worker_of(1)));
  s.daemon.note_down(worker_of(1), "SIGSEGV");
  CHECK(!s.says_busy(worker_of(1)));
}

}  // namespace mentat::loader
