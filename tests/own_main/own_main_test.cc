// A test of a library that uses Mentat: its main is that of doctest. Run in every mode.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <mentat/errors.h>
#include <mentat/runtime.h>

#include <array>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "tests/own_main/counting.h"

namespace {

bool has_processes() { return std::string(std::getenv("MENTAT_MODE")) == "processes"; }
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class Function>
std::string start_error_of(Function&& function, int status = 125) {
  try {
    function();
  } catch (const mentat::start_error& error) {
    CHECK(error.status() == status);
    return error.what();
  }
  return "no error";
}

// A thread that lives as long as this.
class other_thread {
 public:
  ~other_thread() {
    {
      const std::lock_guard guard(lock_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_{[this] {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [this] { return over_; });
  }};
};

}  // namespace

TEST_CASE("run() gives back what the function returns, again and again") {
  mentat::runtime runtime;
  CHECK(runtime.run([] { return doubled_sum(10); }) == 110);
  int sum = 0;
  runtime.run([&] { sum = doubled_sum(3); });
  CHECK(sum == 12);
  const auto made = runtime.run([] { return std::make_unique<int>(doubled_sum(2)); });
  CHECK(*made == 6);
  int& same = sum;
  CHECK(runtime.run([&]() -> int& { return same; }) == 12);
}

TEST_CASE("one run-time system may come after the other") {
  for (int n = 0; n < 3; ++n) {
    mentat::runtime runtime;
    CHECK(runtime.run([&] { return doubled_sum(n); }) == n * (n + 1));
  }
}

TEST_CASE("one that runs nothing ends, too") { const mentat::runtime runtime; }

TEST_CASE("run() throws the function's exception, and may be called again") {
  mentat::runtime runtime;
  CHECK_THROWS_WITH_AS(runtime.run([] { return too_much(); }), "too much", mentat::remote_error);
  CHECK_THROWS_AS(runtime.run([] { throw 7; }), int);
  CHECK(runtime.run([] { return doubled_sum(1); }) == 2);
}

TEST_CASE("persistent objects end with their run(): a name that was kept means none of the next") {
  mentat::runtime runtime;
  runtime.run([] {
    keep_counter();
    CHECK(add_to_kept_counter(1) == 2);
  });
  runtime.run([] {
    CHECK_THROWS_AS(add_to_kept_counter(1), mentat::object_lost);
    CHECK(doubled_sum(1) == 2);
    CHECK_THROWS_AS(add_to_kept_counter(1), mentat::object_lost);
  });
}

TEST_CASE("a call outside of run() is told where it belongs") {
  const auto call = [] {
    try {
      doubled_sum(1);
    } catch (const mentat::remote_error& error) {
      CHECK(error.type_name() == "mentat::no_runtime");
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(contains(call(), "inside of its run()"));
  mentat::runtime runtime;
  CHECK(contains(call(), "inside of its run()"));
  runtime.run([] { doubled_sum(1); });
  CHECK(contains(call(), "inside of its run()"));
}

TEST_CASE("arguments for the run-time system are taken out of argv, others stay") {
  std::array<std::string, 5> words{"program", "--mentat-workers=2", "a", "--mentat-stats=false",
                                   "--mine"};
  std::array<char*, 6> argv{};
  for (std::size_t i = 0; i < words.size(); ++i) argv[i] = words[i].data();
  int argc = 5;
  mentat::runtime runtime(argc, argv.data());
  REQUIRE(argc == 3);
  CHECK(std::string(argv[1]) == "a");
  CHECK(std::string(argv[2]) == "--mine");
  CHECK(argv[3] == nullptr);
  CHECK(runtime.run([] { return doubled_sum(4); }) == 20);
}

TEST_CASE("a wrong setting is an error of the constructor") {
  std::string name = "program", wrong = "--mentat-mode=thread";
  std::array<char*, 3> argv{name.data(), wrong.data(), nullptr};
  int argc = 2;
  const std::string text =
      start_error_of([&] { const mentat::runtime runtime(argc, argv.data()); }, 2);
  CHECK(contains(text, "threads"));
  CHECK(argc == 2);
}

TEST_CASE("a second run() while one goes on is an error, inside of it and on another thread") {
  mentat::runtime runtime;
  std::string inside, beside;
  runtime.run([&] {
    inside = start_error_of([&] { runtime.run([] {}); });
    std::thread([&] { beside = start_error_of([&] { runtime.run([] {}); }); }).join();
  });
  CHECK(contains(inside, "inside of a Mentat program"));
  CHECK(contains(beside, "has not ended yet"));
}

TEST_CASE("a thread of the program may call run(), beside others") {
  mentat::runtime runtime;  // in mode processes it has forked by now
  const other_thread window;
  int sum = 0;
  std::thread([&] { sum = runtime.run([] { return doubled_sum(10); }); }).join();
  CHECK(sum == 110);
  const auto again = [&] { return runtime.run([] { return doubled_sum(2); }); };
  if (has_processes())
    CHECK(contains(start_error_of(again), "has 2 threads by now"));
  else
    CHECK(again() == 6);
}

TEST_CASE("with threads there, processes are refused, and threads are not") {
  const other_thread window;
  const auto whole = [] {
    mentat::runtime runtime;
    return runtime.run([] { return doubled_sum(2); });
  };
  if (has_processes())
    CHECK(contains(start_error_of(whole), "before the first of them"));
  else
    CHECK(whole() == 6);
}
