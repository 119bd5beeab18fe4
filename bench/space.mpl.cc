// `./mentat bench space` (docs/benchmarks.md): the operations of a tuple space beside a call that
// does nothing; a row for each, with the least time of several rounds. `--elsewhere`: operations by
// calls on the space of main, for modes in which they are executed in other processes.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

using namespace mentat::literals;

namespace {

// The least time of one operation in five rounds, in microseconds.
template <class Operations>
double least(int operations, Operations&& run) {
  using clock = std::chrono::steady_clock;
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

double out_in(mentat::space s, int operations) {
  return least(operations, [&](int n) {
    for (int k = 0; k < n; ++k) {
      s.out("job"_name, k, 7);
      auto [got, seven] = s.in("job"_name, mentat::formal<int>, mentat::formal<int>);
      if (got != k || seven != 7) std::abort();
    }
  });
}

double rd(mentat::space s, int operations) {
  return least(operations, [&](int n) {
    for (int k = 0; k < n; ++k)
      if (s.rd("row"_name, k & 7, mentat::formal<int>) != 7) std::abort();
  });
}

// `most`: how many tuples one operation may take.
double out_512_then_in_512(mentat::space s, int times, std::size_t most) {
  constexpr int tuples = 512;
  const double us = least(times, [&](int n) {
    for (int k = 0; k < n; ++k) {
      for (int one = 0; one < tuples; ++one) s.out("many"_name, one);
      for (std::size_t taken = 0; taken < tuples;)
        if (most > 1) {
          taken += s.in_some(most, "many"_name, mentat::formal<int>).size();
        } else {
          s.in("many"_name, mentat::formal<int>);
          ++taken;
        }
    }
  });
  return us / tuples;
}

double ping_pong(mentat::space s, int operations) {
  return least(operations, [&](int n) {
    for (int k = 0; k < n; ++k) {
      s.out("ping"_name, k);
      if (s.in("pong"_name, mentat::formal<int>) != k) std::abort();
    }
  });
}

}  // namespace

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
  double put_and_take(mentat::space s, int operations) { return out_in(s, operations); }
  double read(mentat::space s, int operations) { return rd(s, operations); }
  double put_and_take_512(mentat::space s, int times, int most) {
    return out_512_then_in_512(s, times, static_cast<std::size_t>(most));
  }
  double ask(mentat::space s, int operations) { return ping_pong(s, operations); }
};

namespace {

int divisor = 1;

int of(int operations) { return std::max(1, operations / divisor); }

void measure_calls(partner p) {
  print("null_call", least(of(200'000), [&](int n) {
          for (int k = 0; k < n; ++k) {
            int got = p.null(k);
            if (got != k) std::abort();
          }
        }));
}

void measure_values(mentat::space s) {
  print("out_in_by_value", least(of(200'000), [&](int n) {
          for (int k = 0; k < n; ++k) {
            s.out("keyed"_name, k, 7);
            if (s.in("keyed"_name, k, mentat::formal<int>) != 7) std::abort();
          }
        }));
  print("inp_of_nothing", least(of(50'000), [&](int n) {
          for (int k = 0; k < n; ++k)
            if (s.inp("nothing"_name, k)) std::abort();
        }));
  print("out_512_then_in_512", out_512_then_in_512(s, of(200), 1));
  const int tuples = 1'000'000 / divisor;
  for (int k = 0; k < tuples; ++k) s.out("million"_name, k, k);
  print("in_of_million", least(of(200'000), [&](int n) {
          for (int k = 0; k < n; ++k) {
            const int key = static_cast<int>(k * 7919L % tuples);
            int value = s.in("million"_name, key, mentat::formal<int>);
            s.out("million"_name, key, value);
          }
        }));
}

mentat::space with_rows(mentat::space s) {
  for (int k = 0; k < 8; ++k) s.out("row"_name, k, 7);
  return s;
}

mentat::space everywhere() {
  mentat::space s;
  mentat::create(s, mentat::everywhere);
  return with_rows(s);
}

void measure_copies(mentat::space s) {
  print("rd", rd(with_rows(s), of(200'000)));
  mentat::space copied = everywhere();
  print("rd_everywhere", rd(copied, of(200'000)));
  print("out_in_everywhere", out_in(copied, of(50'000)));
}

// Each row is one call: meanwhile this process only serves the space.
int measure_elsewhere(mentat::space s) {
  partner p;
  print("out_in_elsewhere", p.put_and_take(s, of(20'000)));
  print("out_512_then_in_512_elsewhere", p.put_and_take_512(s, of(100), 1));
  print("out_512_then_in_some_elsewhere", p.put_and_take_512(s, of(100), 512));
  print("rd_elsewhere", p.read(with_rows(s), of(20'000)));
  mentat::space copied = everywhere();
  print("rd_everywhere_elsewhere", p.read(copied, of(200'000)));
  print("out_in_everywhere_elsewhere", p.put_and_take(copied, of(20'000)));
  int answered = p.answer(s);
  print("ping_pong_elsewhere", p.ask(s, of(20'000)));
  s.out("ping"_name, -1);
  return answered;
}

int usage(bool asked) {
  std::fputs(
      "usage: mentat bench space [--smoke] [--peers | --elsewhere]\n\nThe least time of each "
      "operation, in us.\n  --smoke      a thousandth of the operations, figures that mean "
      "nothing\n  --elsewhere  operations by calls, for MENTAT_MODE=processes\n  --peers      "
      "both, and the same in oneTBB, Redis and Rinda, unless their packages are\n               "
      "missing; with --install they are installed first\n",
      asked ? stdout : stderr);
  return asked ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  bool elsewhere = false;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--smoke")
      divisor = 1000;
    else if (word == "--elsewhere")
      elsewhere = true;
    else
      return usage(word == "--help");
  }
  mentat::space s;
  mentat::create(s);
  if (elsewhere) return measure_elsewhere(s);
  partner p;
  measure_calls(p);
  print("out_in", out_in(s, of(200'000)));
  measure_copies(s);
  measure_values(s);
  int answered = p.answer(s);
  print("ping_pong", ping_pong(s, of(20'000)));
  s.out("ping"_name, -1);
  return answered;
}
