#!/bin/bash
# A process dies, and then the token-matching unit that has its values: no call waits for ever (docs/custody.md).
#   two_deaths_test.sh PROGRAM
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state
export MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_PLACEMENT=elsewhere
mkdir -m 700 r
failed=0
for delay in 100 150 200; do
  printed=$(timeout -s KILL 40 "$program" $delay 2>errors)
  status=$?
  [ $status -eq 0 ] && [ "$printed" = '0 2' ] && continue
  echo "after $delay ms: exit status $status; calls with neither a value nor object_lost, and kills: $printed"
  tail -n 5 errors
  failed=1
done
exit $failed
