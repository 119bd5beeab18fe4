#!/bin/bash
# gdb on a program that `mentat c++ -g` built: breakpoints, steps and backtraces by the lines of the source, and what
# tools/gdb/mentat.py tells, of a process and of a core file. The run-time system is an optimised one without debug information.
here=$PWD/tests/debuggers
source tests/command/harness.sh
if ! command -v gdb >"$TEST_TMPDIR/out"; then
  echo 'SKIPPED: there is no gdb'
  exit 0
fi

cp -L "$here/ledger.mpl.cc" .
cp -L "$here/session.gdb" session
for mark in 'in sum' 'in checked' 'in enter' 'first wait' 'second wait'; do
  line=$(grep -n "// $mark\$" ledger.mpl.cc | cut -d: -f1)
  sed -i "s/@$mark@/$line/" session
done
expect 0 "$mentat" c++ -g -O0 -Wall -Wextra ledger.mpl.cc -o ledger
quiet

# One worker, so that the program determines which fiber runs which function. Addresses, and how many frames the run-time system takes, do not.
run_gdb() { MENTAT_WORKERS=1 HOME=$work gdb -batch -nx "$@" ./ledger; }
comparable() {
  sed -E -e 's/0x[0-9a-f]+/ADDRESS/g; s/^#[0-9]+ +(ADDRESS in )?/#N /; s|at [^ ]*/ledger\.mpl\.cc|at ledger.mpl.cc|' \
    -e 's|file [^ ]*/ledger\.mpl\.cc|file ledger.mpl.cc|; s/(process [0-9]+)/(process)/; /^Breakpoint [0-9]+ at /s/ADDRESS: //' \
    -e 's/^Thread [0-9]+ "[^"]*" hit //; /^\[(New )?Thread /d; /^Using host libthread_db/d; /^warning: /d; /^$/d' "$1"
}
expect 0 run_gdb -x "${mentat%/bin/mentat}/share/mentat/gdb/mentat.py" -x session
[ ! -s "$TEST_TMPDIR/err" ] || grep -v '^warning: ' "$TEST_TMPDIR/err" >session.errors
[ ! -s session.errors ] || fault 'gdb complained'
comparable "$TEST_TMPDIR/out" >printed
diff -u --label expected --label printed "$here/session.expected" printed || failures=$((failures + 1))

# The same of a core file, and of the process that the core file was made of.
helper=${mentat%/bin/mentat}/share/mentat/gdb/mentat.py
line=$(grep -n "// in sum\$" ledger.mpl.cc | cut -d: -f1)
described() { sed -n '/^== state/,$p' "$TEST_TMPDIR/out" | grep -v '^Kill the program\|^\[Inferior'; }
ask=(-ex 'echo == state\n' -ex mentat-rv -ex mentat-fibers)
for first in 10 3; do
  expect 0 run_gdb -x "$helper" -ex "break ledger.mpl.cc:$line if first == $first" -ex run -ex 'generate-core-file core' "${ask[@]}" -ex kill
  described >of_process
  expect 0 run_gdb -x "$helper" -core=core "${ask[@]}"
  described >of_core.$first
  diff -u --label process --label core of_process of_core.$first || failures=$((failures + 1))
done
expect 0 grep -qx '  two: adder::sum, which waits for its argument 1' of_core.10
expect 0 grep -qx '  more: adder::sum, which waits for its argument 1' of_core.10
expect 0 grep -qx 'main program waits for adder::sum, which waits for its argument 1' of_core.3
expect 0 grep -qx '1 fiber waits' of_core.3

# A crash.
cat >stuck.mpl.cc <<'END2'
#include <mentat/mpl.h>

#include <cstdio>
#include <cstdlib>

class [[mentat::persistent]] failing {
 public:
  int fail(int n) {
    if (n > 0) std::abort();
    return n;
  }
};

int main() {
  failing a;
  mentat::create(a);
  int n = a.fail(1);
  std::printf("%d\n", n);
}
END2
expect 0 "$mentat" c++ -g -O1 stuck.mpl.cc -o ledger
expect 0 run_gdb -ex run -ex 'generate-core-file core'
expect 0 run_gdb -x "$helper" -core=core -ex mentat-rv
says 'failing::fail: 0 delayed variables'
says 'main program: 0 delayed variables'

# Without a program, and with one that is none of ours.
cat >commands <<'END2'
mentat-rv
END2
expect 1 run_gdb -x "${mentat%/bin/mentat}/share/mentat/gdb/mentat.py" -x commands
complains 'mentat: no program runs, and no core file is loaded'
printf 'int main() { return 0; }\n' >plain.cc
expect 0 g++ -g plain.cc -o ledger
expect 1 run_gdb -x "${mentat%/bin/mentat}/share/mentat/gdb/mentat.py" -ex 'break main' -ex run -x commands
complains 'this is not a Mentat program'
finish
