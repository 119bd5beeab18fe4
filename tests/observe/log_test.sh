#!/bin/bash
# MENTAT_LOG=info tells in every mode what begins, which waits are long, and how it ended; without it nothing is said.
#   log_test.sh STUCK
set -u
stuck=$PWD/$1
work=$(mktemp -d /tmp/log.XXXXXX) # short: the path of a socket is
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/run"
export XDG_RUNTIME_DIR=$work/run MENTAT_WORKERS=2
cd "$work" || exit 1
failures=0

fault() {
  printf 'line %s: %s\n' "${BASH_LINENO[0]}" "$*"
  sed 's/^/  err: /' err
  failures=$((failures + 1))
}
says() { grep -qE -- "$1" err; }
eventually() {
  local i
  for ((i = 0; i < 300; ++i)); do
    "$@" 2>/dev/null && return
    sleep 0.1
  done
  fault "'$*' never succeeded"
}
for mode in serial threads adversarial processes; do
  rm -f go out err
  MENTAT_LOG=debug MENTAT_MODE=$mode "$stuck" "$work/go" >out 2>err </dev/null &
  program=$!
  eventually says stuck
  says "^mentat: mode $mode(, [12] workers?)?, process $program on " || fault 'it does not log the start'
  case $mode in # a worker that computes on the stack of who waits parks nobody
    adversarial | processes) eventually says '^mentat: for a second by now the main program waits at .*stuck.mpl.cc:56 for ledger::pass, called at .*:53' ;;
  esac
  : >go
  wait $program || fault "it ended with status $?"
  says "^mentat: mode $mode, process $program: ended after [0-9.]+ s" || fault 'it does not say how it ended'
done
says '^mentat: executed 1 call of gate$' || fault 'it does not count calls'
: >go
MENTAT_MODE=threads "$stuck" "$work/go" >out 2>err </dev/null || fault 'it failed'
[ "$(cat err)" = stuck ] || fault 'it prints lines without being asked'
echo "$failures faults"
[ $failures = 0 ]
