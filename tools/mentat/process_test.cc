#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/process.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "tools/mentat/files.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {

TEST_CASE("a program ends with its exit code or by a signal") {
  CHECK(run({{"sh", "-c", "exit 7"}})->status() == 7);
  const auto killed = run({{"sh", "-c", "kill -SEGV $$"}});
  REQUIRE(killed);
  CHECK(killed->signal == SIGSEGV);
  CHECK(killed->status() == 128 + SIGSEGV);
  CHECK_FALSE(killed->good());
}

TEST_CASE("a program that is not there gives 127, one that cannot be executed 126") {
  CHECK(run({{"no-such-program-anywhere"}}).error().exit_status == 127);
  CHECK(run({{"./no/such/program"}}).error().exit_status == 127);
  const auto folder = temporary_folder::create("process-test");
  REQUIRE(folder);
  REQUIRE(write_file(folder->path() / "text", "words\n"));
  CHECK(run({{(folder->path() / "text").string()}}).error().exit_status == 126);
  CHECK(run({{folder->path().string()}}).error().exit_status == 126);
}

TEST_CASE("streams, environment and folder are as asked") {
  const auto folder = temporary_folder::create("process-test");
  REQUIRE(folder);
  REQUIRE(write_file(folder->path() / "in", "given"));
  program_call call{{"sh", "-c", "cat; echo \" $WORD\"; pwd; echo trouble >&2"}};
  call.environment = {{"WORD", "word"}};
  call.standard_input = folder->path() / "in";
  call.standard_output = folder->path() / "out";
  call.standard_error = folder->path() / "err";
  call.working_directory = "/";
  REQUIRE(run(call)->good());
  CHECK(*read_file(folder->path() / "out") == "given word\n/\n");
  CHECK(*read_file(folder->path() / "err") == "trouble\n");
}

TEST_CASE("many programs run, and each end is in the place of its call") {
  std::vector<program_call> calls;
  for (int i = 0; i < 20; ++i) calls.push_back({{"sh", "-c", "exit " + std::to_string(i)}});
  calls.push_back({{"no-such-program-anywhere"}});
  const auto ends = run_all(calls, 4);
  REQUIRE(ends.size() == 21);
  for (int i = 0; i < 20; ++i) CHECK(ends[static_cast<std::size_t>(i)]->status() == i);
  CHECK(ends[20].error().exit_status == 127);
}

TEST_CASE("a program's standard output is its output, unless it failed") {
  CHECK(*output_of({{"echo", "words"}}) == "words\n");
  CHECK_FALSE(output_of({{"sh", "-c", "echo words; exit 1"}}));
}

TEST_CASE("a signal that comes while a program asks another one ends it, and leaves no folder") {
  std::string outside = std::filesystem::temp_directory_path() / "process-test.XXXXXX";
  REQUIRE(::mkdtemp(outside.data()));
  ::setenv("TMPDIR", outside.c_str(), 1);
  const pid_t asking = ::fork();
  if (asking == 0) {
    ::signal(SIGTERM, SIG_DFL);  // not the handler of the tests
    const auto folder = temporary_folder::create("inner");
    const auto answer = output_of({{"sh", "-c", "trap '' TERM; kill -TERM $PPID; echo x"}});
    ::_exit(folder && answer ? 3 : 4);
  }
  int status = 0;
  ::waitpid(asking, &status, 0);
  ::unsetenv("TMPDIR");
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
  CHECK(std::filesystem::remove(outside));  // it is empty
}

TEST_CASE("a group of which every process has ended has no living one") {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    ::pause();
    ::_exit(0);
  }
  ::setpgid(child, child);
  CHECK(has_living_process(child));
  ::kill(child, SIGKILL);
  siginfo_t ended{};
  ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);  // it stays a zombie
  CHECK(::kill(-child, 0) == 0);
  CHECK_FALSE(has_living_process(child));
  ::waitpid(child, nullptr, 0);
}

}  // namespace mentat::command
