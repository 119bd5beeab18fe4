#!/bin/bash
# Persistent objects in processes of their own (im.isolation): where they are, the cost of the death of one, the limit, and that nothing is
# left behind (docs/processes.md).
#   isolation_test.sh ISOLATED
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_LOG=error
mkdir -m 700 r
failed=0

fail() {
  echo "$1"
  failed=1
}
nothing_left() {
  for _ in $(seq 100); do
    [ -z "$(pgrep -f "^$program")" ] && [ -z "$(ls r/mentat 2>/dev/null)" ] && return
    sleep 0.1 # the supervisor gives them 2 s
  done
  fail "$1: left behind: $(pgrep -af "^$program") $(ls r/mentat)"
}
expect() { # what, expected output (a pattern), arguments
  local what=$1 wanted=$2 printed ended
  shift 2
  printed=$(timeout 100 "$program" "$@" 2>errors </dev/null)
  ended=$?
  if [ $ended -ne 0 ] || [[ $printed != $wanted ]]; then
    fail "$what: exit status $ended, printed
$printed
instead of
$wanted
$(<errors)"
  fi
  nothing_left "$what"
}

export MENTAT_IM__ISOLATION=process
expect 'each object has a process, which ends with it' $'sum 6225 in 50 other processes\n0 left' fifty
expect 'the process of one object dies' $'lost: *process * was ended by signal 9 (Killed)\n11 13\n14' crash
expect 'a constructor that throws, an object near another one, a destroyed one' \
  $'std::domain_error: no account below 0\nnear: 1, here: 0\n2\nlost: *: the object was destroyed\nlost: *: the object was destroyed' errors
expect 'numbers of processes are given out again' 'sum 20100' again 200
expect 'a stopped process holds up no other' $'sum 45150\n11' stopped 300
MENTAT_LIMITS__PROCESSES=3 expect 'there are as many as there may be' \
  $'mentat::no_place: *: limits.processes: 3 persistent objects *\n3\n6' many
MENTAT_MMPS__TRANSPORTS=zmq expect 'over ZeroMQ' $'lost: *\n11 13\n14' crash

# ---- the driver dies
"$program" again 100000 >/dev/null 2>&1 </dev/null &
driver=$!
until super=$(pgrep -P $driver -x mentat-super) && pgrep -P "$super" -x mentat-object >/dev/null || ! kill -0 $driver; do sleep 0.01; done
kill -9 $driver
wait $driver 2>/dev/null
nothing_left 'the driver is killed'
[ $failed -eq 0 ] && echo 'each object has its process'
exit $failed
