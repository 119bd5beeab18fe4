#!/bin/bash
# Member functions that crash, exit, fork or close foreign descriptors: every mode names the function, the driver survives them
# where there are other processes, and nothing hangs or is left behind (docs/failures.md).
#   crash_test.sh CRASHER
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
short=$(mktemp -d /tmp/crash.XXXXXX) # a long path would not be taken for sockets
trap 'rm -rf "$short"' EXIT
export XDG_RUNTIME_DIR=$short XDG_STATE_HOME=$PWD/state MENTAT_LOG=error MENTAT_PROCESSES=3
ulimit -c 0
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
expect() { # what, exit status, pattern of the output, pattern of the errors, command
  local what=$1 status=$2 wanted=$3 said=$4 printed ended
  shift 4
  printed=$(timeout 60 "$@" 2>errors </dev/null)
  ended=$?
  [[ $ended == $status ]] || fail "$what: exit status $ended instead of $status: $(<errors)"
  [[ $printed == $wanted ]] || fail "$what: printed
$printed
instead of
$wanted"
  [[ $(<errors) == $said ]] || fail "$what: said
$(<errors)
instead of
$said"
  nothing_left "$what"
}
there='(*crasher.mpl.cc:[0-9]*)'

for mode in serial threads adversarial; do
  export MENTAT_MODE=$mode
  expect "$mode: abort" 134 '' "*mentat: worker::end $there crashed in process *: signal 6 (Aborted)*" "$program" abort
  expect "$mode: terminate" 134 '' "*mentat: worker::end $there crashed in process *: signal 6 (Aborted)*" "$program" terminate
  expect "$mode: a bad address" 139 '' "*mentat: worker::end $there crashed in process *: signal 11 (Segmentation fault)*" "$program" segv
  expect "$mode: division by zero" 136 '' "*mentat: worker::end $there crashed in process *: signal 8 (Floating point exception)*" "$program" fpe
  expect "$mode: main closes descriptors" 0 '*' '' "$program" main close_and_end
  expect "$mode: exit" 7 '' "*mentat: worker::end $there called exit(7), which ends process *" "$program" exit
  expect "$mode: of an object" 139 '' "*mentat: holder::end $there crashed in process *: signal 11*" "$program" object segv
  expect "$mode: the main program" 134 '' '' "$program" main abort
  CRASHER_HANDLER=1 expect "$mode: a handler of the program" 9 '' "the program's own handler" "$program" segv
done
export MENTAT_MODE=serial
expect 'serial: a stack overflows' 139 '' "mentat: worker::end $there crashed in process *its stack has overflowed (ulimit -s)" "$program" stack
expect 'serial: the stack of main overflows' 139 '' 'mentat: main crashed in process *its stack has overflowed (ulimit -s)' "$program" main stack
for mode in threads adversarial; do
  export MENTAT_MODE=$mode
  expect "$mode: a stack overflows" 125 '' "mentat: a stack of * KiB overflowed in worker::end $there*; recurse less*" "$program" stack
done
export MENTAT_MODE=threads
expect 'threads: a child comes back' 0 $'1\n2' "mentat: a child made with fork() by worker::end $there comes back*" "$program" fork
expect 'threads: a child of main ends' 0 $'1\n2' '' "$program" main fork

if (ulimit -v 20000; MENTAT_MODE=serial exec "$program" fork) >/dev/null 2>&1; then # not with AddressSanitizer
  expect 'threads: too little memory' 125 '' 'mentat: the program* cannot be started: *' \
    bash -c 'ulimit -v 20000; exec "$0" fork' "$program"
  # Enough for some of the threads.
  MENTAT_WORKERS=60 expect 'threads: too many threads' 125 '' 'mentat: the program*cannot be started: *' \
    bash -c 'ulimit -s 8192; ulimit -v 300000; exec "$0" fork' "$program"
fi

# A killed program leaves its socket until the next one. That a process lives with its number does not count.
timeout -s KILL 0.5 "$program" main close 2>errors
mv "$short"/mentat/program-* "$short/mentat/program-$$" || fail 'nothing is left of a killed program, so that this tests nothing'
expect 'threads: after a killed program' 0 $'1\n2' '' "$program" main fork

export MENTAT_MODE=processes
MENTAT_MMPS__TRANSPORTS=zmq expect 'processes: few descriptors' 125 '' 'mentat: *a process may have 40: ulimit -n *' \
  bash -c 'ulimit -n 40; exec "$0" fork' "$program"
