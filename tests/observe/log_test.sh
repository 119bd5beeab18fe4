#!/bin/bash
# MENTAT_LOG=info tells in every mode what begins, which waits are long, and how it ended; without it nothing is said.
#   log_test.sh STUCK
set -u
stuck=$PWD/$1
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

logs() { grep -qE -- "$1" err; }
for mode in serial threads adversarial processes; do
  MENTAT_LOG=debug start $mode "$stuck" "$work/go"
  logs "^mentat: mode $mode(, [12] workers?)?, process $program on " || fault 'it does not log the start'
  case $mode in # a worker that computes on the stack of who waits parks nobody
    adversarial | processes) eventually logs '^mentat: for a second by now the main program waits at .*stuck.mpl.cc:56 for ledger::pass, called at .*:53' ;;
  esac
  go_on
  logs "^mentat: mode $mode, process $program: ended after [0-9.]+ s" || fault 'it does not say how it ended'
done
logs '^mentat: executed 1 call of gate$' || fault 'it does not count calls'
: >go
MENTAT_MODE=threads "$stuck" "$work/go" >out 2>err </dev/null || fault 'it failed'
[ "$(cat err)" = stuck ] || fault 'it prints lines without being asked'
report
