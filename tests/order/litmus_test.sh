#!/bin/bash
# What is seen is seen with its causes (docs/language.md, "What order means"): each promised case, in every mode.
#   litmus_test.sh LITMUS
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_LOG=error
mkdir -m 700 r
failed=0
promised='by_result by_start by_argument by_own_argument by_object'

each_promised() { # times; the settings are in the environment
  local one printed
  for one in $promised; do
    printed=$(timeout 120 "$program" "$one" "$1" 2>&1 </dev/null)
    if [ "$printed" != "$one 0 late" ]; then
      echo "$*, ${settings[*]}: $one $1: $printed"
      failed=1
    fi
  done
}
in_mode() { # times, settings
  local times=$1
  shift
  settings=("$@")
  export "${settings[@]}"
  each_promised "$times"
  unset "${settings[@]%%=*}"
}

in_mode 1000 MENTAT_MODE=serial
in_mode 10000 MENTAT_MODE=threads MENTAT_WORKERS=4
for seed in 1 2 3; do in_mode 1000 MENTAT_MODE=adversarial MENTAT_SEED=$seed; done
in_mode 10000 MENTAT_MODE=processes MENTAT_PROCESSES=4
in_mode 10000 MENTAT_MODE=processes MENTAT_PROCESSES=4 MENTAT_PLACEMENT=elsewhere
in_mode 3000 MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_IM__ISOLATION=process
in_mode 2000 MENTAT_MODE=processes MENTAT_PROCESSES=4 MENTAT_PLACEMENT=elsewhere MENTAT_MMPS__TRANSPORTS=zmq
exit $failed
