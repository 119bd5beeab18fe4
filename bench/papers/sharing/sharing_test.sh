#!/bin/bash
# Each way of sharing gives the answer of the loop by hand; bad arguments have status 2.
set -u
sharing=$1
failures=0

"$sharing" --smoke || failures=$((failures + 1))
"$sharing" --smoke --mode threads --json "$TEST_TMPDIR/rows.json" || failures=$((failures + 1))
[ "$(grep -c '"right": true' "$TEST_TMPDIR/rows.json")" -eq 36 ] || failures=$((failures + 1))

refused() {
  "$sharing" "$@" >/dev/null 2>&1
  local status=$?
  [ $status -eq 2 ] && return
  echo "status $status and not 2: $*"
  failures=$((failures + 1))
}
refused --processes 0
refused --processes 65
refused --app chess
refused --paradigm orca
refused --mode serial
refused --inputs large
refused --runs 0
refused --smoke --app matrix --paradigm by_hand --json /nonexistent/rows.json
refused --frobnicate

echo "$failures failures"
[ $failures -eq 0 ]
