// Concurrency: work starts by itself, many calls, idle processes, the end of
// programs, stacks.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS  // the overflow of a stack is for the run-time to see
#include <doctest/doctest.h>

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rts/api/in_every_mode.h"
#include "rts/api/test_classes.h"
#include "rts/api/test_scripts.h"

using mentat::PRV_TO_ARG__;
using mentat::RESOLVE__;
using mentat::RV_INSERT__;
using mentat::testing::every_lazy_mode;
using mentat::testing::every_parallel_mode;
using mentat::testing::in_every_mode;
using mentat::testing::in_modes;
using mentat::testing::mode;
using mentat::testing::outcome;
using mentat::testing::run_in;

namespace {

using namespace std::chrono_literals;
using add = calculator_impl::add_tag;
using clock_type = std::chrono::steady_clock;

constexpr auto deadline = 60s;  // for events that take a millisecond on an idle machine

// Computes on, without a call into the run-time, until the condition holds. False: it did not in
// time.
bool computes_until(const std::function<bool()>& condition) {
  const auto end = clock_type::now() + deadline;
  while (!condition()) {
    if (clock_type::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

}  // namespace

// --- objects take turns

namespace {

// The longest row of calls of one object while another has calls left, in a program that posts
// `calls` calls to each of three.
int longest_row(const mode& in, int calls, const std::function<void()>& work) {
  std::vector<int> order;
  script = {[&](auto& rtf, int n) {
    order.push_back(n);
    work();
    rtf(n);
  }};
  run_in(in, [&] {
    object three[3];
    for (object& one : three) one.create();
    std::vector<mentat::result<int>> last;
    for (int call = 0; call < calls; ++call)
      for (int i = 0; i < 3; ++i) {
        auto begun = three[i].start(0, i);
        if (call == calls - 1) last.emplace_back(std::move(begun));
      }
    for (auto& one : last) static_cast<void>(static_cast<int>(one));
    for (object& one : three) one.destroy();
  });
  CHECK(order.size() == static_cast<std::size_t>(3 * calls));
  int longest = 0, row = 0;
  int left[3] = {calls, calls, calls};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int runs = order[i];
    --left[runs];
    row = i != 0 && runs == order[i - 1] ? row + 1 : 1;
    if (left[(runs + 1) % 3] + left[(runs + 2) % 3] == 0) break;
    longest = std::max(longest, row);
  }
  return longest;
}

}  // namespace

TEST_CASE("an object with many calls lets those of others begin") {
  const mode one_worker{"1 worker", 1, 0};
  CHECK(longest_row(one_worker, 1000, [] {}) <= 256);
  // Calls that take long make the turns short. The clock of the test machine may stand still, so
  // the bound is not exact.
  const auto works = [] {
    const auto end = clock_type::now() + 50us;
    while (clock_type::now() < end) {
    }
  };
  CHECK(longest_row(one_worker, 100, works) <= 16);
}

// --- a caller that is far ahead

TEST_CASE("few calls are outstanding of a caller that waits for none") {
  constexpr int count = 20'000, most = 4'000;
  std::atomic<int> ran{0};
  int furthest = 0;
  script = {[&](auto& rtf, int n) {
    ++ran;
    rtf(n);
  }};
  for (const mode& in : {mode{"1 worker", 1, 0}, mode{"3 workers", 3, 0}}) {
    ran = 0;
    run_in(in, [&] {
      object some[4];
      for (object& one : some) one.create();
      calculator c;
      for (int made = 0; made < count; ++made) {
        if (made % 2 == 0)
          static_cast<void>(some[made % 4].start(0, made));
        else
          static_cast<void>(c.invoke_fn__<add>(made, 1));
        if (in.workers == 1) furthest = std::max(furthest, made / 2 - ran.load());
      }
    });
    CHECK(ran == count / 2);
  }
  CHECK(furthest < most);
}

TEST_CASE("objects that are made and destroyed one after the other do not add up") {
  mentat::limits few;
  few.objects = 8;
  const auto program = [] {
    for (int k = 0; k < 5'000; ++k) {
      account a;
      mentat::create(a, k);
      if (k % 3 == 0) CHECK(a.balance() == k);
      if (k % 3 == 1) static_cast<void>(a.invoke_fn__<account_impl::deposit_tag>(1));
      mentat::destroy(a);
    }
  };
  in_modes({{"1 worker", 1, 0}, {"3 workers", 3, 0}}, program, {}, few);
}

// --- work starts by itself
// ---------------------------------------------------------------------------------------------------

TEST_CASE("work starts while the caller computes on, without a call into the run-time") {
  static std::atomic<int> begun;
  script = {[](auto& rtf, int n) {
    ++begun;
    rtf(n);
  }};
  in_modes(every_parallel_mode(), [] {
    begun = 0;
    worker w;
    object o;
    mentat::create(o);
    for (int i = 1; i <= 20; ++i) {
      static_cast<void>(i % 2 == 0 ? w.start(0, i) : o.start(0, i));
      if (i % 5 == 0)
        std::this_thread::sleep_for(
            30ms);  // so that the others are fast asleep; nothing waits for this
      CHECK(computes_until([&] { return begun == i; }));
    }
  });
}

TEST_CASE("as many calls run at once as there are workers, in every round") {
  static std::atomic<int> begun;
  static std::atomic<bool> together;
  script = {[](auto& rtf, int n) {
    ++begun;
    if (!computes_until([&] { return begun >= n; })) together = false;
    rtf(n);
  }};
  together = true;
  for (const unsigned workers : {2u, 3u, 4u}) {
    const std::string name = std::to_string(workers) + " workers";
    SUBCASE(name.c_str()) {
      run_in({name, workers, 0}, [&] {
        worker w;
        begun = 0;
        for (int round = 0; round < 200 && together; ++round) {
          // It only grows: a call of the last round may not have looked yet.
          const int all_begun = static_cast<int>(workers) * (round + 1);
          ++begun;  // main, which computes on
          for (unsigned i = 1; i < workers; ++i) {
            static_cast<void>(w.start(0, all_begun));
            for (int spin = 0; spin < (round * 37) % 500; ++spin)
              std::atomic_signal_fence(std::memory_order_seq_cst);
          }
          CHECK(computes_until([&] { return begun >= all_begun; }));
          if (round % 20 == 0) std::this_thread::sleep_for(25ms);
        }
      });
      CHECK(together);
    }
  }
}

TEST_CASE(
    "the calls that a function has left behind start when it ends, waits or forces, also with one "
    "worker") {
  static std::atomic<int> done;
  script = {[](auto& rtf, int n) {
              ++done;
              rtf(n);
            },
            [](auto& rtf, int n) {
              worker w;
              for (int i = 0; i < n; ++i) static_cast<void>(w.start(0, i));
              rtf(n);
            }};
  in_modes(
      every_lazy_mode(),
      [] {
        done = 0;
        worker w;
        object o;
        mentat::create(o);
        CHECK(w.run(1, 10) == 10);
        for (int i = 0; i < 10; ++i) static_cast<void>(o.start(0, i));
        CHECK(o.run(0, 7) == 7);
        CHECK(done >= 11);
      },
      [](const outcome& seen) {
        CHECK(done == 21);  // at the end of the program at the latest
        CHECK(seen.warnings.empty());
      });
}

TEST_CASE("main ends with calls outstanding: they run, and so do their own calls") {
  static std::atomic<int> done;
  script = {[](auto& rtf, int n) {
    worker w;
    for (int i = 0; i < n; ++i) static_cast<void>(w.start(0, n - 1));
    ++done;
    rtf(n);
  }};
  in_every_mode(
      [] {
        done = 0;
        worker w;
        static_cast<void>(w.start(0, 5));
      },
      [](const outcome& seen) {
        CHECK(done == 1 + 5 + 20 + 60 + 120 + 120);
        CHECK(seen.warnings.empty());
      });
}

// --- many
// --------------------------------------------------------------------------------------------------------------------

TEST_CASE("a hundred thousand calls outstanding, of regular and of persistent objects") {
  constexpr int count = sanitized ? 20'000 : 100'000;
  in_every_mode([=] {
    calculator c;
    account a;
    mentat::create(a);
    std::vector<int> sums(static_cast<std::size_t>(count));
    mentat::rv_scope_all scope(sums);
    for (int i = 0; i < count; ++i)
      RV_INSERT__(sums[static_cast<std::size_t>(i)]) = c.invoke_fn__<add>(i, 1);
    for (int i = 0; i < count; ++i)
      static_cast<void>(a.invoke_fn__<account_impl::deposit_tag>(
          PRV_TO_ARG__(sums[static_cast<std::size_t>(i)])));
    std::size_t wrong = 0;
    for (int i = 0; i < count; ++i) wrong += RESOLVE__(sums[static_cast<std::size_t>(i)]) != i + 1;
    CHECK(wrong == 0);
    CHECK(static_cast<unsigned>(a.balance()) ==
          static_cast<unsigned>(std::int64_t{count} * (count + 1) / 2));
  });
}

TEST_CASE("thousands of functions wait at the same time") {
  static object gate;
  static std::atomic<bool> open;
  script = {[](auto& rtf, int n) { rtf(gate.run(1, n)); }, [](auto& rtf, int n) { rtf(n); },
            [](auto& rtf, int n) {
              if (!computes_until([] { return open.load(); })) n = -1;
              rtf(n);
            }};
  constexpr std::size_t count = sanitized ? 300 : 3000;
  in_modes(every_parallel_mode(), [=] {
    open = false;
    mentat::create(gate);
    static_cast<void>(gate.start(2, 0));
    worker w;
    std::vector<int> waiting(count);
    mentat::rv_scope_all scope(waiting);
    for (std::size_t i = 0; i < count; ++i)
      RV_INSERT__(waiting[i]) = w.start(0, static_cast<int>(i));
    mentat::force();
    open = true;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong += RESOLVE__(waiting[i]) != static_cast<int>(i);
    CHECK(wrong == 0);
  });
}

TEST_CASE("programs that begin and end at once, again and again") {
  for (const mode& one : mentat::testing::every_mode()) {
    SUBCASE(one.name.c_str()) {
      for (int i = 0; i < 100; ++i) {
        run_in(one, [] {});
        run_in(one, [] { static_cast<void>(calculator().invoke_fn__<add>(1, 2)); });
      }
    }
  }
}

TEST_CASE(
    "everything at once, by chance: calls in all places give the values of the sequential "
    "program") {
  // run(0, n) is a function of n alone, however it comes about.
  static object registry;
  script = {
      [](auto& rtf, int n) {
        worker w;
        if (n <= 1) return rtf(n);
        switch (n % 6) {
          case 0:
            return rtf(w.start(0, n / 2));
          case 1:
            return rtf(w.run(0, n / 2) + 1);
          case 2: {
            int a = 0, b = 0;
            mentat::rv_scope a_scope(a), b_scope(b);
            RV_INSERT__(a) = w.start(0, n / 3);
            RV_INSERT__(b) = w.start(0, n / 2 - 1);
            return rtf(RESOLVE__(b) + RESOLVE__(a));
          }
          case 3: {
            calculator c;
            return rtf(c.invoke_fn__<add>(w.start(0, n / 2), w.start(0, n / 4)));
          }
          case 4:
            return rtf(registry.call_fn__<object_impl::run_tag>(1, w.start(0, n / 2)));
          default: {
            int a = 0;
            mentat::rv_scope a_scope(a);
            RV_INSERT__(a) =
                registry.template invoke_fn__<object_impl::run_tag>(1, w.start(0, n - 2));
            return rtf(PRV_TO_ARG__(a));
          }
        }
      },
      [](auto& rtf, int n) { rtf(n); },
  };
  static std::vector<int> expected;
  in_every_mode([] {
    mentat::create(registry);
    worker w;
    std::vector<int> results(150);
    mentat::rv_scope_all scope(results);
    for (int round = 0; round < 3; ++round) {
      for (std::size_t i = 0; i < results.size(); ++i)
        RV_INSERT__(results[i]) = w.start(0, static_cast<int>(i));
      mentat::RESOLVE_ALL__(results);
    }
    if (expected.empty()) expected = results;  // serially, the first time
    CHECK(results == expected);
  });
}

// --- idle
// --------------------------------------------------------------------------------------------------------------------

TEST_CASE("a program that waits for the outside uses no processor time") {
  const auto used = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto microseconds = [](const timeval& t) { return t.tv_sec * 1'000'000 + t.tv_usec; };
    return microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  };
  in_modes(every_parallel_mode(), [&] {
    calculator c;
    CHECK(c.call_fn__<add>(c.invoke_fn__<add>(1, 2), 3) == 6);
    int ends[2];
    CHECK(pipe(ends) == 0);
    const auto block = [&](int milliseconds) {
      pollfd nothing_comes{ends[0], POLLIN, 0};
      poll(&nothing_comes, 1, milliseconds);
    };
    block(100);  // the workers may look around for a while
    long least = 1'000'000;
    for (int tries = 0; tries < 5 && least > 2000; ++tries) {
      const long before = used();
      block(300);
      least = std::min(least, used() - before);
    }
    CHECK(least <= 2000);  // microseconds, of 300,000
    close(ends[0]);
    close(ends[1]);
    CHECK(c.call_fn__<add>(1, 2) == 3);  // and it wakes up again
  });
}

// --- stacks
// ------------------------------------------------------------------------------------------------------------------

namespace {

struct ended {
  int status;
  std::string errors;
};

// Runs the program in a process of its own.
ended in_child(const std::function<void()>& program) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
    program();
    _exit(0);
  }
  close(ends[1]);
  ended seen{0, ""};
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    seen.errors.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  waitpid(child, &seen.status, 0);
  return seen;
}