for blocks in 1 100; do
  expect "processes: files of $blocks KiB" 125 '' 'mentat: the processes of the program cannot be started: shared memory cannot be made (ulimit -f): File too large' \
    bash -c "ulimit -f $blocks; exec "'"$0" fork' "$program"
done
if unshare -m umount -l /proc 2>/dev/null; then
  expect 'processes: there is no /proc' 125 '' 'mentat: mode processes needs /proc*' \
    unshare -m bash -c 'umount -l /proc && exec "$0" fork' "$program"
fi
poisoned="mentat::task_poisoned: worker::end $there: each of the 3 processes that executed it ended: process * was ended by "
for how in 'abort:6 (Aborted)' 'terminate:6 (Aborted)' 'segv:11 (Segmentation fault)' 'fpe:8 (Floating point exception)'; do
  expect "processes: ${how%:*}" 0 "${poisoned}signal ${how#*:}*"$'\n2' \
    "*worker::end $there crashed*worker::end $there crashed*worker::end $there crashed*" "$program" "${how%:*}"
done
expect 'processes: exit' 0 "${poisoned%was*}ended with status 7*"$'\n2' "*mentat: worker::end $there called exit(7)*" "$program" exit
MENTAT_LOG=warn expect 'processes: _exit(0)' 0 "${poisoned%was*}ended with status 0*"$'\n2' \
  '*mentat: a worker has ended: process * ended with status 0; *' "$program" leave
MENTAT_IM__ISOLATION=process expect 'processes: _exit(0) of an object with a process of its own' 0 \
  $'mentat::object_lost: holder::end cannot be called: process * ended with status 0\n2' '*' "$program" object leave
MENTAT_LOG=warn expect 'processes: a process that ends on request is not reported' 0 $'1\n2' '' "$program" object nothing
expect 'processes: a stack overflows' 0 "${poisoned%was*}ended with status 125*"$'\n2' "*overflowed in worker::end $there*" "$program" stack
expect 'processes: of an object' 0 $'mentat::object_lost: holder::end cannot be called: process * signal 6*\n2' \
  "*mentat: holder::end $there crashed*" "$program" object abort
expect 'processes: a constructor crashes' 0 'mentat::no_place: ender: * signal 6 (Aborted)' \
  '*mentat: the constructor of ender crashed in process *: signal 6 (Aborted)*' "$program" constructor abort
expect 'processes: a constructor calls exit()' 0 'mentat::no_place: ender: * status 7' \
  '*mentat: the constructor of ender called exit(7)*' "$program" constructor exit
for _ in 1 2 3 4; do expect 'processes: one of many' 0 'sum 1*, * poisoned' '*worker::end_at*' "$program" many abort; done
MENTAT_PROCESSES=2 expect 'processes: one of many, one worker process' 0 'sum 1*, * poisoned' '*worker::end_at*' "$program" many segv
for _ in 1 2 3; do # a unit that waited in a process that ends is not blamed for it
  expect 'processes: some of many end their processes' 0 '10 guilty, 0 innocent' '*worker::end_each*' "$program" among 100 abort
  expect 'processes: some of many end their processes, the others wait' 0 '10 guilty, 0 innocent' '*worker::end_each_or_wait*' "$program" among 100 abort waiting
done
expect 'processes: descriptors are closed' 0 $'*\n2' '*' "$program" close
expect 'processes: an object closes descriptors' 0 $'*\n2' '*' "$program" object close
expect 'processes: a constructor closes descriptors' 0 'mentat::@(no_place|object_lost): *' '*' "$program" constructor close
for _ in 1 2 3; do # not a deadlock: the maker hears that the object's process has ended
  expect 'processes: a constructor closes descriptors, another worker asks for the object' 0 \
    'mentat::@(no_place|object_lost|task_poisoned): *' '*' "$program" nested close
done
MENTAT_LOG=warn expect 'processes: descriptors are closed, and the process is told' 0 $'*\n2' \
  '*it had lost its line to the session: a member function closed descriptors*' "$program" close_and_stay
expect 'processes: the driver closes descriptors' 125 '*' '*the program has closed descriptors that it had not opened*' "$program" main close
expect 'processes: a child comes back' 0 $'1\n2' "mentat: a child made with fork() by worker::end $there comes back*" "$program" fork
expect 'processes: a child makes a call' 0 $'1\n2' "mentat: a child made with fork() by worker::end $there comes back*" "$program" fork_calls
expect 'processes: the driver executes calls if it is asked to' 134 '' "*mentat: worker::end $there crashed*" \
  env MENTAT_DRIVER_EXECUTES=true "$program" abort

