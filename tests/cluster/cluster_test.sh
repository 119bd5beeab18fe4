#!/bin/bash
# Programs on three hosts, which are three sessions of this machine: the same answers as in one process, the errors when parts of them
# die, and that nothing is left behind (docs/failures.md).
#   cluster_test.sh FAR SURVIVOR ISOLATED BAG BUFFERS CRASHER [PROGRAM]...
set -u
top=$PWD
mentat=${MENTAT_UNDER_TEST:-$top/tools/sdk/sdk/bin/mentat}
far=$top/$1 survivor=$top/$2 isolated=$top/$3 bag=$top/$4 buffers=$top/$5 crasher=$top/$6
shift 6
work=$(mktemp -d "${TEST_TMPDIR:?}/cluster.XXXXXX")
mkdir -m 700 "$work/run" "$work/config" "$work/state"
export XDG_RUNTIME_DIR=$work/run XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
cd "$work" || exit 1
failed=0

fail() {
  echo "$*"
  failed=1
}
# The processes of programs, by the name that each has and the folder in which they meet.
processes() { # name
  local process
  for process in $(pgrep -x "$1"); do
    grep -zqs "^XDG_RUNTIME_DIR=$work/run\$" "/proc/$process/environ" && echo "$process"
  done
}
is_branch() { grep -zqs '^MENTAT_BRANCH=3$' "/proc/$1/environ"; }
branches() {
  local process
  for process in $(processes mentat-super); do is_branch "$process" && echo "$process"; done
}
left() {
  local name
  for name in mentat-super mentat-im mentat-tmu mentat-worker mentat-object; do processes $name; done
  # The folder of a supervisor that was killed stays until the next program begins; nobody holds its lock.
  for name in "$work"/run/mentat/session-*; do [ -d "$name" ] && ! flock -n "$name/lock" true && echo "$name"; done
}
nothing_left() {
  for _ in $(seq 100); do
    [ -z "$(left)" ] && return
    sleep 0.1 # a supervisor gives its processes 2 s
  done
  fail "$1: left behind: $(left)"
}
expect() { # what, exit status, expected output, command
  local what=$1 status=$2 wanted=$3 printed ended
  shift 3
  printed=$(timeout 240 "$@" 2>errors </dev/null)
  ended=$?
  [ $ended -eq "$status" ] || fail "$what: exit status $ended instead of $status: $(<errors)"
  [[ $printed == $wanted ]] || fail "$what: printed
$printed
instead of
$wanted"
  nothing_left "$what"
}
# Kills the processes that a function names once the program says that it runs.
killed() { # what, victims, exit status, expected output, command
  local what=$1 victims=$2 status=$3 wanted=$4 ended victim
  shift 4
  : >errors
  rm -f over
  "$@" 2>errors >output </dev/null &
  driver=$!
  until grep -q running errors || ! kill -0 $driver 2>/dev/null; do sleep 0.01; done
  victims=$($victims)
  [ -n "$victims" ] || fail "$what: there was nothing to kill"
  for victim in $victims; do kill -9 "$victim"; done
  : >over
  wait $driver 2>/dev/null
  ended=$?
  [ $ended -eq "$status" ] || fail "$what: exit status $ended instead of $status: $(<errors)"
  [[ $(<output) == $wanted ]] || fail "$what (killed:" $victims"): printed
$(<output)
instead of
$wanted"
  nothing_left "$what"
}
a_far_worker() {
  local process
  for process in $(processes mentat-worker); do is_branch "$process" && echo "$process" && return; done
}
a_branch() { branches | head -n 1; }
far_daemons() { # of one host
  pgrep -P "$(a_branch)" -x mentat-tmu
}
# The host of the process that holds a job of the bag.
host_of_held_job() {
  local process
  until [ -e marks/held ] || ! kill -0 $driver 2>/dev/null; do sleep 0.01; done
  process=$(<marks/held)
  while [ "${process:-0}" -gt 1 ] && [ "$(ps -o comm= -p "$process")" != mentat-super ]; do
    process=$(ps -o ppid= -p "$process" | tr -d ' ')
  done
  is_branch "$process" && echo "$process"
}
the_driver() { echo $driver; }
name_of() { "$mentat" list hosts | awk -v name="$1" '$2 ~ "^"name"@" { print $2 }'; }

