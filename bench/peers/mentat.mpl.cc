// The calls of `peers` in the Mentat language; MENTAT_MODE sets the mode.
#include <mentat/mpl.h>

#include <sched.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/peers/calls.h"
#include "bench/peers/placement.h"
#include "bench/samples.h"

class [[mentat::persistent]] echo {
 public:
  int null_call(int n) { return n; }
  int take(const std::vector<char>& bytes) { return bytes.front(); }
  int take_core(int n) {
    mentat::bench::take_core(mentat::bench::party::callee);
    return n;
  }
};

// In microseconds.
struct timing {
  int core = 0;
  double begin = 0, end = 0, of_call = 0;
};

// With two at once, at least one calls from another worker than the object's.
class [[mentat::regular]] caller {
 public:
  timing time_of_call(echo s, long times) {
    mentat::bench::take_own_core();
    timing made{.core = sched_getcpu(), .begin = mentat::bench::now_us()};
    long sum = 0;
    for (long i = 0; i < times; ++i) {
      int n = s.null_call(1);
      sum += n;
    }
    made.end = mentat::bench::now_us();
    made.of_call = (made.end - made.begin) / static_cast<double>(sum);
    return made;
  }
};

class [[mentat::regular]] adder {
 public:
  int sum(int a, int b, int c, int d) { return a + b + c + d; }
};

namespace mentat::bench {

static echo one, two, three, four;

class mentat_calls final : public callee {
 public:
  mentat_calls() {
    mentat::create(one);
    mentat::create(two);
    mentat::create(three);
    mentat::create(four);
    int done = one.take_core(1);  // all four live in that process
    sum_ += done;
  }
  void start(std::size_t) override {}
  void finish() override {}
  void call(std::size_t count, std::size_t bytes) override {
    echo s = one;
    std::vector<int> results(count);
    if (bytes == 0)
      for (std::size_t i = 0; i < count; ++i) results[i] = s.null_call(1);
    else
      for (std::size_t i = 0; i < count; ++i) results[i] = s.take(argument_of(bytes));
    for (std::size_t i = 0; i < count; ++i) sum_ += results[i];
  }
  bool fan() override {
    echo a = one, b = two, c = three, d = four;
    adder in;
    int w = a.null_call(1);
    int x = b.null_call(1);
    int y = c.null_call(1);
    int z = d.null_call(1);
    int sum = in.sum(w, x, y, z);
    sum_ += sum;
    return true;
  }
  double create() override {
    echo made;
    const double begin = now_us();
    mentat::create(made);
    int n = made.null_call(1);
    sum_ += n;
    const double taken = now_us() - begin;
    mentat::destroy(made);
    return taken;
  }

 private:
  long sum_ = 0;
};

// Two concurrent callers on different cores: the object is busy with the other caller, or last ran
// on the other core. Discards tries in which both ran on one core or one after the other.
static void across_cores() {
  int given = 0;
  for (int tries = 0; tries < 44 && given < 11; ++tries) {
    echo s;
    mentat::create(s);
    caller first, second;
    timing a = first.time_of_call(s, 10'000);
    timing b = second.time_of_call(s, 10'000);
    const double both = std::min(a.end, b.end) - std::max(a.begin, b.begin);
    const bool apart = a.core != b.core && both > (b.end - b.begin) / 2;
    if (apart) give_sample("null_call_across_cores", std::max(a.of_call, b.of_call));
    given += apart;
    mentat::destroy(s);
  }
  if (given == 0)
    std::fprintf(stderr, "across_cores: the callers never ran on two cores at once\n");
}

}  // namespace mentat::bench

// `mentat across_cores` only measures that, in mode threads.
int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "across_cores") {
    mentat::bench::across_cores();
    return 0;
  }
  mentat::bench::mentat_calls system;
  return mentat::bench::measure_calls(argc, argv, system);
}