# A process that nobody can connect to any more, or that can connect to nobody, ends with its cause; nobody waits for it for ever.
declare -A cause=([user]='this process has changed its user' [descriptors]='@(it has no descriptor left (ulimit -n)|a Unix socket cannot be made: Too many open files)'
  [address_space]='@(shared memory cannot be mapped: Cannot allocate memory|it has no memory left|std::bad_alloc)')
limited='descriptors address_space'
MENTAT_MODE=serial "$program" main user >/dev/null 2>&1 && limited+=' user' # who may
rm -rf "$short"/mentat/program-*                                                # which that one could not remove
mkdir open && chmod 777 open
for what in $limited; do
  MENTAT_LOG=warn expect "processes: $what: an object" 0 $'ends: 1\nis asked: *\nasks: @(mentat::object_lost|std::bad_alloc)*\nagain: mentat::object_lost: *\nworker: 2' \
    "*mentat: a worker has ended: process *: it could not *${cause[$what]}*" "$program" recluse $what
  MENTAT_LOG=warn expect "processes: $what: an object that nobody calls" 0 $'1\n2' '*' "$program" object $what
  expect "processes: $what: a call" 0 "@(${poisoned%was*}*${cause[$what]}*|1)"$'\n2' '*' "$program" $what
  touch open/file
  expect "processes: $what: the driver, before a call" 134 "mentat::object_lost: worker::end cannot be called: its process cannot be reached: ${cause[$what]}" \
    '*' "$program" main $what
  expect "processes: $what: the driver, while it waits for an answer" '@(0|125)' '@(|1)' '*' "$program" no_way_back $what "$PWD/open/file"
done

# The program stands when it has said that it is done.
begin_standing() { # arguments
  : >errors
  mkfifo line
  setsid "$program" "$@" 2>errors >output <line & # the leader of a process group
  driver=$!
  exec 3>line
  until grep -q done errors || ! kill -0 $driver 2>/dev/null; do sleep 0.01; done
  rm line
}
mkdir once
begin_standing again 5 "$PWD/once"
sockets=$(ls "$short"/mentat/session-*/p* | wc -l)
doors=$(ls "$short"/mentat/session-*/door-* | wc -l)
[ "$doors" -le 5 ] || fail "$doors doors of at most 5 processes after five deaths: $(ls "$short"/mentat/session-*)"
[ "$sockets" -le 5 ] || fail "$sockets sockets of at most 5 processes after five deaths: $(ls "$short"/mentat/session-*)"
exec 3>&-
wait $driver || fail "five deaths: exit status $?: $(<errors)"
[ "$(<output)" = 'sum 10' ] || fail "five deaths: printed $(<output)"
nothing_left 'five deaths'
begin_standing again 0 .
rm -rf "$short"/mentat/session-*
kill -KILL "$(pgrep -f "^$program" | while read -r one; do
  [ "$(cat /proc/$one/comm)" = mentat-worker ] && echo $one
done | head -1)"
for _ in $(seq 200); do
  kill -0 $driver 2>/dev/null || break
  sleep 0.1
done
exec 3>&-
if kill -0 $driver 2>/dev/null; then # its workers may live a little longer
  kill -KILL -- -$driver
  fail 'a worker ended in a session without a folder: the program goes on'
fi
wait $driver 2>/dev/null
status=$?
[ $status -eq 125 ] || fail "a worker ended in a session without a folder: exit status $status"
[[ $(<errors) == *'mentat: a worker has ended: '*' has been removed meanwhile'* ]] || fail "a worker ended in a session without a folder: $(<errors)"
nothing_left 'a session without a folder'
for signal in TERM HUP USR1 ALRM; do # a shell lets its children ignore SIGINT
  begin_standing again 0 .
  kill -$signal -- -$driver
  wait $driver 2>/dev/null
  exec 3>&-
  nothing_left "SIG$signal to the process group"
done

# Closed standard streams and a small stack change nothing.
export MENTAT_MODE=processes
for _ in 1 2 3 4 5 6 7 8; do
  timeout 60 "$program" many none <&- >&- 2>errors
  status=$?
  [ $status -eq 0 ] || fail "closed standard streams: exit status $status: $(<errors)"
done
for stack in 64 192; do
  said=$(ulimit -s $stack; timeout 60 "$program" many none 2>errors)
  status=$?
  [[ $status = 0 && $said = 'sum '*', 0 poisoned' ]] || fail "a stack of $stack KiB: exit status $status, printed $said: $(<errors)"
done
nothing_left 'closed streams and small stacks'
[ $failed -eq 0 ] && echo 'every end was told, and survived where it could be'
exit $failed
