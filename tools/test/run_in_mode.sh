#!/bin/bash
# Runs a program in one mode and checks its output and exit status (see mentat_test).
#   run_in_mode.sh MODE EXIT_STATUS EXPECTED|- PROGRAM [ARGUMENT...]
set -u
mode=$1 expected_exit=$2 expected=$3 program=$4
shift 4
output=${TEST_TMPDIR:?}/standard_output
failed=0

run() {  # what to call this run
  "./$program" "${arguments[@]}" </dev/null >"$output"
  local exit_status=$? differs=0
  if [ "$exit_status" -ne "$expected_exit" ]; then
    echo "$program in mode $1: exit status $exit_status, expected $expected_exit"
    failed=1 differs=1
  fi
  if [ "$expected" != - ] && ! diff -u --label expected --label "printed in mode $1" "$expected" "$output"; then
    failed=1
  elif [ "$differs" -eq 1 ]; then
    head -c 65536 "$output"
  fi
}

arguments=("$@")
export MENTAT_MODE=$mode
if [ "$mode" = adversarial ]; then
  for seed in 1 2 3; do
    MENTAT_SEED=$seed run "$mode, MENTAT_SEED=$seed"
  done
elif [ "$mode" = sim ]; then
  export MENTAT_SIM__OUTCOME=$TEST_TMPDIR/outcome
  for seed in 1 2 3; do
    MENTAT_SEED=$seed run "$mode, MENTAT_SEED=$seed"
  done
  for seed in 4 5; do
    MENTAT_SEED=$seed MENTAT_SIM__FAULTS=messages run "$mode, MENTAT_SEED=$seed MENTAT_SIM__FAULTS=messages"
  done
elif [ "$mode" = threads ]; then
  run "$mode"
  MENTAT_WORKERS=1 run "$mode, MENTAT_WORKERS=1"
elif [ "$mode" = processes ]; then
  run "$mode"
  MENTAT_PROCESSES=3 MENTAT_PLACEMENT=elsewhere run "$mode, MENTAT_PROCESSES=3 MENTAT_PLACEMENT=elsewhere"
else
  run "$mode"
fi
exit "$failed"
