// Persistent objects with a process of their own.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "daemons/im/test_script.h"

namespace mentat::im {

using namespace testing;

namespace {

settings isolating(std::uint32_t most = 4) {
  settings chosen = usual();
  chosen.isolation = true;
  chosen.spare_processes = 1;
  chosen.limits.object_processes = most;
  return chosen;
}

struct isolated_script : script {
  explicit isolated_script(std::uint32_t most = 4) : script(isolating(most)) {
    im.process_started(now, worker(1), 1);
    collect();
  }
  void wants(std::uint64_t tag, const std::vector<std::byte>& hints = {}) {
    give(message_type::instantiate, tmu(1), tag, hints, flag::persistent);
  }
  void begins(std::uint32_t number) {
    im.object_process_started(now, worker(1, number));
    collect();
  }
  // The processes that are to make objects.
  std::vector<std::uint32_t> makers() {
    std::vector<std::uint32_t> all;
    for (const mentat_message& each : take(message_type::instantiate))
      all.push_back(each.header.destination.process_number());
    return all;
  }
};

using numbers = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("with isolation each persistent object has a process of its own, and one is kept spare") {
  isolated_script s;
  CHECK(s.starts == 1);
  s.begins(20);
  s.wants(1);
  CHECK(s.makers() == numbers{20});
  CHECK(s.starts == 1);  // not while an object is being made
  s.give(message_type::instantiated, worker(1, 20), 1, bytes(object(worker(1, 20), 1)),
         flag::persistent);
  CHECK(s.starts == 2);
  s.wants(2);
  s.wants(3);
  CHECK(s.makers().empty());
  CHECK(s.starts == 4);  // for both, and a spare one; there may be four
  s.begins(21);
  s.begins(22);
  CHECK(s.makers() == numbers{21, 22});
  s.ask(9);
  CHECK(s.answers() == answered{{9, "10"}});  // regular units never go there
}

TEST_CASE("objects for the keeper are made in one process, which begins with the first of them") {
  const std::vector<std::byte> kept = encode(std::vector<hint>{{hint_kind::in_keeper, {}, {}}});
  script s(usual());
  s.im.process_started(s.now, worker(1), 1);
  s.collect();
  const int before = s.starts;
  for (const std::uint64_t tag : {1, 2})
    s.give(message_type::instantiate, tmu(1), tag, kept, flag::persistent);
  CHECK(s.starts == before + 1);
  CHECK(s.take(message_type::instantiate).empty());
  s.im.object_process_started(s.now, worker(1, 20));
  s.collect();
  s.give(message_type::instantiate, tmu(1), 3, kept, flag::persistent);
  const auto made = s.take(message_type::instantiate);
  REQUIRE(made.size() == 3);
  for (const mentat_message& each : made) CHECK(each.header.destination.process_number() == 20);
  s.give(message_type::instantiate, tmu(1), 4, {}, flag::persistent);
  const auto usual_one = s.take(message_type::instantiate);
  REQUIRE(usual_one.size() == 1);
  CHECK(usual_one[0].header.destination == worker(1));
  CHECK(s.starts == before + 1);
}

TEST_CASE("an object near another one is made in that one's process") {
  isolated_script s;
  s.begins(20);
  s.begins(21);
  s.wants(1);
  CHECK(s.makers() == numbers{20});
  s.give(message_type::instantiated, worker(1, 20), 1, bytes(object(worker(1, 20), 1)),
         flag::persistent);
  s.wants(2, encode(std::vector<hint>{{hint_kind::near, object(worker(1, 20), 1), {}}}));
  CHECK(s.makers() == numbers{20});
  s.wants(3, encode(std::vector<hint>{{hint_kind::near, object(worker(1), 5), {}}}));
  CHECK(s.makers() == numbers{10});
  s.wants(4, encode(std::vector<hint>{{hint_kind::near, object(worker(1, 0), 5), {}}}));
  CHECK(s.makers() == numbers{21});  // the driver's process takes no objects
}

TEST_CASE("a process whose object was not made is spare again; one whose object has ended is not") {
  isolated_script s(2);
  s.begins(20);
  s.wants(1);
  CHECK(s.makers() == numbers{20});
  s.give(message_type::instantiated, worker(1, 20), 1, {}, flag::persistent | flag::error);
  s.wants(2);
  CHECK(s.makers() == numbers{20});
  s.give(message_type::instantiated, worker(1, 20), 2, bytes(object(worker(1, 20), 1)),
         flag::persistent);
  s.begins(21);
  s.wants(3);
  CHECK(s.makers() == numbers{21});
  s.down(object(worker(1, 20), 1));
  s.wants(4);  // waits for the end of that process
  CHECK(s.answers().empty());
  const std::size_t before = s.starts;
  s.down(worker(1, 20), "the object was destroyed");
  CHECK(s.starts == before + 1);
  s.begins(22);
  CHECK(s.makers() == numbers{22});
}

TEST_CASE("more objects than there may be processes are refused by name") {
  isolated_script s(2);
  for (std::uint64_t tag = 1; tag <= 3; ++tag) s.wants(tag);
  CHECK(s.answers().empty());
  CHECK(s.starts == 2);
  s.begins(20);
  s.begins(21);
  CHECK(s.makers() == numbers{20, 21});
  CHECK(s.answers() == answered{{3,
                                 "limits.processes: 2 persistent objects of this host have a "
                                 "process of their own already (im.isolation)"}});
}

TEST_CASE("when no process can be started for an object, waiting callers get the cause") {
  isolated_script s;
  s.wants(1);
  for (int attempt = 1; attempt <= 5; ++attempt) {
    CHECK(s.answers().empty());
    s.im.object_process_failed(s.now, "fork: no memory");
    s.collect();
    s.im.object_process_failed(s.now, "fork: no memory");
    s.collect();
    if (s.im.next_deadline() == instant::never()) break;
    s.now = s.im.next_deadline();
    s.im.tick(s.now);
    s.collect();
  }
  const answered got = s.answers();
  REQUIRE(got.size() == 1);
  CHECK(got[0].second.find("fork: no memory") != std::string::npos);
}

TEST_CASE("a deadline that has passed is not asked for again while an object's process begins") {
  isolated_script s;
  s.wants(1);
  CHECK(s.starts == 2);  // for it, and a spare one
  s.im.object_process_failed(s.now, "fork: no memory");
  s.collect();
  CHECK(s.im.next_deadline() == s.now + 100 * base::millisecond);
  s.now = s.im.next_deadline();
  s.im.tick(s.now);
  s.collect();
  CHECK(s.starts == 3);
  CHECK(s.im.next_deadline() == instant::never());
}

TEST_CASE("objects that wait for a process of their own have no deadline of a process for calls") {
  isolated_script s;
  s.down(worker(1));
  s.im.start_failed(s.now, "fork: no memory");
  s.collect();
  s.wants(1);
  s.now = s.now + base::second;
  s.im.tick(s.now);
  s.collect();
  CHECK(s.im.next_deadline() == instant::never());
}

TEST_CASE("the death of one object's process is no other object's concern") {
  isolated_script s;
  s.begins(20);
  s.begins(21);
  s.wants(1);
  s.wants(2);
  CHECK(s.makers() == numbers{20, 21});
  s.give(message_type::instantiated, worker(1, 21), 2, bytes(object(worker(1, 21), 1)),
         flag::persistent);
  s.down(worker(1, 20), "SIGSEGV");
  CHECK(s.answers() ==
        answered{{1, "the process in which the object was being made has ended: SIGSEGV"}});
  CHECK(s.im.describe().objects.size() == 1);
}

}  // namespace mentat::im
