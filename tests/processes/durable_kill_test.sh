#!/bin/bash
# The process of a durable object is killed again and again while three callers use it: each deposit counts once, in order.
#   durable_kill_test.sh DEPOSITS_PROGRAM
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_LOG=error
mkdir -m 700 r
failed=0
times=6667

# Kills each process of the account 20 ms after the account is there; after 200 kills they live longer, so that a slow machine comes to
# an end. Prints how many it has killed.
kill_them() { # the program's process
  local last=none victim kills=0
  while kill -0 "$1" 2>/dev/null; do
    victim=$(cat victim 2>/dev/null)
    if [ -n "$victim" ] && [ "$victim" != "$last" ]; then
      if [ $kills -lt 200 ]; then sleep 0.02; else sleep 0.3; fi
      kill -9 "$victim" 2>/dev/null && kills=$((kills + 1))
      last=$victim
    else
      sleep 0.002
    fi
  done
  echo $kills
}

run() { # what, transports
  rm -f victim
  timeout -s KILL 200 env MENTAT_IM__ISOLATION=process MENTAT_MMPS__TRANSPORTS="$2" \
    "$program" "$PWD/victim" $times >output 2>errors </dev/null &
  local driver=$! kills status wanted
  kills=$(kill_them $driver)
  wait $driver
  status=$?
  wanted="sum $((3 * times)), thrown $((2 * (times / 1000))), faults 0, out of order 0"
  if [ $status -ne 0 ] || [ "$(<output)" != "$wanted" ]; then
    echo "$1: status $status after $kills kills: $(<output)"$'\n'"instead of: $wanted"$'\n'"$(<errors)"
    failed=1
  fi
  echo "$1: $kills processes killed"
  [ "$kills" -ge 1 ] || { echo "$1: nothing was killed"; failed=1; }
  for _ in $(seq 100); do
    [ -z "$(ls r/mentat 2>/dev/null)" ] && return
    sleep 0.1
  done
  echo "$1: left behind: $(ls r/mentat)"
  failed=1
}

run 'shared memory' shm,zmq
run 'over the network' zmq
exit $failed
