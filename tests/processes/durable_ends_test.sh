#!/bin/bash
# The processes of durable objects end by themselves, in every function, and by kill -9; hints name durable objects; the manager that
# keeps them ends.
#   durable_ends_test.sh DURABLE_ENDS
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_LOG=error MENTAT_WORKERS=3
mkdir -m 700 r
failed=0

expect() { # wanted, arguments of the program
  local wanted=$1 status
  shift
  timeout -s KILL 120 "$program" "$@" >output 2>errors </dev/null
  status=$?
  if [ $status -ne 0 ] || [[ $(<output) != $wanted ]]; then
    echo "$*, isolation ${MENTAT_IM__ISOLATION:-none}: status $status: $(<output)"$'\n'"instead of: $wanted"$'\n'"$(<errors)"
    failed=1
  fi
}

expect 'places are right' places
for isolation in none process; do
  export MENTAT_IM__ISOLATION=$isolation
  rm -rf marks
  mkdir marks
  expect $'2001 2501 1\n*not 7*\n2508\nkind 2\n*was destroyed*' itself "$PWD/marks"
  expect '1 3 xyyyx' large
  expect '0 wrong' many
done
unset MENTAT_IM__ISOLATION

# The manager keeps the objects: its end is that of the program, with a clear error and no wrong value.
timeout -s KILL 60 "$program" manager >output 2>errors </dev/null &
driver=$!
until grep -q running output || ! kill -0 $driver 2>/dev/null; do sleep 0.01; done
for manager in $(pgrep -x mentat-im); do
  grep -zqs "^XDG_RUNTIME_DIR=$PWD/r\$" "/proc/$manager/environ" && kill -9 "$manager"
done
wait $driver
[[ $? = 0 && $(<output) == $'running\n'*'the instantiation manager of the driver'*'has ended'*'run the program again' ]] || {
  echo "without a manager: $(<output) $(<errors)"
  failed=1
}
exit $failed
