#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/memory/large_blocks.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <thread>
#include <vector>

using mentat::base::has_own_operators;
using mentat::base::large_blocks;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

// For one test; nothing is kept before and after it.
struct limit_of_test {
  explicit limit_of_test(std::size_t bytes) { large_blocks::set_limit(bytes); }
  ~limit_of_test() { large_blocks::set_limit(0); }
};

using bytes = std::unique_ptr<std::byte[]>;
bytes filled(std::size_t size, int with) {
  auto made = std::make_unique_for_overwrite<std::byte[]>(size);
  std::memset(made.get(), with, size);
  return made;
}

// A pair that the compiler may not leave out.
void take_and_give_back(std::size_t size) {
  void* volatile const block = operator new(size);
  operator delete(block);
}

std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

long page_faults() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_minflt;
}

bool may_be_block(const void* at) {
  return reinterpret_cast<std::uintptr_t>(at) % large_blocks::page == 0;
}

// The exit status of a forked child that does that.
template <class Work>
int status_of_child(Work work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

TEST_SUITE("large blocks" * doctest::skip(!has_own_operators())) {
  TEST_CASE("nothing is kept before a limit is set") {
    filled(64 * mebibyte, 1).reset();
    CHECK(large_blocks::kept() == 0);
  }

  TEST_CASE("the touched pages of a freed vector serve the next one") {
    const limit_of_test limit(256 * mebibyte);
    constexpr std::size_t count = 64 * mebibyte / sizeof(double);
    std::vector<double>(count, 1.5).clear();
    CHECK(large_blocks::kept() == 64 * mebibyte);
    const long before = page_faults();
    for (int round = 0; round < 20; ++round) {
      const std::vector<double> values(count, round);
      CHECK(values.back() == round);
      CHECK(may_be_block(values.data()));
      CHECK(large_blocks::kept() == 0);
    }
    CHECK(page_faults() - before < 20 * 16);  // fresh pages: 32 faults or 16,384 each time
  }

  TEST_CASE("smaller memory is malloc's") {
    const limit_of_test limit(256 * mebibyte);
    filled(large_blocks::least - 1, 1).reset();
    CHECK(large_blocks::kept() == 0);
  }

  TEST_CASE("a block serves sizes that use most of it, no others") {
    const limit_of_test limit(256 * mebibyte);
    filled(40 * mebibyte, 1).reset();
    CHECK(large_blocks::kept() == 40 * mebibyte);
    {
      const bytes larger = filled(41 * mebibyte, 2), much_smaller = filled(20 * mebibyte, 3);
      CHECK(large_blocks::kept() == 40 * mebibyte);
      const bytes smaller = filled(36 * mebibyte, 4);
      CHECK(large_blocks::kept() == 0);
      CHECK(static_cast<int>(larger[41 * mebibyte - 1]) == 2);
      CHECK(static_cast<int>(much_smaller[0]) == 3);
    }
    CHECK(large_blocks::kept() == (42 + 20 + 40) * mebibyte);
  }

  TEST_CASE("the limit holds, and the longest unused blocks go first") {
    const limit_of_test limit(64 * mebibyte);
    filled(66 * mebibyte, 1).reset();
    CHECK(large_blocks::kept() == 0);
    {
      const bytes a = filled(20 * mebibyte, 1), b = filled(24 * mebibyte, 1);
    }  // b, then a
    CHECK(large_blocks::kept() == 44 * mebibyte);
    filled(32 * mebibyte, 1).reset();
    CHECK(large_blocks::kept() == 52 * mebibyte);
    large_blocks::set_limit(40 * mebibyte);
    CHECK(large_blocks::kept() == 32 * mebibyte);
    large_blocks::set_limit(0);
    CHECK(large_blocks::kept() == 0);
  }

  TEST_CASE("a limit that no block fits turns blocks off") {
    const limit_of_test limit(large_blocks::least - 1);
    CHECK(large_blocks::take(large_blocks::least) == nullptr);
    CHECK(large_blocks::kept() == 0);
  }

  TEST_CASE("no thread is made") {
    const limit_of_test limit(256 * mebibyte);
    filled(16 * mebibyte, 1).reset();
    const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
    CHECK(std::distance(begin(tasks), end(tasks)) == 1);  // run() forks
  }

  TEST_CASE("every form of operator new and delete takes part") {
    const limit_of_test limit(256 * mebibyte);
    constexpr std::size_t size = 10 * mebibyte;
    const auto check = [&](void* block, auto give_back) {
      CHECK(may_be_block(block));
      give_back(block);
      CHECK(large_blocks::kept() == size);
    };
    check(operator new(size), [](void* block) { operator delete(block); });
    check(operator new(size), [&](void* block) { operator delete(block, size); });
    check(operator new[](size), [](void* block) { operator delete[](block); });
    check(operator new[](size), [&](void* block) { operator delete[](block, size); });
    check(operator new(size, std::nothrow),
          [](void* block) { operator delete(block, std::nothrow); });
    check(operator new[](size, std::nothrow),
          [](void* block) { operator delete[](block, std::nothrow); });
    void* const aligned = operator new(size, std::align_val_t{large_blocks::page});
    CHECK(may_be_block(aligned));
    operator delete(aligned, std::align_val_t{large_blocks::page});
    CHECK(large_blocks::kept() == size);
  }

  TEST_CASE("memory at the same addresses that is not a block is malloc's") {
    const limit_of_test limit(256 * mebibyte);
    void* volatile const other = std::aligned_alloc(large_blocks::page, 10 * mebibyte);
    CHECK(!large_blocks::give_back(other));
    CHECK(!large_blocks::give_back(nullptr));
    operator delete(other);
    CHECK(large_blocks::kept() == 0);
  }

  TEST_CASE("threads take and give back each other's blocks") {
    const limit_of_test limit(64 * mebibyte);
    std::vector<std::jthread> threads;
    std::atomic<std::byte*> handed{nullptr};
    std::atomic<int> wrong{0};
    for (int number = 1; number <= 4; ++number)
      threads.emplace_back([&, number] {
        for (int round = 0; round < 50; ++round) {
          const std::size_t size = (8 + static_cast<std::size_t>(round * number % 24)) * mebibyte;
          auto own = std::make_unique_for_overwrite<std::byte[]>(size);
          own[0] = own[size - 1] = static_cast<std::byte>(number);
          std::this_thread::yield();
          if (own[0] != own[size - 1] || own[0] != static_cast<std::byte>(number)) ++wrong;
          bytes(handed.exchange(own.release())).reset();
        }
      });
    threads.clear();
    bytes(handed.load()).reset();
    CHECK(wrong == 0);
    CHECK(large_blocks::kept() <= 64 * mebibyte);
  }

  TEST_CASE("a forked child uses its copy of the blocks") {
    const limit_of_test limit(256 * mebibyte);
    const bytes in_use = filled(16 * mebibyte, 7);
    filled(24 * mebibyte, 1).reset();
    const auto in_child = [&] {
      if (large_blocks::kept() != 24 * mebibyte) return 1;
      const bytes again = filled(24 * mebibyte, 2);
      if (large_blocks::kept() != 0 || in_use[0] != std::byte{7}) return 2;
      filled(32 * mebibyte, 3).reset();
      return large_blocks::kept() == 32 * mebibyte ? 0 : 3;
    };
    CHECK(status_of_child(in_child) == 0);
    CHECK(large_blocks::kept() == 24 * mebibyte);
  }

  TEST_CASE("children are forked while other threads use blocks") {
    const limit_of_test limit(64 * mebibyte);
    std::atomic<bool> ends{false};
    std::jthread other([&] {
      while (!ends) take_and_give_back(16 * mebibyte);
    });
    for (int round = 0; round < 50; ++round) {
      const int status = status_of_child([] {
        take_and_give_back(16 * mebibyte);
        return 0;
      });
      CHECK(status == 0);
    }
    ends = true;
  }

  TEST_CASE("kept blocks make room when address space is short") {
    const auto in_child = [] {
      rlimit bytes{};
      getrlimit(RLIMIT_AS, &bytes);
      large_blocks::set_limit(1024 * mebibyte);
      take_and_give_back(400 * mebibyte);
      if (large_blocks::kept() != 400 * mebibyte) return 1;
      bytes.rlim_cur = address_space() + 100 * mebibyte;
      if (setrlimit(RLIMIT_AS, &bytes) != 0) return 2;
      take_and_give_back(450 * mebibyte);
      if (large_blocks::kept() != 450 * mebibyte) return 3;
      large_blocks::set_limit(1024 * mebibyte);
      take_and_give_back(bytes.rlim_cur / 16 + large_blocks::least);
      if (large_blocks::kept() != 0) return 4;  // more than a sixteenth
      try {
        take_and_give_back(bytes.rlim_cur);
        return 5;
      } catch (const std::bad_alloc&) {
        return 0;
      }
    };
    CHECK(status_of_child(in_child) == 0);
  }

  TEST_CASE("memory that is deleted twice ends the program") {
    const auto in_child = [] {
      signal(SIGABRT, SIG_DFL);  // doctest's
      large_blocks::set_limit(64 * mebibyte);
      void* volatile const block = operator new(16 * mebibyte);
      operator delete(block);
      operator delete(block);
      return 0;
    };
    CHECK(status_of_child(in_child) == -SIGABRT);
  }
}
