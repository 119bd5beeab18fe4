// A program that is not its own main: as an interpreter's is. Run in every mode that has it.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <mentat/errors.h>
#include <mentat/open_run.h>
#include <mentat/runtime.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "rts/executor/sanitizers.h"
#include "tests/own_main/counting.h"

namespace {

bool has_sanitizer() { return mentat::has_address_sanitizer() || mentat::has_thread_sanitizer(); }
std::string mode() { return std::getenv("MENTAT_MODE"); }
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class Function>
std::string start_error_of(Function&& function, int status) {
  try {
    function();
  } catch (const mentat::start_error& error) {
    CHECK(error.status() == status);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("open run" * doctest::skip(has_sanitizer()));

TEST_CASE("the caller is the main program until the end, and stays on its thread") {
  const auto thread = std::this_thread::get_id();
  const int here = 0;
  for (int round = 0; round < 3; ++round) {
    mentat::open_run open;
    for (int n = 0; n < 200; ++n) {
      CHECK(doubled_sum(n) == n * (n + 1));
      REQUIRE(std::this_thread::get_id() == thread);
    }
    CHECK(open.is_here());
    open.end();
    CHECK(!open.is_here());
    CHECK_THROWS_AS(too_much(), mentat::remote_error);
  }
  CHECK(here == 0);
}

TEST_CASE("errors of calls come to the caller") {
  mentat::open_run open;
  try {
    too_much();
    CHECK(false);
  } catch (const mentat::remote_error& error) {
    CHECK(std::string(error.what()) == "too much");
  }
  CHECK(doubled_sum(3) == 12);
}

TEST_CASE("objects end with the run") {
  {
    mentat::open_run open;
    keep_counter();
    CHECK(add_to_kept_counter(2) == 3);
  }
  mentat::open_run open;
  CHECK_THROWS_AS(add_to_kept_counter(1), mentat::object_lost);
}

TEST_CASE("one thread has the run") {
  mentat::open_run open;
  std::thread([&] {
    CHECK(!open.is_here());
    CHECK_THROWS_AS(too_much(), mentat::remote_error);
    CHECK(contains(start_error_of([&] { open.end(); }, 125), "only the thread"));
  }).join();
  CHECK(doubled_sum(1) == 2);
}

TEST_CASE("what cannot be begun leaves the caller as it was") {
  CHECK(contains(start_error_of([] { mentat::open_run open({"--mentat-mode=sim"}); }, 2),
                 "not its own main"));
  CHECK(contains(start_error_of([] { mentat::open_run open({"--mentat-mode=cluster"}); }, 2),
                 "not its own main"));
  CHECK(contains(start_error_of([] { mentat::open_run open({"--mentat-workers=-1"}); }, 2),
                 "workers"));
  CHECK(contains(start_error_of([] { mentat::open_run open({"left"}); }, 2), "'left'"));
  mentat::open_run open;
  CHECK(contains(start_error_of([] { mentat::open_run second; }, 125),
                 mode() == "processes" ? "threads by now" : "inside of a Mentat program"));
  CHECK(doubled_sum(2) == 6);
}

TEST_CASE("a child of fork() has no part in it") {
  mentat::open_run open;
  CHECK(doubled_sum(2) == 6);
  const pid_t child = fork();
  if (child == 0) {
    const bool right = !open.is_here() && open.is_forked();
    open.~open_run();
    _exit(right ? 3 : 4);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(doubled_sum(2) == 6);
}

TEST_CASE("a wait can be interrupted, and made again") {
  if (mode() != "threads") return;
  mentat::open_run open({"--mentat-workers=2"});
  for (int round = 0; round < 20; ++round) {
    begin_waiting();
    std::atomic<bool> over{false};
    std::thread other([&] {
      while (!over) mentat::open_run::interrupt(), std::this_thread::yield();
    });
    CHECK_THROWS_AS(value_after_release(), mentat::wait_interrupted);
    over = true;
    other.join();
    release();
    mentat::open_run::forget_interrupts();  // one more may have been on its way
    CHECK(value_after_release() == 7);
  }
}

namespace {

std::atomic<int> noted{0};
void note(int) { ++noted; }
void note_with_information(int, siginfo_t*, void*) { ++noted; }

}  // namespace

TEST_CASE("a signal that has a handler ends a wait behind it") {
  if (mode() != "threads") return;
  mentat::open_run open({"--mentat-workers=2"});
  const pthread_t self = pthread_self();
  for (const int number : {SIGALRM, SIGUSR1, SIGALRM}) {
    struct sigaction before{}, own{};
    own.sa_handler = &note;
    sigaction(number, &own, &before);
    noted = 0;
    begin_waiting();
    std::atomic<bool> over{false};
    std::thread other([&] {
      while (!over) pthread_kill(self, number), std::this_thread::yield();
    });
    for (int ended = 0; ended < 2;) {  // the first time the handler was new
      const mentat::interrupting_signals caught;
      CHECK_THROWS_AS(value_after_release(), mentat::wait_interrupted);
      if (noted > 0) ++ended;
    }
    over = true;
    other.join();
    CHECK(noted > 0);
    const int until_now = noted;
    raise(number);  // outside of a wait it only comes to its own handler
    CHECK(noted == until_now + 1);
    release();
    CHECK(value_after_release() == 7);
    sigaction(number, &before, nullptr);
  }
}

TEST_CASE("a signal that came to a handler before the wait began ends it") {
  if (mode() != "threads") return;
  mentat::open_run open({"--mentat-workers=2"});
  struct sigaction before{}, own{};
  own.sa_handler = &note;
  sigaction(SIGUSR1, &own, &before);
  noted = 0;
  begin_waiting();
  {
    const mentat::interrupting_signals caught;
    raise(SIGUSR1);
    CHECK(noted == 1);
    CHECK_THROWS_AS(value_after_release(), mentat::wait_interrupted);
  }
  release();
  CHECK(value_after_release() == 7);
  sigaction(SIGUSR1, &before, nullptr);
}

TEST_CASE("handlers that take information, and ignored signals, stay as they are") {
  if (mode() != "threads") return;
  mentat::open_run open({"--mentat-workers=2"});
  struct sigaction own{}, ignored{}, found{};
  own.sa_sigaction = &note_with_information;
  own.sa_flags = SA_SIGINFO;
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGUSR2, &own, nullptr);
  sigaction(SIGHUP, &ignored, nullptr);
  begin_waiting();
  {
    const mentat::interrupting_signals caught;
    std::atomic<bool> over{false};
    std::thread other([&] {
      while (!over) mentat::open_run::interrupt(), std::this_thread::yield();
    });
    CHECK_THROWS_AS(value_after_release(), mentat::wait_interrupted);  // handlers are taken now
    over = true;
    other.join();
  }
  release();
  CHECK(value_after_release() == 7);
  sigaction(SIGUSR2, nullptr, &found);
  CHECK((found.sa_sigaction == &note_with_information));
  sigaction(SIGHUP, nullptr, &found);
  CHECK((found.sa_handler == SIG_IGN));
  signal(SIGUSR2, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
}

TEST_SUITE_END();
