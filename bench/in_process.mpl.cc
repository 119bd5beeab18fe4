#include <mentat/mpl.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <vector>

#include "bench/in_process.h"
#include "bench/in_process_kernels.h"

static std::atomic<bool> gate_open{false};

class [[mentat::regular]] worker {
 public:
  int null_call(int n) { return n; }
  int add(int a, int b) { return a + b; }
  int wait_for_gate() {
    while (!gate_open.load()) usleep(100);
    return 1;
  }
  long add_long(long a, long b) { return a + b; }
  long fib(int n) {
    if (n < 2) {
      rtf(n);
      return;
    }
    worker w;
    rtf(w.add_long(w.fib(n - 1), w.fib(n - 2)));
  }
  std::vector<double> numbers(long count) { return std::vector<double>(count, 1.0); }
  double spin(int rounds) {
    double x = 1;
    for (int i = 0; i < rounds; ++i) x = x * 1.0000001 + 1e-9;
    return x;
  }
};

class [[mentat::persistent]] counter {
 public:
  int null_call(int n) {
    total_ += n;
    return total_;
  }

 private:
  int total_ = 0;
};

class [[mentat::regular]] caller {
 public:
  double call_often(counter c, long times) {
    const auto begin = std::chrono::steady_clock::now();
    for (long i = 0; i < times; ++i) {
      int n = c.null_call(1);
      if (n < 0) std::printf("%d\n", n);
    }
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin)
        .count();
  }
};

namespace mentat::bench {

static double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double null_calls_regular(std::size_t times) {
  worker w;
  long sum = 0;
  const double begin = now_s();
  for (std::size_t i = 0; i < times; ++i) {
    int n = w.null_call(1);
    sum += n;
  }
  return sum == static_cast<long>(times) ? (now_s() - begin) * 1e9 / times : 0;
}

double null_calls_persistent(std::size_t times) {
  counter c;
  mentat::create(c);
  long sum = 0;
  const double begin = now_s();
  for (std::size_t i = 0; i < times; ++i) {
    int n = c.null_call(1);
    sum += n;
  }
  const double taken = now_s() - begin;
  mentat::destroy(c);
  return sum > 0 ? taken * 1e9 / times : 0;
}

constexpr std::size_t batch = 1000;

double pipelined_regular(std::size_t times) {
  worker w;
  std::vector<int> results(batch);
  long sum = 0;
  const double begin = now_s();
  for (std::size_t done = 0; done < times; done += batch) {
    for (std::size_t i = 0; i < batch; ++i) results[i] = w.null_call(1);
    for (std::size_t i = 0; i < batch; ++i) sum += results[i];
  }
  return sum > 0 ? (now_s() - begin) * 1e9 / times : 0;
}

double pipelined_persistent(std::size_t times) {
  counter c;
  mentat::create(c);
  std::vector<int> results(batch);
  long sum = 0;
  const double begin = now_s();
  for (std::size_t done = 0; done < times; done += batch) {
    for (std::size_t i = 0; i < batch; ++i) results[i] = c.null_call(1);
    for (std::size_t i = 0; i < batch; ++i) sum += results[i];
  }
  const double taken = now_s() - begin;
  mentat::destroy(c);
  return sum > 0 ? taken * 1e9 / times : 0;
}

double across_workers(std::size_t times) {
  counter c;
  mentat::create(c);
  caller first, second;
  double a = first.call_often(c, static_cast<long>(times));
  double b = second.call_often(c, static_cast<long>(times));
  const double slower = std::max(a, b);
  mentat::destroy(c);
  return slower / times;
}

static double resident_bytes() {
  long pages = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// All calls wait for an argument that is produced only after the last one was made.
outstanding calls_outstanding(std::size_t calls) {
  gate_open.store(false);
  worker w;
  outstanding measured;
  const double before = resident_bytes();
  const double begin = now_s();
  std::vector<int> results(calls);
  int go = w.wait_for_gate();
  for (std::size_t i = 0; i < calls; ++i) results[i] = w.add(go, 1);
  measured.bytes_each = (resident_bytes() - before) / calls;
  gate_open.store(true);
  long sum = 0;
  for (std::size_t i = 0; i < calls; ++i) sum += results[i];
  measured.seconds = now_s() - begin;
  if (sum != 2 * static_cast<long>(calls)) std::fprintf(stderr, "in_process: wrong sum %ld\n", sum);
  return measured;
}

elaboration fibonacci(int n) {
  double smaller = 1, larger = 1;  // calls of fib for n = 0 and 1
  for (int i = 2; i <= n; ++i) {
    const double next = smaller + larger + 1;
    smaller = larger;
    larger = next;
  }
  worker w;
  const double begin = now_s();
  long value = w.fib(n);
  elaboration measured;
  if (value > 0) measured.seconds = now_s() - begin;
  measured.calls = larger + (larger - 1) / 2;  // one addition for each pair
  return measured;
}

reduction reduce(std::size_t values, int rounds) {
  worker w;
  std::vector<double> x = w.numbers(static_cast<long>(values));
  reduction measured;
  double check = 0;
  for (int round = -1; round < rounds; ++round) {
    if (round == rounds + 1)
      x = w.numbers(1);  // never executed, but opaque: x may be delayed in the loop below
    const double begin = now_s();
    double sum = 0;
    for (std::size_t i = 0; i < values; ++i) sum += x[i];
    const double middle = now_s();
    check += sum - sum_of(x);
    const double end = now_s();
    if (round < 0) continue;
    measured.with_resolve.push_back(middle - begin);
    measured.plain.push_back(end - middle);
  }
  if (check != 0) std::fprintf(stderr, "in_process: wrong sum\n");
  return measured;
}

// Each element is provably actual where it is used, although the loop makes calls, too: no RESOLVE
// is emitted.
reduction reduce_actual(std::size_t values, int rounds) {
  worker w;
  std::vector<double> x = w.numbers(static_cast<long>(values));
  const std::vector<double> plain(x);  // a strict use: x is actual from here on
  reduction measured;
  double check = 0;
  long calls = 0;
  for (int round = -1; round < rounds; ++round) {
    const double begin = now_s();
    double sum = 0;
    for (std::size_t i = 0; i < values; ++i) {
      if (i == values + 1) calls += w.add_long(1, 1);  // never true
      sum += x[i];
    }
    const double middle = now_s();
    double same = 0;
    for (std::size_t i = 0; i < values; ++i) {
      if (i == values + 1) calls += call_elsewhere(1);  // never true
      same += plain[i];
    }
    const double end = now_s();
    check += sum - same;
    if (round < 0) continue;
    measured.with_resolve.push_back(middle - begin);
    measured.plain.push_back(end - middle);
  }
  if (check != 0 || calls != 0) std::fprintf(stderr, "in_process: wrong sum\n");
  return measured;
}

double busy_work(int parts) {
  worker w;
  std::vector<double> results(parts);
  const double begin = now_s();
  for (int i = 0; i < parts; ++i) results[i] = w.spin(100000);
  double sum = 0;
  for (int i = 0; i < parts; ++i) sum += results[i];
  return sum > 0 ? now_s() - begin : 0;
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_in_process(argc, argv); }
