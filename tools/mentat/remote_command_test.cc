#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/remote_command.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <signal.h>

using namespace mentat::command;

namespace {

std::string end_of(remote_command& command) {
  pollfd end{command.end(), POLLIN, 0};
  ::poll(&end, 1, 10'000);
  const auto how = command.ended();
  command.signal(SIGKILL);
  return how.value_or("runs");
}

}  // namespace

TEST_CASE("a signal ends a command, also below a process that blocks and ignores signals") {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &held, nullptr);
  ::signal(SIGINT, SIG_IGN);
  for (const int one : {SIGTERM, SIGINT}) {
    auto command = remote_command::start({"sleep", "1000"});
    REQUIRE(command);
    command->signal(one);
    CHECK(end_of(*command).find("was ended by signal " + std::to_string(one)) == 0);
  }
}

TEST_CASE("a status above 128 is no signal, and 127 is a command that is missing") {
  auto command = remote_command::start({"sh", "-c", "exit 137"});
  REQUIRE(command);
  CHECK(end_of(*command) == "ended with status 137");
  CHECK_FALSE(command->is_missing());
  auto missing = remote_command::start({"sh", "-c", "exec no-such-command 2>/dev/null"});
  REQUIRE(missing);
  CHECK(end_of(*missing) == "ended with status 127");
  CHECK(missing->is_missing());
}

TEST_CASE("a command takes more than its pipe holds, as it reads") {
  const std::string many(1 << 20, 'x');
  auto command =
      remote_command::start({"sh", "-c", "head -c 1048576 | wc -c; read line; echo $line"});
  REQUIRE(command);
  command->give(many);
  CHECK(command->input() >= 0);
  std::string said;
  const auto hear_until = [&](const std::string& end) {
    while (said.find(end) == std::string::npos && command->output() >= 0) {
      pollfd items[] = {{command->output(), POLLIN, 0}, {command->input(), POLLOUT, 0}};
      REQUIRE(::poll(items, 2, 10'000) > 0);
      command->write_rest();
      said += command->read_output();
    }
  };
  hear_until("1048576");
  CHECK(command->input() == -1);
  command->write_line("welcome");
  hear_until("welcome");
  CHECK(end_of(*command) == "ended with status 0");
}

TEST_CASE("a command that does not read what it is given ends") {
  ::signal(SIGPIPE, SIG_IGN);
  const std::string many(1 << 20, 'x');
  auto command = remote_command::start({"true"});
  REQUIRE(command);
  CHECK(end_of(*command) == "ended with status 0");
  command->give(many);
  CHECK(command->input() == -1);
}
