#!/bin/bash
# gdb on a program that `mentat c++ -g` built: breakpoints, steps and backtraces by the lines of the source, and what
# tools/gdb/mentat.py tells. The run-time system that it asks is an optimised one without debug information.
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

# One worker, so that who runs what follows from the program. Addresses, and how many frames the run-time system takes, do not.
run_gdb() { MENTAT_WORKERS=1 HOME=$work gdb -batch -nx "$@" ./ledger; }
comparable() {
  sed -E -e 's/0x[0-9a-f]+/ADDRESS/g; s/^#[0-9]+ +(ADDRESS in )?/#N /; s|at [^ ]*/ledger\.mpl\.cc|at ledger.mpl.cc|' \
    -e 's|file [^ ]*/ledger\.mpl\.cc|file ledger.mpl.cc|; s/(process [0-9]+)/(process)/; /^Breakpoint [0-9]+ at /s/ADDRESS: //' \
    -e '/^\[Thread debugging/d; /^Using host libthread_db/d; /^warning: /d; /^$/d' "$1"
}
expect 0 run_gdb -x "${mentat%/bin/mentat}/share/mentat/gdb/mentat.py" -x session
[ ! -s "$TEST_TMPDIR/err" ] || grep -v '^warning: ' "$TEST_TMPDIR/err" >session.errors
[ ! -s session.errors ] || fault 'gdb complained'
comparable "$TEST_TMPDIR/out" >printed
diff -u --label expected --label printed "$here/session.expected" printed || failures=$((failures + 1))

# Without a program, and with one that is none of ours.
cat >commands <<'END2'
mentat-rv
END2
expect 1 run_gdb -x "${mentat%/bin/mentat}/share/mentat/gdb/mentat.py" -x commands
complains 'mentat: no program runs'
printf 'int main() { return 0; }\n' >plain.cc
expect 0 g++ -g plain.cc -o ledger
expect 1 run_gdb -x "${mentat%/bin/mentat}/share/mentat/gdb/mentat.py" -ex 'break main' -ex run -x commands
complains 'this is no Mentat program'
finish
