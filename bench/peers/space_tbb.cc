// The rows of `./mentat bench space` by a queue of oneTBB, which matches nothing: the jobs of a
// bag, and two threads that wait for each other.
#include <oneapi/tbb/concurrent_queue.h>

#include <thread>
#include <utility>

#include "bench/peers/space_rows.h"

namespace {

using mentat::bench::least;
using mentat::bench::print_row;
using queue = oneapi::tbb::concurrent_bounded_queue<std::pair<int, int>>;

int popped(queue& from) {
  std::pair<int, int> got;
  from.pop(got);
  return got.first;
}

void measure(int divisor) {
  queue jobs;
  print_row("out_in", least(200'000 / divisor, [&](int n) {
              for (int k = 0; k < n; ++k) {
                jobs.push({k, 7});
                if (popped(jobs) != k) std::abort();
              }
            }));
  print_row("out_512_then_in_512", least(1000 / divisor, [&](int n) {
                                     for (int k = 0; k < n; ++k) {
                                       for (int one = 0; one < 512; ++one) jobs.push({one, 0});
                                       for (int one = 0; one < 512; ++one) popped(jobs);
                                     }
                                   }) / 512);
  queue pings, pongs;
  std::thread partner([&] {
    for (int k = popped(pings); k >= 0; k = popped(pings)) pongs.push({k, 0});
  });
  print_row("ping_pong", least(20'000 / divisor, [&](int n) {
              for (int k = 0; k < n; ++k) {
                pings.push({k, 0});
                if (popped(pongs) != k) std::abort();
              }
            }));
  pings.push({-1, 0});
  partner.join();
}

}  // namespace

int main(int argc, char** argv) {
  measure(mentat::bench::divisor_of(argc, argv));
  return 0;
}
