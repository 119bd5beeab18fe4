#!/bin/bash
# Sanitizers with `mentat c++`: reports name the line of the source, and a program without a fault gets none, although the run-time
# system that it is linked with was built without sanitizers.
source tests/command/harness.sh

cat >faults.mpl.cc <<'END2'
#include <mentat/mpl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

class [[mentat::regular]] reader {
 public:
  int at(std::vector<int> values, int index) {
    const int* first = values.data();
    int found = first[index];  // heap-buffer-overflow
    return found;
  }
  int shifted(int value, int by);
};

int reader::shifted(int value, int by) {
  return value << by;  // shift
}

int main(int argc, char** argv) {
  reader r;
  int good = r.at({1, 2, 3}, 1);
  int bad = argc > 1 ? r.at({1, 2, 3}, std::atoi(argv[1])) : r.shifted(good, 40);
  std::printf("%d\n", bad);
  return 0;
}
END2
# Fibers that wait, exceptions that pass through them, stacks that are used again.
cat >clean.mpl.cc <<'END2'
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

class [[mentat::regular]] counter {
 public:
  int down(int n) {
    if (n == 0) throw std::runtime_error("the end");
    counter next;
    int below = next.down(n - 1);
    int beside = next.same(n);
    volatile char used[2000] = {};
    used[n] = 1;
    return below + beside + used[n];
  }
  int same(int n) { return n; }
};

int main() {
  counter c;
  int caught = 0;
  for (int i = 0; i < 20; ++i) {
    try {
      int n = c.down(30 + i);
      std::printf("%d\n", n);
    } catch (const std::exception&) {
      ++caught;
    }
  }
  std::printf("%d\n", caught);
}
END2
line_of() { grep -n "// $1\$" faults.mpl.cc | cut -d: -f1; }
complains_like() { grep -q -- "$1" "$TEST_TMPDIR/err" || fault "standard error has no line like '$1'"; }

export ASAN_OPTIONS=detect_leaks=0:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=0
expect 0 "$mentat" c++ -g -fsanitize=address faults.mpl.cc -o faults_asan
expect 0 "$mentat" c++ -g -O1 -fsanitize=undefined -fno-sanitize-recover=undefined faults.mpl.cc -o faults_ubsan
expect 0 "$mentat" c++ -g -O1 -fsanitize=address clean.mpl.cc -o clean
for mode in serial threads adversarial; do
  export MENTAT_MODE=$mode
  expect 0 ./faults_asan 2
  quiet
  expect 1 ./faults_asan 3
  complains 'AddressSanitizer: heap-buffer-overflow'
  complains_like "#0 .*reader_impl__::at_body__.*/faults\.mpl\.cc:$(line_of heap-buffer-overflow)\$"
  complains_like "^SUMMARY: .*faults\.mpl\.cc:$(line_of heap-buffer-overflow) "
  expect 1 ./faults_ubsan
  complains "faults.mpl.cc:$(line_of shift):"
  complains 'shift exponent 40'
  expect 0 ./clean
  says 20
  quiet
done
finish
