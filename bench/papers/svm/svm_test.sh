#!/bin/bash
# Shared virtual memory over real pages: every application gives the sequential answer, with both
# managers and both placements; bad arguments have status 2.
set -u
svm=$1
failures=0

if nm "$svm" 2>/dev/null | grep -q '__tsan_init\|__asan_init'; then
  echo 'SKIPPED: a sanitizer owns page faults and the layout of memory'
  exit 0
fi

"$svm" --processes 1,2,3 --app tsp --size 10 || failures=$((failures + 1))
"$svm" --processes 2,5 --app alpha_beta --size 3 || failures=$((failures + 1))
"$svm" --processes 3 --app matrix --size 40 || failures=$((failures + 1))
"$svm" --processes 1,2,4 --app shortest_paths --size 60 || failures=$((failures + 1))

refused() {
  "$svm" "$@" >/dev/null 2>&1
  local status=$?
  [ $status -eq 2 ] && return
  echo "status $status and not 2: $*"
  failures=$((failures + 1))
}
refused --processes 0
refused --processes 65
refused --processes x
refused --app chess
refused --paradigm svm
refused --placement best
refused --app tsp --size 21
refused --app matrix --size -1
refused --json /nonexistent/rows.json --app matrix --size 4 --processes 1 --placement good
refused --frobnicate

echo "$failures failures"
[ $failures -eq 0 ]
