#!/bin/bash
# The recorder misses no call that changes the disk: its trace of a program has the calls that strace sees.
# usage: strace_test.sh RECORDER WRITER
set -u
recorder=$PWD/$1 writer=$PWD/$2
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/strace.XXXXXX")
trap 'rm -rf "$work"' EXIT
if ! command -v strace >/dev/null; then
  echo "SKIPPED: strace is missing: apt-get install strace"
  exit 0
fi
if ! strace -o /dev/null true 2>/dev/null; then
  echo "SKIPPED: this machine does not let strace trace"
  exit 0
fi
# Every call that can change files; the folder's files are told by their paths.
strace -f -y -o "$work/calls" -E MENTAT_WRITE_TRACE="$work/trace" -E LD_PRELOAD="$recorder" \
  -e trace=write,pwrite64,writev,pwritev,pwritev2,sendfile,copy_file_range,fallocate,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat,mmap,io_uring_setup \
  "$writer" "$work/state" 3 60 2 32768 >/dev/null || exit 1
calls() { grep -c "^[0-9]* *$1(.*$work/state" "$work/calls"; }
others=$(grep "$work/state" "$work/calls" | grep -vF "<$work/trace>" | grep -vE '^[0-9]+ +(pwrite64|fsync|fdatasync|unlinkat|mkdirat)\(' |
  grep -vE '^[0-9]+ +mkdir\(' | grep -v 'MAP_PRIVATE')
if [ -n "$others" ]; then
  echo "calls that the recorder does not know:"
  echo "$others"
  exit 1
fi
python3 - "$work/trace" "$(calls pwrite64)" "$(($(calls fsync) + $(calls fdatasync)))" "$(calls unlinkat)" <<'PYTHON'
import struct
import sys
counts = {}
with open(sys.argv[1], "rb") as trace:
    while header := trace.read(24):
        call, _, _, size, _ = struct.unpack("=IiiIQ", header)
        trace.seek(size, 1)
        counts[call] = counts.get(call, 0) + 1
recorded = [counts.get(call, 0) for call in (2, 3, 5)]
seen = [int(word) for word in sys.argv[2:]]
print("writes, syncs, removed files: recorded", recorded, "seen by strace", seen)
sys.exit(recorded != seen or min(seen[:2]) == 0)
PYTHON
