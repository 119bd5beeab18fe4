#!/bin/bash
# What one process sees of the writes of others to replicated objects (docs/replicated.md): no litmus test sees what no order of
# the reads and writes explains, wherever the objects are and whatever carries the messages.
#   litmus_test.sh LITMUS
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_LOG=error
mkdir -m 700 r
failed=0

see_nothing_wrong() { # what
  local printed
  printed=$(timeout 120 "$program" 40 2>errors </dev/null)
  local ended=$?
  if [ $ended -ne 0 ] || [ "$(wc -l <<<"$printed")" -ne 27 ] || grep -qv ' 0$' <<<"$printed"; then
    echo "$1: exit status $ended, printed
$printed
$(<errors)"
    failed=1
  fi
}
for processes in 2 5; do
  export MENTAT_PROCESSES=$processes
  for MENTAT_PLACEMENT in elsewhere share; do
    export MENTAT_PLACEMENT
    see_nothing_wrong "$processes processes, placement $MENTAT_PLACEMENT"
  done
done
export MENTAT_PLACEMENT=elsewhere
MENTAT_IM__ISOLATION=process see_nothing_wrong 'a process for each object'
MENTAT_MMPS__TRANSPORTS=zmq see_nothing_wrong 'over ZeroMQ'
printed=$(timeout 60 "$program" spin 2>errors </dev/null)
if [ "$printed" != 'seen 7' ]; then
  echo "a function that only reads printed '$printed'"
  cat errors
  failed=1
fi
for every in 1 3; do
  printed=$(MENTAT_REPLICA__CHECK=$every timeout 100 "$program" drift 2>errors </dev/null)
  if ! grep -Eq 'class drifting_cell differ behind update [0-9]+ \(set\)' <<<"$printed"; then
    echo "copies that differ, compared after $every writes: printed '$printed'"
    cat errors
    failed=1
  fi
done
# Actors may stand in the same process, which dies with both: then the first one does not see anything.
mkdir marks
printed=$(MENTAT_IM__ISOLATION=process MENTAT_PROCESSES=3 timeout 100 "$program" deaths marks 2>errors </dev/null)
if [ "$printed" != $'400 reads, sum 780\nseen 7, sum 780' ] || [ "$(ls marks | wc -l)" -ne 2 ]; then
  echo "deaths: printed '$printed'"
  cat errors
  failed=1
fi
exit $failed
