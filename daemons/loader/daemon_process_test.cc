// A token-matching unit in a process of its own, with this process as its supervisor and driver.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/loader/daemon_process.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmps/shm/unix_socket.h"
#include "mmps/wire/message_type.h"
#include "rts/session/observer/observer_door.h"

namespace mentat::loader {
namespace {

using mmps::message_type;
using mmps::mmps_name;
using mmps::shm::unix_socket;
using node::notice;
using node::notice_kind;

const mmps_name driver = mmps_name::of_process(1, 1, 0, 1);
const mmps_name unit = node::token_matching_unit_of(driver);

struct folder {
  folder() {
    REQUIRE(mkdtemp(path.data()));
    REQUIRE(setenv("XDG_STATE_HOME", path.c_str(), 1) == 0);
  }
  ~folder() { std::filesystem::remove_all(path); }
  std::string path = "/tmp/daemon.XXXXXX";  // short: the path of a socket is
};

struct session {
  session() {
    auto [here, there] = unix_socket::pair();
    child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      here = unix_socket();
      node::settings chosen;
      chosen.mode = node::mode::processes;
      _exit(run_token_matching_unit(
          {unit, node::role::token_matching_unit, at.path, std::move(there), {}, {}}, chosen));
    }
    line = std::move(here);
    REQUIRE(hear().kind == notice_kind::ready);
    notice up;
    up.kind = notice_kind::up;
    up.process = driver;
    up.role = node::role::driver;
    up.number = getpid();
    tell(up);
    reached.announce(unit, child);
    reached.note_up(unit, "");
  }
  ~session() {
    line = unix_socket();
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }

  void tell(const notice& one) { REQUIRE(line.send(std::as_bytes(std::span(&one, 1)))); }
  notice hear() {
    notice one;
    REQUIRE(line.receive(std::as_writable_bytes(std::span(&one, 1)), files) == sizeof one);
    return one;
  }
  void send(message_type type) {
    mmps::message_header header;
    header.type = static_cast<std::uint8_t>(type);
    header.destination = unit;
    REQUIRE(reached.send(header, {}) == node::endpoint::sent::yes);
  }
  // The observer's answer, once it contains that text.
  std::string drops_with(const std::string& text) {
    const std::string door = node::door_path(at.path, node::door_of_several, unit.process_number());
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::string answer;
    do {
      sched_yield();
      node::ask_observer(door, "drops 10", answer);
    } while (answer.find(text) == std::string::npos && std::chrono::steady_clock::now() < end);
    return answer;
  }

  folder at;
  pid_t child = 0;
  unix_socket line;
  std::vector<int> files;
  node::member self{driver, node::role::driver, at.path, {}, {}, {}};
  node::endpoint reached{self};
};

const std::string malformed = "drop\twhat=malformed messages\tcount=2\n",
                  unexpected = "drop\twhat=late or unexpected messages\tcount=1\n",
                  forbidden = "drop\twhat=messages that their sender may not send\tcount=1\n";

}  // namespace

TEST_CASE("a daemon counts the messages that it drops, and says so to an observer's client") {
  session s;
  CHECK(s.drops_with("process\t").find("drop\t") == std::string::npos);
  s.send(message_type::token);
  s.send(message_type::token);
  s.send(message_type::output);
  s.send(message_type::down);
  const std::string answer = s.drops_with(malformed + unexpected + forbidden);
  CHECK(answer.starts_with("process\tname=1.2\t"));
  CHECK(answer.substr(answer.find("drop")) == malformed + unexpected + forbidden);
}

TEST_CASE("a daemon answers the supervisor's question, and has no objects") {
  session s;
  s.send(message_type::token);
  s.send(message_type::token);
  static_cast<void>(s.drops_with(malformed));
  for (const auto& [question, expected] :
       {std::pair<std::string, std::string>{"drops 10", malformed}, {"objects 10", ""}}) {
    notice query;
    query.kind = notice_kind::query;
    query.cores = 7;
    query.set_text(question);
    s.tell(query);
    const notice answer = s.hear();
    CHECK(answer.kind == notice_kind::query_answer);
    CHECK(answer.process == unit);
    CHECK(answer.cores == 7);
    REQUIRE(s.files.size() == 1);
    std::array<char, 200> text{};
    const ssize_t size = pread(s.files.front(), text.data(), text.size(), 0);
    CHECK(std::string(text.data(), static_cast<std::size_t>(size)) == expected);
    close(s.files.front());
    s.files.clear();
  }
}

}  // namespace mentat::loader
