#!/bin/bash
# The command: a table with its rows, the same as JSON, and status 2 for bad arguments.
set -u
then_program=$1
failures=0
fault() { echo "$*"; failures=$((failures + 1)); }

json=$TEST_TMPDIR/rows.json
"$then_program" --table linda86_ping_pong --json "$json" >"$TEST_TMPDIR/table" || fault 'no table'
grep -q 'pairs a second, first delete protocol .* 720.00 .* holds$' "$TEST_TMPDIR/table" || fault 'no row of 720 pairs'
grep -q '"paper": 720.0' "$json" || fault 'no row of 720 pairs in JSON'
grep -q 'dsm92' "$json" && fault 'a table that was not asked for'

refused() {
  "$then_program" "$@" >/dev/null 2>&1
  local status=$?
  [ $status -eq 2 ] || fault "status $status and not 2: $*"
}
refused --table fig13
refused --frobnicate
refused --table linda86_ping_pong --json /nonexistent/rows.json

echo "$failures failures"
[ $failures -eq 0 ]