export MENTAT_MODE=cluster MENTAT_LOG=error MENTAT_PLACEMENT=elsewhere
expect 'there is no session' 125 '' "$far" where
grep -q 'mentat start' errors || fail "without a session: $(<errors)"

"$mentat" start --session a --listen tcp://127.0.0.1:0 >out 2>&1 || fail "start: $(<out)"
for session in b c; do
  invitation=$("$mentat" invite --session a 2>errors | grep -o 'mentat://[^ ]*')
  "$mentat" start --session $session --listen tcp://127.0.0.1:0 --join "$invitation" >out 2>&1 || fail "start: $(<out) $(<errors)"
done
export MENTAT_ADDRESS=$work/run/mentat/a

expect 'calls are executed on all other hosts' 0 '2 other hosts' "$far" where
expect 'output of other hosts is printed here' 0 "$(for i in $(seq 0 19); do printf 'say %d\nsaid %d\n' "$i" "$i"; done)" "$far" prints
for program in "$@"; do
  expect "$program" 0 "$(MENTAT_MODE=threads MENTAT_PLACEMENT=share "$top/$program")" "$top/$program"
done
for way in calls:64 slices:64 folded:32 produced:8 chained:8 several:32 matched:16 both:32 constructed:8; do
  expect "large buffers: $way" 0 "${way#*:} of ${way#*:} are right" "$buffers" "${way%:*}"
done
expect 'a process of another host dies while it executes a call' 0 'sum 2470' "$survivor" once "$work/died"
[ -e died ] || fail 'nothing died'
expect 'every process dies that executes it' 0 $'mentat::task_poisoned: *signal 6*\n2' "$survivor" poison
for waiting in '' waiting; do
  expect "some of many end their processes $waiting" 0 '10 guilty, 0 innocent' "$crasher" among 100 abort $waiting
done
expect 'the process of a persistent object dies' 0 \
  $'1\nholder::put *process * was ended by signal 9 (Killed)\nholder::put *process *\n4' "$far" object
export MENTAT_IM__ISOLATION=process
expect 'objects that have processes on other hosts, one of which dies' 0 $'lost: *process * was ended by signal 9 (Killed)\n11 13\n14' "$isolated" crash
expect 'processes of other hosts that end with their objects' 0 'sum 210' "$isolated" again 20
unset MENTAT_IM__ISOLATION
killed 'a worker of another host' a_far_worker 0 'sum 190' "$survivor" until "$work/over"
killed 'another host' a_branch 0 'sum 190' "$survivor" until "$work/over"
mkdir marks
killed 'the host of a process that holds a job of a bag' host_of_held_job 0 \
  'results 999000, jobs 499500, 0 results and 0 jobs are left' "$bag" 1000 100 "$work/marks" hold "$(name_of a)"
[ "$(ls marks | grep -c '99$')" -eq 10 ] || fail "$(ls marks | grep -c '99$') processes killed themselves instead of 10"
killed 'a daemon of another host' far_daemons 0 'sum 190' "$survivor" until "$work/over"
killed 'all hosts that have objects' branches 0 $'1 2\n*host b@* lost*\n*host c@* lost*' "$far" hold "$(name_of b)" "$(name_of c)"
killed 'the driver' the_driver 137 '' "$survivor" forever
export MENTAT_PLACEMENT=share
expect 'no process dies' 0 'sum 7140' "$survivor" long

for session in c b a; do "$mentat" stop --session $session >out 2>&1 || fail "stop: $(<out)"; done
nothing_left 'the sessions'
rmdir "$work/run/mentat" || fail "left behind: $(ls "$work/run/mentat")"
[ $failed -eq 0 ] && echo 'answers, errors and ends as they should be'
exit $failed
