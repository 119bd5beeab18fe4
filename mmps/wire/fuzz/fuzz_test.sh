#!/bin/bash
# Runs a target of libFuzzer on a fixed number of inputs from a fixed seed. usage: fuzz_test.sh TARGET RUNS
set -u
found=$(mktemp -d "${TEST_TMPDIR:-/tmp}/fuzz.XXXXXX")
trap 'rm -rf "$found"' EXIT
"$1" -seed=20241 -runs="$2" -max_len=1024 -artifact_prefix="$found/" -verbosity=0 -print_final_stats=1
status=$?
for input in "$found"/*; do
  [ -e "$input" ] || continue
  echo "FAILED on this input:"
  base64 "$input"
done
exit $status
