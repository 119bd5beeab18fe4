#!/bin/bash
# `pkg-config mentat`: translated sources are built without the translator, from an installation at any place.
command -v pkg-config >"$TEST_TMPDIR/which" || { echo 'SKIPPED: there is no pkg-config'; exit 0; }
source tests/command/harness.sh

cat >total.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::persistent]] total {
 public:
  int add(const std::vector<int>& numbers) {
    for (int each : numbers) sum_ += each;
    return sum_;
  }

 private:
  int sum_ = 0;
};

int main() {
  total t;
  mentat::create(t);
  int sum = t.add({40, 2});
  std::printf("%d\n", sum);
}
END
expect 0 "$mentat" install 'with a blank'
expect 0 "$mentat" install plain
expect 0 "$mentat" c++ --emit=cc total.mpl.cc -o total.cc
expect 0 "$mentat" version
release=$(sed -n 's/^mentat \([0-9.]*\).*/\1/p' "$TEST_TMPDIR/out")
for prefix in plain 'with a blank'; do
  export PKG_CONFIG_PATH=$work/$prefix/lib/pkgconfig
  expect 0 pkg-config --modversion mentat
  says "$release"
  expect 0 pkg-config --cflags --libs mentat
  words=$(<"$TEST_TMPDIR/out")
  if [ "$prefix" = plain ]; then
    expect 0 g++ total.cc $words -o total  # as in a shell, with nothing quoted
  else
    expect 0 eval "g++ total.cc $words -o total"  # as in a makefile
  fi
  expect 0 ./total
  says 42
done
# A library that is loaded later shares the program's run-time system.
expect 0 nm -D --defined-only total
says _ZN6mentat
finish
