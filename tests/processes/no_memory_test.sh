#!/bin/bash
# Where memory ends, calls fail with a cause, and no program hangs (docs/failures.md).
#   no_memory_test.sh NO_MEMORY
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
short=$(mktemp -d /tmp/memory.XXXXXX) # a long path would not be taken for sockets
trap 'rm -rf "$short"' EXIT
export XDG_RUNTIME_DIR=$short XDG_STATE_HOME=$PWD/state MENTAT_LOG=error MENTAT_MODE=processes MENTAT_PROCESSES=2
ulimit -c 0
failed=0
fail() {
  echo "$*"
  failed=1
}

# A vector of 80 MB: with less and less memory it is a value, no result can be sent, or none can be made.
for kilobytes in 900000 500000 400000 350000; do
  (ulimit -v $kilobytes && timeout 100 "$program" results 20000000) >out 2>err </dev/null
  status=$?
  [ $status -eq 0 ] || fail "$kilobytes KB: status $status: $(<out) $(<err)"
  grep -qx 'goes on 1' out || fail "$kilobytes KB: it does not go on: $(<out) $(<err)"
  grep -qvxE '20000000|std::bad_alloc|mentat::(task_poisoned|object_lost)|goes on 1' out && fail "$kilobytes KB: $(<out) $(<err)"
done

timeout 100 "$program" constructor 1100000000 >out 2>err </dev/null || fail "large constructor argument: status $?"
[ "$(tr '\n' ' ' <out)" = 'fixed.message 0 goes on 1 ' ] || fail "large constructor argument: $(<out) $(<err)"
exit $failed
