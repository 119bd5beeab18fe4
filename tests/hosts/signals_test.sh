#!/bin/bash
# SIGTERM, as a container, a batch system or a service manager sends it: the host leaves in order, whichever processes get it.
#   signals_test.sh PROGRAM
part=$(realpath "${1:?the program that the tests start}")
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"
gone() { ! kill -0 "$1" 2>/dev/null; }

# ---- the command in the foreground, as a service manager starts it
"$mentat" start --session f --listen tcp://127.0.0.1:0 --foreground >"$work/foreground" 2>&1 &
command=$!
eventually "$mentat" status --session f
kill -TERM $command
eventually gone $command
wait $command || fault "it ended with status $?"
eventually nobody_left

# ---- as process 1, which gets only signals that it handles
if unshare --pid --fork --mount-proc true 2>/dev/null; then
  unshare --pid --fork --mount-proc "$mentat" start --session f --listen tcp://127.0.0.1:0 --foreground >"$work/foreground" 2>&1 &
  outside=$!
  eventually "$mentat" status --session f
  kill -TERM "$(cat /proc/$outside/task/$outside/children)"
  eventually gone $outside
  eventually nobody_left
else
  echo 'process namespaces cannot be made here'
fi

# ---- all processes of a host at once, while it carries a branch that does not end
expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0
expect 0 "$mentat" start --session b --listen tcp://127.0.0.1:0 --grace 1s --join "$(invitation a)"
eventually host_is a b up
"$part" "$XDG_RUNTIME_DIR/mentat/a" >"$work/driver" 2>&1 &
driver=$!
heard() { grep -qE -- "$1" "$work/driver"; }
eventually heard '^news host=2 process=4'
supervisor=$(supervisor_of b)
kill -TERM "$supervisor" $(cat "/proc/$supervisor/task/"*/children)
eventually heard '^host_down host=2 host b@.* was drained by SIGTERM'
eventually host_is a b left
grep -h 'signal 15' "$XDG_STATE_HOME"/mentat/sessions/*-b/host.log && fault 'its branch was ended by SIGTERM'
kill $driver
wait $driver 2>/dev/null
expect 0 "$mentat" stop --session a
eventually nobody_left
finish
