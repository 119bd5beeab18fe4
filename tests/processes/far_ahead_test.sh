#!/bin/bash
# A caller that is far ahead of its calls neither fails them nor fills the memory (docs/executor.md).
#   far_ahead_test.sh FAR_AHEAD
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
short=$(mktemp -d /tmp/ahead.XXXXXX) # a long path would not be taken for sockets
trap 'rm -rf "$short"' EXIT
export XDG_RUNTIME_DIR=$short XDG_STATE_HOME=$PWD/state
ulimit -c 0
failed=0
fail() {
  echo "$*"
  failed=1
}

# A token-matching unit uses some 370 bytes for a call, and at most 65,536 are there.
mkfifo gate
MENTAT_TMU__MEMORY=40MiB MENTAT_MODE=processes timeout 250 "$program" gate gate 1100000 >out 2>err </dev/null ||
  fail "calls that wait for one value: status $?: $(<err)"
[ "$(<out)" = 2200000 ] || fail "calls that wait for one value: $(<out)"

# A call without an answer takes some 160 bytes in mode threads, 450 in mode processes.
for mode in threads processes; do
  MENTAT_MODE=$mode timeout 250 "$program" object 3000000 >out 2>err </dev/null || fail "$mode: status $?: $(<err)"
  read -r counted memory <out
  [ "$counted" = 3000000 ] || fail "$mode: $(<out)"
  [ "$memory" -gt 0 ] && [ "$memory" -lt 250 ] || fail "$mode: $memory MiB"
done
exit $failed
