#!/bin/bash
# A call takes more memory than its control group has: the error says so (docs/failures.md).
#   memory_test.sh CRASHER
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
short=$(mktemp -d /tmp/memory.XXXXXX) # a long path would not be taken for sockets
export XDG_RUNTIME_DIR=$short XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_LOG=error
skip() {
  echo "SKIPPED: no control group with a memory limit can be made here"
  rm -rf "$short"
  exit 0
}
own=$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)
if [ -n "$own" ]; then
  group=/sys/fs/cgroup/memory$own/mentat-$$
  mkdir "$group" 2>/dev/null && echo 200M >"$group/memory.limit_in_bytes" 2>/dev/null || skip
else
  group=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)/mentat-$$
  mkdir "$group" 2>/dev/null && echo 200M >"$group/memory.max" 2>/dev/null || { rmdir "$group" 2>/dev/null; skip; }
  echo 0 >"$group/memory.swap.max" 2>/dev/null
fi
trap 'rmdir "$group"; rm -rf "$short"' EXIT
bash -c 'echo $$ >"$1"; exec timeout 100 "$2" memory' - "$group/cgroup.procs" "$program" >printed 2>errors </dev/null
ended=$?
echo "$(<printed)"
[ $ended = 0 ] || { echo "exit status $ended: $(<errors)"; exit 1; }
[[ $(<printed) == worker::take_memory*'probably by the kernel, out of memory'* ]]
