#!/bin/bash
# The conformance programs as ordinary programs: their expected answers are those of their elision.
set -u
include=tools/sdk/sdk/include # an installation; outside Bazel the checkout will do
[ -d $include ] || include=rts/api/include
tests/conformance/run.sh --modes elision --flags -O0 --include $include --out "${TEST_TMPDIR:?}/out" \
  >"$TEST_TMPDIR/table"
status=$?
if [ $status -ne 0 ]; then grep -vE ' (ok|-) *$' "$TEST_TMPDIR/table"; fi
ran=$(grep -c ' ok *$' "$TEST_TMPDIR/table")
echo "$ran programs were built by an ordinary compiler"
# Most programs are inside the contract: a table of dashes is not an answer.
[ "$ran" -ge 100 ] || status=1
exit $status
