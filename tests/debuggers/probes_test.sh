#!/bin/bash
# The static probes of a program, as gdb finds and stops at them: their names, their arguments, and what a call passes through.
source tests/command/harness.sh
for tool in gdb readelf; do
  command -v $tool >"$TEST_TMPDIR/out" || { echo "SKIPPED: there is no $tool"; exit 0; }
done
[ -e /usr/include/sys/sdt.h ] || [ -e "/usr/include/$(uname -m)-linux-gnu/sys/sdt.h" ] || { echo 'SKIPPED: there is no <sys/sdt.h>'; exit 0; }

cat >probed.mpl.cc <<'E2'
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) {
    if (a == 3) throw 3;
    return a + b;
  }
};

class [[mentat::persistent]] account {
 public:
  void put(int n) { sum_ += n; }
  int sum() const { return sum_; }

 private:
  int sum_ = 0;
};

int main() {
  account books;
  mentat::create(books);
  adder machine;
  for (int i = 0; i < 3; ++i) {
    int sum = machine.add(i, 1);
    books.put(sum);
  }
  try {
    int fails = machine.add(3, 1);
    std::printf("%d\n", fails);
  } catch (...) {
    std::printf("%d\n", books.sum());
  }
}
E2
expect 0 "$mentat" c++ -O2 probed.mpl.cc -o probed
quiet
expect 0 readelf --notes --wide probed
for probe in call_begin call_end park resume send receive; do says "Name: $probe"; done

{
  echo 'set pagination off'
  stop() { printf '%s\n' "break -probe-stap mentat:$1" commands silent "printf \"$2\\n\", $3" continue end; }
  stop call_begin 'begin %s.%s %s' '$_probe_arg0, $_probe_arg1, $_probe_arg3'
  stop call_end 'end %s.%s %d' '$_probe_arg0, $_probe_arg1, $_probe_arg3'
  stop park 'park %s.%s %s:%d' '$_probe_arg0, $_probe_arg1, $_probe_arg3, $_probe_arg4'
  stop resume 'resume %s.%s' '$_probe_arg0, $_probe_arg1'
  stop send 'send %d.%d type %u, %lu bytes' '$_probe_arg0, $_probe_arg1, $_probe_arg2, $_probe_arg3'
  echo run
} >session
observed() { # MODE: the lines of the probes
  expect 0 env MENTAT_MODE="$1" MENTAT_WORKERS=2 HOME="$work" gdb -batch -nx -x session ./probed
  grep -E '^(begin|end|park|resume|send) ' "$TEST_TMPDIR/out" >seen
}
counts() { [ "$(grep -cE "$1" seen)" = "$2" ] || fault "of '$1' there are $(grep -cE "$1" seen), expected $2: $(cat seen)"; }
for mode in serial threads; do
  observed $mode
  says $'\n6\n'
  counts '^begin adder\.add probed\.mpl\.cc:7$' 4
  counts '^begin account\.put probed\.mpl\.cc:15$' 3
  counts '^end adder\.add 0$' 3
  counts '^end adder\.add 1$' 1
  counts '^end account\.sum 0$' 1
done
[ "$(grep -c '^park ' seen)" = "$(grep -c '^resume ' seen)" ] || fault "a wait that begins or ends alone: $(cat seen)"
# gdb stays with the driver, which executes none of these calls and sends them.
observed processes
grep -qE '^send 0\.[0-9]+ type 4, 16 bytes$' seen || fault "no message is sent: $(cat seen)"

finish
