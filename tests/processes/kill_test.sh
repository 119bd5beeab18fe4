#!/bin/bash
# What happens when a process of a session dies: the answers, the errors, and that nothing is left behind (docs/failures.md).
#   kill_test.sh SURVIVOR STRANGER
set -u
program=$PWD/$1 stranger=$PWD/$2
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_LOG=error
mkdir -m 700 r
failed=0

fail() {
  echo "$1"
  failed=1
}
# Every process of a session has the program's name in its command line, the sockets lie in one folder.
nothing_left() {
  for _ in $(seq 100); do
    [ -z "$(pgrep -f "^$program")" ] && [ -z "$(ls r/mentat 2>/dev/null)" ] && return
    sleep 0.1 # the supervisor gives them 2 s
  done
  fail "$1: left behind: $(pgrep -af "^$program") $(ls r/mentat)"
}
expect() { # what, exit status, expected output, arguments
  local what=$1 status=$2 wanted=$3
  shift 3
  local printed
  printed=$(timeout 60 "$program" "$@" 2>errors </dev/null)
  local ended=$?
  [ $ended -eq "$status" ] || fail "$what: exit status $ended instead of $status: $(<errors)"
  [[ $printed == $wanted ]] || fail "$what: printed
$printed
instead of
$wanted"
  nothing_left "$what"
}
# Kills the newest process of that kind while the calls run.
killed() { # kind, exit status, expected output
  local kind=$1 status=$2 wanted=$3 printed ended
  : >errors
  "$program" long 2>errors >output </dev/null &
  local driver=$!
  until grep -q running errors || ! kill -0 $driver 2>/dev/null; do sleep 0.01; done
  local super victim
  super=$(pgrep -P $driver -x mentat-super)  # of this session, not of another test
  case $kind in
    driver) victim=$driver ;;
    mentat-super) victim=$super ;;
    *) victim=$(pgrep -P "$super" -n -x "$kind") ;;
  esac
  [ -n "$victim" ] && kill -9 "$victim"
  wait $driver 2>/dev/null
  ended=$?
  printed=$(<output)
  [ $ended -eq "$status" ] || fail "$kind killed: exit status $ended instead of $status: $(<errors)"
  [[ $printed == $wanted ]] || fail "$kind killed: printed
$printed
instead of
$wanted"
  nothing_left "$kind killed"
}
# Kills all workers while the calls run, and as many of those that replace them, before they can say that they are there.
newborns_killed() {
  : >errors
  timeout -s KILL 60 "$program" long 2>errors >output </dev/null &
  local watch=$! driver super victims=0 one
  local -A known=()
  until grep -q running errors || ! kill -0 $watch 2>/dev/null; do sleep 0.01; done
  driver=$(pgrep -P $watch)
  super=$(pgrep -P "$driver" -x mentat-super)
  for one in $(pgrep -P "$super"); do known[$one]=1; done
  for one in $(pgrep -P "$super" -x mentat-worker); do
    kill -9 "$one"
    victims=$((victims + 1))
  done
  [ $victims -gt 0 ] || fail 'newborn workers killed: there was no worker'
  while [ $victims -gt 0 ] && [ -d "/proc/$super" ]; do
    for one in $(<"/proc/$super/task/$super/children"); do
      [ -n "${known[$one]:-}" ] && continue
      [ $victims -gt 0 ] || break
      known[$one]=1
      kill -9 "$one"
      victims=$((victims - 1))
    done
  done 2>/dev/null
  wait $watch || fail "newborn workers killed: exit status $?: $(<errors)"
  [ "$(<output)" = 'sum 7140' ] || fail "newborn workers killed: printed $(<output)"
  [ $victims -eq 0 ] || fail "newborn workers killed: $victims more should have come"
  nothing_left 'newborn workers killed'
}

short=$(mktemp -d /tmp/kill.XXXXXX) # a long path would not be taken for sockets
trap 'rm -rf "$short"' EXIT
# The program waits for a line: so a test can kill it before any process has connected to a worker.
begin_waiting() {
  mkfifo line
  : >errors
  XDG_RUNTIME_DIR=$short MENTAT_PROCESSES=2 MENTAT_LOG=warn timeout -s KILL 100 "$program" wait 2>errors >output <line &
  driver=$!
  exec 3>line
  until grep -q running errors || ! kill -0 $driver 2>/dev/null; do sleep 0.01; done
  super=$(pgrep -P "$(pgrep -P $driver)" -x mentat-super)
}
go_on() { # what, a pattern that the errors have
  echo >&3
  exec 3>&-
  wait $driver
  local ended=$?
  [ $ended -eq 0 ] || fail "$1: exit status $ended: $(<errors)"
  [ "$(<output)" = 'sum 7140' ] || fail "$1: printed $(<output)"
  [[ $(<errors) == $2 ]] || fail "$1: said $(<errors)"
  rm line
  nothing_left "$1"
  [ -z "$(ls "$short/mentat")" ] || fail "$1: left behind: $(ls "$short/mentat")"
}

export MENTAT_PLACEMENT=elsewhere
expect 'a process dies while it executes a call of a regular class' 0 'sum 2470' once "$PWD/died"
[ -e died ] || fail 'nothing died'
expect 'a process dies that has called an object' 0 '40 entries, sum 380 of 190' ledger "$PWD/clerk_died"
[ -e clerk_died ] || fail 'no clerk died'
expect 'a process dies that makes an object' 0 'mentat::no_place: *signal 9*' constructor
expect 'objects wait for each other' 0 'mentat::deadlock: *' circle
expect 'every process dies that executes it' 0 $'mentat::task_poisoned: *signal 6*\n2' poison
expect 'the process of a persistent object dies' 0 \
  $'1\nmentat::object_lost: holder::put cannot be called: process * was ended by signal 9 (Killed)\nmentat::object_lost: *\nmentat::object_lost: *\n5' object
export MENTAT_PLACEMENT=share
expect 'no process dies' 0 'sum 7140' long
killed mentat-worker 0 'sum 7140'
newborns_killed
export MENTAT_PLACEMENT=elsewhere # so that calls are pending whenever they die
killed mentat-im 3 $'mentat::session_lost: the instantiation manager of the driver\'s host has ended: *signal 9*; *run the program again\n*'
killed mentat-tmu 0 'sum 7140' # another one takes its place
export MENTAT_PLACEMENT=share
killed mentat-super 125 ''
killed driver 137 ''
begin_waiting
mkdir door
ln -s "$short"/mentat/session-*/p0.1 door/
said=$("$stranger" door 3)
[ "$said" = refused ] || fail "a stranger under a worker's name: $said"
go_on 'a stranger under the name of a worker' '*process * of the system says that it is process 3 of the session, and is refused*'
begin_waiting
kill -STOP "$(pgrep -P "$super" -x mentat-worker)"
go_on 'a worker without connections is stopped' '*'
[ $failed -eq 0 ] && echo 'answers, errors and ends as they should be'
exit $failed
