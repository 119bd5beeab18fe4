// Mentat's part of the comparison; see over_network.h.
#include <mentat/mpl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "bench/over_network.h"
#include "bench/peers/placement.h"

namespace {

// Bytes of this process as counted by the kernel: current, or the peak since reset_peak().
double memory(const char* which) {
  double kib = 0;
  char line[256];
  if (FILE* const status = std::fopen("/proc/self/status", "r")) {
    while (std::fgets(line, sizeof line, status))
      if (std::strncmp(line, which, std::strlen(which)) == 0)
        std::sscanf(line + std::strlen(which) + 1, "%lf", &kib);
    std::fclose(status);
  }
  return kib * 1024;
}

double reset_peak() {
  if (FILE* const peak = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", peak);
    std::fclose(peak);
  }
  return memory("VmRSS");
}

}  // namespace

class [[mentat::persistent]] far_end {
 public:
  int null_call(int n) { return n; }
  int take_core(int n) {
    mentat::bench::take_core(mentat::bench::party::callee);
    return n;
  }
  long size_of(std::vector<char> values) { return static_cast<long>(values.size()); }
  double note_memory() { return before_ = reset_peak(); }
  double memory_since() { return memory("VmHWM") - before_; }

 private:
  double before_ = 0;
};

namespace mentat::bench {

static far_end the_far_end;
static bool is_made = false;

static far_end& far() {
  if (!is_made) mentat::create(the_far_end);
  is_made = true;
  return the_far_end;
}

static double now_ns() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void network_take_core() {
  far_end other = far();
  int done = other.take_core(1);
  if (done != 1) std::abort();
}

double network_null_call(std::size_t times) {
  far_end other = far();
  long sum = 0;
  const double begin = now_ns();
  for (std::size_t i = 0; i < times; ++i) {
    int n = other.null_call(1);
    sum += n;
  }
  return (now_ns() - begin) / static_cast<double>(sum);
}

double network_pipelined_call(std::size_t times) {
  far_end other = far();
  long sum = 0;
  const double begin = now_ns();
  for (std::size_t done = 0; done < times; done += 100) {
    int results[100];
    for (int i = 0; i < 100; ++i) results[i] = other.null_call(1);
    for (int i = 0; i < 100; ++i) sum += results[i];
  }
  return (now_ns() - begin) / static_cast<double>(sum);
}

large_call network_large_argument(std::size_t bytes) {
  far_end other = far();
  double there = other.note_memory();
  const double before = reset_peak();
  std::vector<char> values(bytes, 'x');
  large_call result;
  const double begin = now_ns();
  long n = other.size_of(std::move(values));
  if (n == static_cast<long>(bytes) && there > 0) result.ns = now_ns() - begin;
  const auto size = static_cast<double>(bytes);
  result.caller_memory = (memory("VmHWM") - before) / size;
  there = other.memory_since();
  result.callee_memory = there / size;
  return result;
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_over_network(argc, argv); }
