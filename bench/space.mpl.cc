// `./mentat bench space` (docs/benchmarks.md): the operations of a tuple space beside a call that
// does nothing; a row for each, with the least time of several rounds.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace mentat::literals;

class [[mentat::regular]] partner {
 public:
  int null(int n) { return n; }
  // Answers each "ping" until a negative one.
  int answer(mentat::space s) {
    for (;;) {
      int n = s.in("ping"_name, mentat::formal<int>);
      if (n < 0) break;
      s.out("pong"_name, n);
    }
    rtf(0);
  }
};

namespace {

int divisor = 1;

// The least time of one operation in five rounds, in microseconds.
template <class Operations>
double least(int operations, Operations&& run) {
  using clock = std::chrono::steady_clock;
  operations = std::max(1, operations / divisor);
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < 5; ++round) {
    const auto begin = clock::now();
    run(operations);
    const std::chrono::duration<double, std::micro> took = clock::now() - begin;
    best = std::min(best, took.count() / operations);
  }
  return best;
}

void print(const char* row, double us) { std::printf("%s\t%.4f\n", row, us); }

}  // namespace

int main(int argc, char** argv) {
  const bool smoke = argc == 2 && std::strcmp(argv[1], "--smoke") == 0;
  if (argc > 1 && !smoke) {
    const bool help = std::strcmp(argv[1], "--help") == 0;
    std::fputs(
        "usage: mentat bench space [--smoke]\n\nThe least time of each operation, in us. "
        "--smoke: a thousandth of the\noperations, figures that mean nothing.\n",
        help ? stdout : stderr);
    return help ? 0 : 2;
  }
  if (smoke) divisor = 1000;
  mentat::space s;
  mentat::create(s);
  partner p;
  print("null_call", least(200'000, [&](int n) {
          for (int k = 0; k < n; ++k) {
            int got = p.null(k);
            if (got != k) std::abort();
          }
        }));
  print("out_in", least(200'000, [&](int n) {
          for (int k = 0; k < n; ++k) {
            s.out("job"_name, k, 7);
            auto [got, seven] = s.in("job"_name, mentat::formal<int>, mentat::formal<int>);
            if (got != k) std::abort();
          }
        }));
  print("out_in_by_value", least(200'000, [&](int n) {
          for (int k = 0; k < n; ++k) {
            s.out("keyed"_name, k, 7);
            if (s.in("keyed"_name, k, mentat::formal<int>) != 7) std::abort();
          }
        }));
  print("inp_of_nothing", least(50'000, [&](int n) {
          for (int k = 0; k < n; ++k)
            if (s.inp("nothing"_name, k)) std::abort();
        }));
  print("out_512_then_in_512", least(200, [&](int n) {
                                 for (int k = 0; k < n; ++k) {
                                   for (int one = 0; one < 512; ++one) s.out("many"_name, one);
                                   for (int one = 0; one < 512; ++one)
                                     s.in("many"_name, mentat::formal<int>);
                                 }
                               }) / 512);
  const int tuples = 1'000'000 / divisor;
  for (int k = 0; k < tuples; ++k) s.out("million"_name, k, k);
  print("in_of_million", least(200'000, [&](int n) {
          for (int k = 0; k < n; ++k) {
            const int key = static_cast<int>(k * 7919L % tuples);
            int value = s.in("million"_name, key, mentat::formal<int>);
            s.out("million"_name, key, value);
          }
        }));
  int answered = p.answer(s);
  print("ping_pong", least(20'000, [&](int n) {
          for (int k = 0; k < n; ++k) {
            s.out("ping"_name, k);
            if (s.in("pong"_name, mentat::formal<int>) != k) std::abort();
          }
        }));
  s.out("ping"_name, -1);
  return answered;
}
