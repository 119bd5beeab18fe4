#!/bin/bash
# `mentat run --progress` says how far a program is, on standard error alone.
#   run_progress_test.sh WAITS EXPECTS
set -u
waits=$PWD/$1 expects=$PWD/$2
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

"$mentat" run --progress --mode=processes "$waits" argument "$work/go" >out 2>err </dev/null &
program=$!
eventually grep -q '^mentat: 2 s: ' err
grep -qE '^mentat: 1 s: [0-9]+ calls?, [0-9.]+/s, [0-9]+ run, 1?[0-9]+ wait$' err || fault 'no line after a second'
grep -q mentat: out && fault 'a line is on standard output'
go_on

# Bars, in a program that says how much work it has.
rm -f go
"$mentat" run --progress --mode=serial "$expects" "$work/go" >out 2>err </dev/null &
program=$!
eventually grep -qE '^mentat:   step +\[#{30}\.{10}\] 30 of 40, 75 %' err
grep -qE '^mentat:   box<.*> +\[[.]+\] 1 of ' err || fault 'no bar of the class template'
grep -q mentat: out && fault 'a line is on standard output'
go_on

# The status and the signals are those of a run without the option.
"$mentat" run --progress sh -c 'exit 7' >out 2>err </dev/null
[ $? = 7 ] || fault 'another status'
[ -s err ] && fault 'something is said'
"$mentat" run --progress bash -c 'kill -TERM $PPID; while :; do read -rt 60 <> <(:); done' >out 2>err </dev/null
[ $? = 143 ] || fault 'SIGTERM is not passed on'
report
