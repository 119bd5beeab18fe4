#!/bin/bash
# A session of which a process cannot be started ends with one line that says why, and leaves nothing behind. If the workers
# cannot be replaced later, the calls fail and say why (docs/failures.md).
#   no_process_test.sh CRASHER NO_FORK
set -u
program=$PWD/$1 no_fork=$PWD/$2
cd "${TEST_TMPDIR:?}" || exit 1
short=$(mktemp -d /tmp/no_process.XXXXXX) # a long path would not be taken for sockets
trap 'rm -rf "$short"' EXIT
export XDG_RUNTIME_DIR=$short XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_PROCESSES=4 MENTAT_LOG=error
ulimit -c 0
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
failed=0

fail() {
  echo "$*"
  failed=1
}
nothing_left() {
  for _ in $(seq 100); do
    [ -z "$(pgrep -f "^$program")" ] && [ -z "$(ls "$short/mentat" 2>/dev/null)" ] && return
    sleep 0.1 # the supervisor gives them 2 s
  done
  fail "$1: left behind: $(pgrep -af "^$program") $(ls "$short/mentat")"
}

if ! printed=$(timeout 60 "$program" main return 2>&1); then fail "without a limit: $printed"; fi

# The supervisor, its two daemons, and three workers.
for forks in 0 1 2 3 4 5; do
  printed=$(timeout 60 env NO_FORK_AFTER=$forks LD_PRELOAD="$no_fork" "$program" main return 2>&1)
  status=$?
  [ $status = 125 ] || fail "after $forks: exit status $status"
  case $printed in
  *$'\n'*) fail "after $forks: more than one line: $printed" ;;
  'mentat: the processes of the program cannot be started: '*': Resource temporarily unavailable') ;;
  *) fail "after $forks: said $printed" ;;
  esac
  nothing_left "after $forks"
done

# Five attempts to replace the only worker fail.
printed=$(MENTAT_PROCESSES=2 timeout 60 env NO_FORK_AFTER=4 LD_PRELOAD="$no_fork" "$program" segv 2>&1)
case $printed in
*'mentat::resource_exhausted: worker::end ('*': the loader cannot start a process: a process cannot be started (ulimit -u): Resource temporarily unavailable'*) ;;
*) fail "without a new worker: said $printed" ;;
esac
nothing_left 'without a new worker'
exit $failed
