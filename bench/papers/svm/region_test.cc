// Real pages: locks, sequences of writes, and what happens when a process dies.
#define DOCTEST_CONFIG_IMPLEMENT
#include "bench/papers/svm/region.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdio>

namespace mentat::bench::svm {

TEST_CASE("increments under a lock for writing are not lost") {
  for (const auto how : {management::central, management::distributed}) {
    region pages(how, 5, 2);
    auto* const counter = reinterpret_cast<volatile int*>(pages.memory() + page_size);
    auto* const ended = counter + 1;
    const auto add_one = [&](volatile int* number) {
      pages.lock(const_cast<int*>(number), sizeof(int), access::write);
      *number = *number + 1;
      pages.unlock(const_cast<int*>(number), sizeof(int));
    };
    const region::result result = pages.run([&](process p) {
      for (int n = 0; n < 100; ++n) add_one(counter);
      add_one(ended);
      while (p == 0 && *ended < 5) sched_yield();
      return region::report{0, p == 0 ? static_cast<std::uint64_t>(*counter) : 0};
    });
    CHECK(result.ended);
    CHECK(result.digest == 500);
    CHECK(result.messages > 0);
  }
}

TEST_CASE("a reader that sees a flag sees earlier writes to another page") {
  for (const auto how : {management::central, management::distributed}) {
    region pages(how, 3, 2);
    auto* const value = reinterpret_cast<volatile int*>(pages.memory());
    auto* const flag = reinterpret_cast<volatile int*>(pages.memory() + page_size);
    const region::result result = pages.run([&](process p) {
      std::uint64_t wrong = 0;
      for (int n = 1; n <= 50; ++n) {
        if (p == 0) {
          *value = n;
          *flag = n;
          continue;
        }
        while (*flag < n) sched_yield();
        wrong += *value < n;
      }
      return region::report{0, wrong};
    });
    CHECK(result.ended);
    CHECK(result.digest == 0);
  }
}

TEST_CASE("a fault outside the region ends the process, and the others") {
  region pages(management::distributed, 2, 1);
  const region::result result = pages.run([](process p) {
    if (p == 1) {
      const rlimit no_core{0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      void* const closed = mmap(nullptr, page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      *static_cast<volatile int*>(closed) = 1;
    }
    return region::report{};
  });
  CHECK(!result.ended);
}

}  // namespace mentat::bench::svm

int main(int argc, char** argv) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static_cast<void>(argc);
  static_cast<void>(argv);
  std::puts("SKIPPED: a sanitizer owns page faults and the layout of memory");
  return 0;
#else
  return doctest::Context(argc, argv).run();
#endif
}
