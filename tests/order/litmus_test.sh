#!/bin/bash
# What is seen is seen with its causes (docs/language.md, "What order means"): each promised case, in every mode. The
# open ones may come late; the test says how often they did, and sees that they end.
#   litmus_test.sh LITMUS
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_LOG=error
mkdir -m 700 r
failed=0
promised='by_own_order delayed_by_own_order by_result by_start by_argument by_own_argument by_object
  by_result_at_gate by_own_argument_at_gate by_result_behind by_own_argument_behind by_own_argument_behind_at_gate'
open='delayed_by_result delayed_by_argument delayed_by_own_argument delayed_by_object delayed_by_start by_chance
  behind_delayed_by_result behind_delayed_by_own_argument behind_delayed_in_a_circle'

run() { # case, times; the settings are in the environment
  timeout 120 "$program" "$1" "$2" 2>&1 </dev/null
}
fail() { # case, times, printed
  echo "FAILED in ${settings[*]}: $1 $2: $3"
  failed=1
}
each_promised() { # times
  local one printed
  for one in $promised; do
    printed=$(run "$one" "$1")
    [ "$printed" = "$one 0 late" ] || fail "$one" "$1" "$printed"
  done
}
each_open() { # times
  local one printed
  echo "open, ${settings[*]}, of $1:"
  for one in $open; do
    printed=$(run "$one" "$1")
    [[ $printed =~ ^$one\ [0-9]+\ late$ ]] || fail "$one" "$1" "$printed"
    echo "  $printed"
  done
}
in_mode() { # times, settings
  local times=$1
  shift
  settings=("$@")
  export "${settings[@]}"
  each_promised "$times"
  each_open $((times / 10))
  unset "${settings[@]%%=*}"
}

in_mode 1000 MENTAT_MODE=serial
in_mode 10000 MENTAT_MODE=threads MENTAT_WORKERS=4
for seed in 1 2 3; do in_mode 1000 MENTAT_MODE=adversarial MENTAT_SEED=$seed; done
in_mode 10000 MENTAT_MODE=processes MENTAT_PROCESSES=4
in_mode 10000 MENTAT_MODE=processes MENTAT_PROCESSES=4 MENTAT_PLACEMENT=elsewhere
in_mode 3000 MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_IM__ISOLATION=process
in_mode 2000 MENTAT_MODE=processes MENTAT_PROCESSES=4 MENTAT_PLACEMENT=elsewhere MENTAT_MMPS__TRANSPORTS=zmq
# On four hosts, whose messages are lost and late.
export MENTAT_SIM__OUTCOME=$PWD/outcome
for seed in 1 2 3 4 5 6 7 8; do
  in_mode 30 MENTAT_MODE=sim MENTAT_SIM__HOSTS=4 MENTAT_SIM__FAULTS=messages MENTAT_SEED=$seed
done
exit $failed
