// Errors of strict uses when there is no value: exceptions, limits, lost objects, deadlocks.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <source_location>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/block_pool.h"
#include "rts/api/in_every_mode.h"
#include "rts/api/test_classes.h"
#include "rts/api/test_scripts.h"

using mentat::PRV_TO_ARG__;
using mentat::RESOLVE__;
using mentat::RV_INSERT__;
using mentat::testing::every_lazy_mode;
using mentat::testing::in_every_mode;
using mentat::testing::in_modes;
using mentat::testing::outcome;

namespace {

using add = calculator_impl::add_tag;
using fail_fn = calculator_impl::fail_tag;

std::string here(unsigned line) { return __FILE__ ":" + std::to_string(line); }

std::string explain(const std::function<void()>& use) {
  try {
    use();
  } catch (const mentat::remote_error& e) {
    return e.explain();
  } catch (const std::exception& e) {
    return std::string("not a remote_error: ") + e.what();
  }
  return "no error";
}

template <class Error>
std::string text_of(const std::function<void()>& use) {
  try {
    use();
  } catch (const Error& e) {
    return e.what();
  } catch (const std::exception& e) {
    return std::string("another error: ") + e.what();
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const auto ignore_warnings = [](const outcome&) {};

}  // namespace

TEST_CASE("an exception is rethrown at the strict use, with class, function, host, type and text") {
  in_every_mode([] {
    calculator c;
    int w = 0;
    mentat::rv_scope scope(w);
    const std::string called_at = here(std::source_location::current().line() + 1);
    RV_INSERT__(w) = c.invoke_fn__<fail_fn>(std::string("too small"));  // nothing is thrown here
    try {
      RESOLVE__(w);
      FAIL_CHECK("no error");
    } catch (const mentat::remote_error& e) {
      CHECK(e.class_name() == "test::calculator");
      CHECK(e.function_name() == "fail");
      CHECK(e.host() == "testhost");
      CHECK(e.type_name() == "std::invalid_argument");
      CHECK(e.text() == "too small");
      CHECK(std::string(e.what()) == "too small");  // as the sequential program prints it
      CHECK(e.called_at() == called_at);
      CHECK(e.explain() ==
            "test::calculator::fail on host testhost failed with std::invalid_argument: too small "
            "(called at " +
                called_at + ")");
    }
    CHECK(text_of<std::runtime_error>([&] { c.call_fn__<fail_fn>(std::string("at once")); }) ==
          "at once");
  });
}

TEST_CASE("every exception is described") {
  struct own_error : std::logic_error {
    using std::logic_error::logic_error;
  };
  script = {
      [](auto&, int) { throw own_error("mine"); },       [](auto&, int) { throw "a literal"; },
      [](auto&, int) { throw std::string("a string"); }, [](auto&, int) { throw 42; },
      [](auto&, int) { throw std::bad_alloc(); },
  };
  in_every_mode([] {
    worker w;
    CHECK(contains(explain([&] { w.run(0); }), "own_error: mine"));
    CHECK(contains(explain([&] { w.run(1); }), "const char*: a literal"));
    CHECK(contains(explain([&] { w.run(2); }), "std::string: a string"));
    CHECK(contains(explain([&] { w.run(3); }), "failed with int"));
    CHECK(contains(explain([&] { w.run(4); }), "std::bad_alloc"));
  });
}

TEST_CASE("an error goes through functions that do not catch it, and keeps its first place") {
  static constexpr unsigned deep_line = std::source_location::current().line() + 4;
  script = {
      [](auto& rtf, int) {
        calculator c;
        rtf(c.call_fn__<fail_fn>(std::string("deep")));  // strict
      },
      [](auto& rtf, int) {
        worker w;
        rtf(w.start(0));  // elaborated
      },
      [](auto& rtf, int) {
        worker w;
        try {
          rtf(w.run(1));
        } catch (const mentat::remote_error&) {
          rtf(-1);
        }
      },
  };
  in_every_mode([] {
    worker w;
    const std::string expected =
        "test::calculator::fail on host testhost failed with std::invalid_argument: deep "
        "(called at " +
        here(deep_line) + ")";
    CHECK(explain([&] { w.run(0); }) == expected);
    CHECK(explain([&] { w.run(1); }) == expected);
    CHECK(w.run(2) == -1);
  });
}

TEST_CASE(
    "a call whose argument is an error is not executed, and fails with the first failed argument") {
  static std::atomic<int> executed;
  script = {[](auto& rtf, int n) {
              if (n < 0) throw std::runtime_error("first");
              rtf(n);
            },
            [](auto& rtf, int) {
              ++executed;
              rtf(0);
            }};
  in_every_mode([] {
    executed = 0;
    worker w;
    calculator c;
    CHECK(text_of<mentat::remote_error>([&] {
            c.call_fn__<add>(w.start(0, -1), c.invoke_fn__<fail_fn>(std::string("second")));
          }) == "first");
    CHECK(text_of<mentat::remote_error>([&] {
            c.call_fn__<add>(w.start(0, 1), c.invoke_fn__<fail_fn>(std::string("second")));
          }) == "second");
    object o;
    mentat::create(o);
    CHECK(text_of<mentat::remote_error>([&] {
            o.call_fn__<object_impl::run_tag>(1, c.invoke_fn__<fail_fn>(std::string("for an object")));
          }) == "for an object");
    CHECK(executed == 0);
    CHECK(o.run(1) == 0);  // the object lives on
    CHECK(executed == 1);
  });
}

TEST_CASE(
    "the copy constructor of an argument may throw: where the argument is needed, and nowhere "
    "else") {
  // With values that arrive along arcs this is tested by the type of the error alone: copies are
  // made when the run-time wants.
  struct fragile {
    fragile() = default;
    fragile(const fragile&) { throw std::runtime_error("broken"); }
  };
  in_every_mode([] {
    using takes = mentat::method<calculator_impl, 99, int(fragile, int)>;
    calculator c;
    const fragile one;
    for (int i = 0; i < 10; ++i)  // the call that was begun is given up, and its other argument too
      CHECK_THROWS_AS(static_cast<void>(c.invoke_fn__<takes>(one, c.invoke_fn__<add>(1, 2))),
                      std::runtime_error);
    CHECK(c.add(1, 2) == 3);
  });
}

TEST_CASE("a function that ends without rtf is an error that says so; a void function is not") {
  script = {[](auto&, int) {}};
  in_every_mode([] {
    worker w;
    const std::string text = text_of<mentat::broken_rtf>([&] { w.run(0); });
    CHECK(contains(text, "test::worker::run ended without rtf"));
    account a(10);
    a.withdraw(4);
    CHECK(text_of<mentat::remote_error>([&] { a.withdraw(100); }) == "not that much money");
    CHECK(a.balance() == 6);
  });
}

TEST_CASE("an unused error is in the log") {
  in_every_mode(
      [] {
        account a(1);
        static_cast<void>(a.invoke_fn__<account_impl::withdraw_tag>(2));
        CHECK(a.balance() == 1);
      },
      [](const outcome& seen) {
        REQUIRE(seen.warnings.size() == 1);
        CHECK(contains(seen.warnings[0], "test::account::withdraw"));
        CHECK(contains(seen.warnings[0], "nobody uses the result"));
      });
}

TEST_CASE("an error in a variable that is never used is in the log, one that is used is not") {
  script = {[](auto&, int n) { throw std::runtime_error("wrong " + std::to_string(n)); }};
  in_every_mode(
      [] {
        worker w;
        int left = 7, seen = 7;
        const mentat::rv_scope end_of_left(left), end_of_seen(seen);
        mentat::RV_INSERT__(left) = w.invoke_fn__<worker::implementation__::run_tag>(0, 1);
        mentat::RV_INSERT__(seen) = w.invoke_fn__<worker::implementation__::run_tag>(0, 2);
        CHECK_THROWS_AS(static_cast<void>(mentat::RESOLVE__(seen)), mentat::remote_error);
      },
      [](const outcome& seen) {
        REQUIRE(seen.warnings.size() == 1);
        CHECK(contains(seen.warnings[0], "wrong 1"));
      });
}

TEST_CASE("an exception after rtf is in the log, and the result stands") {
  script = {[](auto& rtf, int n) {
    rtf(n);
    throw std::runtime_error("too late");
  }};
  in_every_mode(
      [] {
        worker w;
        CHECK(w.run(0, 3) == 3);
      },
      [](const outcome& seen) {
        REQUIRE(seen.warnings.size() == 1);
        CHECK(contains(seen.warnings[0], "too late"));
        CHECK(contains(seen.warnings[0], "after rtf"));
      });
}

TEST_CASE("a persistent variable that is not bound is an error at the call") {
  in_every_mode([] {
    account unbound;
    CHECK_FALSE(unbound.bound());
    CHECK(contains(text_of<mentat::unbound_variable>([&] { unbound.deposit(1); }),
                   "test::account::deposit"));
    const unsigned line = std::source_location::current().line() + 2;
    const std::string text = text_of<mentat::unbound_variable>(
        [&] { static_cast<void>(unbound.invoke_fn__<account_impl::balance_tag>()); });
    CHECK(contains(text, ", called at " + here(line) + ", was called through a persistent"));
    CHECK(contains(text, "mentat::create"));
    mentat::destroy(unbound);  // nothing to do
  });
}

TEST_CASE("a call deeper than limits.graph_depth is an error that names the limit") {
  script = {[](auto& rtf, int n) {
    worker w;
    if (n == 0) return rtf(0);
    rtf(w.start(0, n - 1));
  }};
  mentat::limits limits;
  limits.graph_depth = 20;
  in_every_mode(
      [] {
        worker w;
        CHECK(w.run(0, 19) == 0);
        try {
          w.run(0, 20);
          FAIL_CHECK("no error");
        } catch (const mentat::limit_error& e) {
          CHECK(e.limit() == "limits.graph_depth");
          CHECK(contains(e.what(), "more than 20 calls inside calls"));
          CHECK(contains(e.what(), "MENTAT_LIMITS__GRAPH_DEPTH=200 (called at "));
          CHECK_FALSE(e.called_at().empty());
        }
        CHECK(w.run(0, 19) == 0);
      },
      {}, limits);
}

TEST_CASE("more objects than limits.objects are an error, and a destroyed one makes room") {
  mentat::limits limits;
  limits.objects = 3;
  in_every_mode(
      [] {
        std::vector<account> all(4);
        for (int i = 0; i < 3; ++i) mentat::create(all[static_cast<std::size_t>(i)], i);
        CHECK(contains(text_of<mentat::limit_error>([&] { mentat::create(all[3]); }),
                       "limits.objects"));
        CHECK_FALSE(all[3].bound());
        account doomed = all[1];
        mentat::destroy(all[1]);
        // The end of an object is an event like others: its slot is free when the object is.
        while (doomed.bound()) CHECK(all[0].balance() == 0);
        for (int tries = 0; tries < 1000 && !all[3].bound(); ++tries) {
          try {
            mentat::create(all[3], 7);
          } catch (const mentat::limit_error&) {
            std::this_thread::yield();
          }
        }
        CHECK(all[3].balance() == 7);
        CHECK(all[0].balance() == 0);
        CHECK(all[2].balance() == 2);
      },
      {}, limits);
}

TEST_CASE(
    "calls that need more than limits.memory are an error at the call that goes too far, and the "
    "others go on") {
  struct with_limit {
    with_limit() {
      mentat::base::block_pool::set_limit(mentat::base::block_pool::carved() +
                                          (std::size_t{4} << 20));
    }
    ~with_limit() { mentat::base::block_pool::set_limit(~std::size_t{0}); }
  };
  in_modes(every_lazy_mode(), [] {
    const with_limit limit;
    calculator c;
    std::vector<mentat::cip<int>> outstanding;
    std::string limit_name;
    try {
      for (int i = 0; i < 1'000'000; ++i) outstanding.push_back(c.invoke_fn__<add>(i, 1));
    } catch (const mentat::limit_error& e) {
      limit_name = e.limit();
    }
    CHECK(limit_name == "limits.memory");
    CHECK(outstanding.size() > 1000);
    int last = 0;
    mentat::rv_scope scope(last);
    const int expected = static_cast<int>(outstanding.size());
    RV_INSERT__(last) = std::move(outstanding.back());
    CHECK(RESOLVE__(last) == expected);
    outstanding.clear();
  });
}

TEST_CASE("objects that live when the program ends do so without memory for another call") {
  using mentat::base::block_pool;
  constexpr std::size_t size = sizeof(mentat::computation_instance);
  std::vector<void*> taken;
  const auto take_all = [&] {
    account left;
    mentat::create(left, 3);
    CHECK(left.balance() == 3);
    block_pool::set_limit(block_pool::carved());
    CHECK_THROWS_AS(for (;;) taken.push_back(block_pool::take(size)),
                    mentat::base::pool_exhausted);
  };
  in_modes(every_lazy_mode(), take_all, [&](const outcome& seen) {
    block_pool::set_limit(~std::size_t{0});
    for (void* block : taken) block_pool::give_back(block, size);
    CHECK(seen.warnings.empty());
  });
}

TEST_CASE("more waiting functions than limits.fibers are an error that names the limit") {
  script = {[](auto& rtf, int n) {
    worker w;
    rtf(n == 0 ? 0 : w.run(0, n - 1));
  }};
  mentat::limits limits;
  limits.fibers = 20;
  limits.fiber_stack = 64 * 1024;
  in_modes(
      every_lazy_mode(),
      [] {
        worker w;
        CHECK(w.run(0, 3) == 0);
        const std::string text = text_of<mentat::limit_error>([&] { w.run(0, 990); });
        CHECK((contains(text, "limits.fibers") ||
               text == "no error"));  // nested on few stacks it may well succeed
        CHECK(w.run(0, 3) == 0);
      },
      ignore_warnings, limits);
}

TEST_CASE("workers run, however few functions may wait, and main can wait") {
  script = {[](auto& rtf, int n) { rtf(n); }};
  mentat::limits limits;
  limits.fibers = 1;
  in_modes(every_lazy_mode(), [] {
    worker w;
    for (int n = 0; n < 1000; ++n) CHECK(w.run(0, n) == n);
  }, ignore_warnings, limits);
}

TEST_CASE("a thread that does not belong to the run-time cannot call, and is told so") {
  in_every_mode([] {
    calculator c;
    std::string text;
    std::thread([&] { text = text_of<mentat::remote_error>([&] { c.add(1, 2); }); }).join();
    CHECK(contains(text, "a thread that does not belong to the run-time system"));
    CHECK(c.add(1, 2) == 3);
  });
}

// --- deadlocks
// ---------------------------------------------------------------------------------------------------------------

namespace {
object first, second;  // for the scripts of the deadlocks
}

TEST_CASE(
    "A waits for B waits for A: a deadlock is found and explained, and everything else goes on") {
  script = {
      [](auto& rtf, int) { rtf(second.run(1) + 1); },
      [](auto& rtf, int) { rtf(first.run(2) + 1); },
      [](auto& rtf, int n) { rtf(n); },
  };
  in_every_mode(
      [] {
        mentat::create(first);
        mentat::create(second);
        const std::string text = text_of<mentat::deadlock>([&] { first.run(0); });
        CHECK(contains(text, "deadlock: the result of test::object::run, called at "));
        CHECK(contains(text, "test_scripts.h:"));
        CHECK(first.run(2, 5) == 5);
        CHECK(second.run(2, 6) == 6);
      },
      [](const outcome& seen) {
        // Serially there is nothing to choose; else the log says who waits for whom. Both may wait
        // on one fiber.
        for (const std::string& text : seen.warnings)
          CHECK(contains(text, "deadlock: test::object::run waits for test::object::run at "));
        CHECK(seen.warnings.size() <= 1);
      });
}

TEST_CASE(
    "a persistent object that waits for itself is a deadlock; one that only calls itself is not") {
  script = {
      [](auto& rtf, int n) { rtf(mentat::self<object>().run(2, n)); },
      [](auto& rtf, int n) {
        static_cast<void>(mentat::self<object>().start(2, n));  // runs later
        rtf(n);
      },
      [](auto& rtf, int n) { rtf(n); },
      [](auto& rtf, int n) {
        rtf(mentat::self<object>().start(2, n));
      },  // hands on a result that comes when it has ended
  };
  in_every_mode(
      [] {
        object o;
        mentat::create(o);
        CHECK(contains(text_of<mentat::deadlock>([&] { o.run(0, 1); }), "can never come"));
        CHECK(o.run(1, 2) == 2);
        CHECK(o.run(3, 3) == 3);
        CHECK(o.run(2, 4) == 4);
      },
      ignore_warnings);
}

TEST_CASE("several deadlocks at once all end") {
  script = {
      [](auto& rtf, int n) { rtf(mentat::self<object>().run(1, n)); },
      [](auto& rtf, int n) { rtf(n); },
  };
  in_every_mode(
      [] {
        std::vector<object> all(5);
        std::vector<int> results(5, -1);
        mentat::rv_scope_all scope(results);
        for (object& one : all) mentat::create(one);
        for (std::size_t i = 0; i < 5; ++i) RV_INSERT__(results[i]) = all[i].start(0, 1);
        for (int& one : results)
          CHECK(contains(text_of<mentat::deadlock>([&] { RESOLVE__(one); }), "deadlock"));
        for (object& one : all) CHECK(one.run(1, 8) == 8);
      },
      ignore_warnings);
}
