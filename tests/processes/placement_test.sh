#!/bin/bash
# Where objects with constructor arguments are made, and what create() throws (docs/processes.md).
#   placement_test.sh PLACED
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_LOG=error
mkdir -m 700 r
failed=0

expect() { # what, expected output (a pattern), arguments
  local what=$1 wanted=$2 printed
  shift 2
  printed=$(timeout 60 "$program" "$@" 2>errors </dev/null)
  local ended=$?
  if [ $ended -ne 0 ] || [[ $printed != $wanted ]]; then
    echo "$what: exit status $ended, printed
$printed
instead of
$wanted
$(<errors)"
    failed=1
  fi
}

export MENTAT_PLACEMENT=elsewhere
expect 'objects are made elsewhere, and where hints say' \
  $'7 elsewhere, 7 near it: 1, 8 apart from it: 1, without arguments: 1\n208 elsewhere, its own near: 1\n1 elsewhere, 2 elsewhere' objects
expect 'near objects of the driver' '5 elsewhere, 6 elsewhere, 7' near_driver
expect 'errors of a constructor arrive at create' \
  $'std::domain_error in failing::create: no such thing as throw\nmade elsewhere\nmentat::no_place: *atlantis*' errors
expect 'large arguments' '499999500000 499999500000 elsewhere' large
# Each process tells what it has sent: the driver, the two daemons, and two workers, of which one may begin too late to
# send anything; large arguments count with their bytes.
MENTAT_STATS=true expect 'large arguments' '499999500000 499999500000 elsewhere' large
[ "$(grep -c '^mentat: process .* sent [1-9][0-9]* messages, [1-9][0-9]* bytes$' errors)" -ge 4 ] || {
  echo "not every process tells what it has sent: $(<errors)"
  failed=1
}
awk '/ sent / { sum += $(NF - 1) } END { exit sum < 16000000 }' errors || { echo "too few bytes: $(<errors)"; failed=1; }
export MENTAT_IM__ISOLATION=process
MENTAT_LOG=warn expect 'the keeper of a space is killed' \
  'elsewhere space_lost space_lost space_lost space_lost space_lost space_lost space_lost' lost
grep -q 'mentat::space_lost.*tuples of the space are lost' errors || {
  echo "the out is not said to be lost: $(<errors)"
  failed=1
}
unset MENTAT_IM__ISOLATION
export MENTAT_MODE=serial
expect 'one process' $'7 here, 7 near it: 1, 8 apart from it: 0, without arguments: 1\n208 here, its own near: 1\n1 here, 2 here' objects
[ $failed -eq 0 ] && echo 'objects are where they should be'
exit $failed
