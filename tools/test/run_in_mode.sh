#!/bin/bash
# Runs a program in one mode and compares what it printed and returned (see mentat_test).
#   run_in_mode.sh MODE EXIT_STATUS EXPECTED|- PROGRAM [ARGUMENT...]
set -u
mode=$1 expected_exit=$2 expected=$3 program=$4
shift 4
output=${TEST_TMPDIR:?}/standard_output

MENTAT_MODE=$mode "./$program" "$@" </dev/null >"$output"
exit_status=$?

failed=0
if [ "$exit_status" -ne "$expected_exit" ]; then
  echo "$program in mode $mode: exit status $exit_status, expected $expected_exit"
  failed=1
fi
if [ "$expected" != - ] && ! diff -u --label expected --label "printed in mode $mode" "$expected" "$output"; then
  failed=1
elif [ "$failed" -eq 1 ]; then
  head -c 65536 "$output"
fi
exit "$failed"