[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[2000] = {};
  frame[static_cast<std::size_t>(depth) % sizeof frame] = 1;
  return depth == 0 ? frame[0] : recurse(depth - 1) + frame[1];
}

}  // namespace

TEST_CASE(
    "a member function that overflows its stack ends the program with a message that names the "
    "limit") {
  if (sanitized) return;  // they have handlers of their own
  script = {[](auto& rtf, int n) { rtf(recurse(n)); },
            [](auto& rtf, int n) {
              worker w;
              rtf(w.run(0, n));
            }};
  const auto overflowing = [](int which) {
    return in_child([=] {
      run_in({"2 workers", which == 3 ? 1u : 2u, 0}, [=] {
        worker w;
        if (which == 2)
          recurse(1'000'000);
        else if (which == 3)
          static_cast<void>(w.run(0, 1'000'000));  // on the stack of main, which waits for it
        else
          static_cast<void>(w.start(which, 1'000'000));
        while (true) mentat::force();
      });
    });
  };
  for (int which : {0, 1, 2, 3}) {
    const ended seen = overflowing(which);
    const bool is_of_main = which >= 2;
    CHECK(WIFEXITED(seen.status));
    CHECK(WEXITSTATUS(seen.status) == 125);
    CHECK(seen.errors.find("KiB overflowed") != std::string::npos);
    CHECK(seen.errors.find("; recurse less") != std::string::npos);
    const std::string stack = is_of_main ? "MAIN" : "FIBER";
    CHECK(seen.errors.find(", for example MENTAT_LIMITS__" + stack + "_STACK=") !=
          std::string::npos);
    CHECK(seen.errors.find(is_of_main ? "limits.main_stack" : "limits.fiber_stack") !=
          std::string::npos);
    CHECK(seen.errors.find(is_of_main ? "8192 KiB" : "1024 KiB") != std::string::npos);
  }
}

TEST_CASE(
    "a member function that recurses deeply, but within its limit, is fine wherever it runs") {
  script = {[](auto& rtf, int n) { rtf(recurse(n)); }};
  mentat::limits limits;
  limits.fiber_stack = std::size_t{4} << 20;
  in_every_mode(
      [] {
        worker w;
        for (int i = 0; i < 20; ++i) CHECK(w.run(0, 400) == recurse(400));  // not half of the stack
      },
      {}, limits);
}
