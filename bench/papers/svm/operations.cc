#include "bench/papers/svm/operations.h"

#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <vector>

#include "mmps/base/check.h"

namespace mentat::bench::svm {
namespace {

// What the processes share besides the region: whose turn it is, and a median.
struct turns {
  std::atomic<int> now{0};
  std::atomic<double> median_us{0};

  static turns& make() {
    void* const at =
        mmap(nullptr, sizeof(turns), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    MENTAT_CHECK(at != MAP_FAILED, "a page of memory");
    return *new (at) turns;
  }
  void wait_for(int turn) const {
    while (now.load() < turn) sched_yield();
  }
};

double us_of(const std::function<void()>& operation) {
  const auto begin = std::chrono::steady_clock::now();
  operation();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

// Processes 1 to processes - 1 prepare every page in turn; then process 0 times each.
double median_of(management how, process processes, page_number pages,
                 const std::function<void(region&, volatile int*)>& prepare,
                 const std::function<void(region&, volatile int*)>& operation) {
  turns& order = turns::make();
  region memory(how, processes, pages);
  const auto page = [&](page_number n) {
    return reinterpret_cast<volatile int*>(memory.memory() + n * page_size);
  };
  const region::result ended = memory.run([&](process p) {
    if (p != 0) {
      order.wait_for(static_cast<int>(p) - 1);
      for (page_number n = 0; n < pages; ++n) prepare(memory, page(n));
      order.now.fetch_add(1);
      return region::report{};
    }
    order.wait_for(static_cast<int>(processes) - 1);
    std::vector<double> all;
    for (page_number n = 0; n < pages; ++n)
      all.push_back(us_of([&] { operation(memory, page(n)); }));
    std::nth_element(all.begin(), all.begin() + pages / 2, all.end());
    order.median_us.store(all[pages / 2]);
    return region::report{};
  });
  const double median = ended.ended ? order.median_us.load() : 0;
  munmap(&order, sizeof(turns));
  return median;
}

void read_page(region&, volatile int* at) { static_cast<void>(*at); }
void write_page(region&, volatile int* at) { *at = 1; }

}  // namespace

double page_at_manager(page_number pages) {
  return median_of(management::central, 1, pages, [](region&, volatile int*) {}, read_page);
}

double page_elsewhere(management how, page_number pages) {
  return median_of(how, 2, pages, write_page, read_page);
}

double write_with_copies(management how, page_number pages, process copies) {
  return median_of(how, copies + 1, pages, read_page, write_page);
}

double lock_and_unlock(page_number pages) {
  return median_of(
      management::distributed, 1, pages, [](region&, volatile int*) {},
      [](region& memory, volatile int* at) {
        const void* const variable = const_cast<const int*>(at);
        memory.lock(variable, sizeof(int), access::write);
        memory.unlock(variable, sizeof(int));
      });
}

}  // namespace mentat::bench::svm
