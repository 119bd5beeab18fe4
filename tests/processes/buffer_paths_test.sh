#!/bin/bash
# Large buffers go from process to process of a host without a copy of their bytes, on each way.
#   buffer_paths_test.sh BUFFER_PATHS
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_LOG=error
export MENTAT_PLACEMENT=elsewhere MENTAT_STATS=true
mkdir -m 700 r

# Each way has buffers of some MiB; a copy of one would show.
expect() { # expected output, arguments
  local wanted=$1 printed sent
  shift
  printed=$(timeout 100 "$program" "$@" 2>errors </dev/null)
  local ended=$?
  sent=$(sed -n 's/^mentat: process .* sent .* messages, \([0-9]*\) bytes$/\1/p' errors | awk '{ all += $1 } END { print all + 0 }')
  [ $ended -eq 0 ] && [ "$printed" = "$wanted" ] && [ "$sent" -gt 1000 ] && [ "$sent" -lt 500000 ] && return
  echo "$*: exit status $ended, $sent bytes: $(<errors): printed
$printed
instead of
$wanted"
  exit 1
}
expect '64 of 64 are right' calls
expect '64 of 64 are right' slices
expect '32 of 32 are right' folded
expect '8 of 8 are right' produced
expect '8 of 8 are right' chained
expect '32 of 32 are right' several
expect '16 of 16 are right' matched
expect '32 of 32 are right' both
expect '8 of 8 are right' constructed
for round in 1 2 3 4 5; do # what the killed process had depends on the moment
  expect '16 of 16 are right' dies "$PWD/died.$round"
  [ -e "died.$round" ] || { echo 'nothing died'; exit 1; }
done
echo 'no bytes were copied'
