#!/bin/bash
# Calls that all become complete at once do not fill the token-matching unit (docs/tmu.md).
#   far_ahead_test.sh FAR_AHEAD
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
short=$(mktemp -d /tmp/ahead.XXXXXX) # a long path would not be taken for sockets
trap 'rm -rf "$short"' EXIT
export XDG_RUNTIME_DIR=$short XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes
ulimit -c 0
mkfifo gate
timeout 250 "$program" gate 1100000 >out 2>err </dev/null
status=$?
[ $status -eq 0 ] && [ "$(<out)" = 2200000 ] && exit 0
echo "status $status: $(<out) $(<err)"
exit 1
