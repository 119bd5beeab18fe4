#!/bin/bash
# Each file in diagnostics/ says in comments what mplc must report for it, in the order of lines:
#   // expect: 12:9: error: pointer parameter 'x' cannot be sent to another object [E0301]
#   // flags: -Welision
# A file without `expect` must translate without a word. Notes are not compared. Nothing may be written when there is an error.
# usage: diagnostics_test.sh MPLC PRELUDE_DIRECTORY [FILE...]
set -u
mplc=$(realpath "$1"); prelude=$(realpath "$2"); shift 2
here=$(dirname "$0")
[ -d "$here/diagnostics" ] || here=$here/testdata  # Bazel runs it by the name of its target
cd "$here/diagnostics" || exit 2
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
failed=0 passed=0
[ $# -gt 0 ] || set -- *.mpl.cc *.mpl.h

for input in "$@"; do
  flags=$(sed -n 's|^// flags: *||p' "$input")
  sed -n 's|^// expect: *||p' "$input" | sort -t: -k1,1n -k2,2n >"$out/expected"
  # shellcheck disable=SC2086
  "$mplc" $flags "$input" -o "$out/generated" -- -I"$prelude" -I. >"$out/all" 2>&1
  status=$?
  sed -nE "s|^$input:([0-9]+:[0-9]+: (error\|warning\|remark): )|\1|p" "$out/all" | sort -t: -k1,1n -k2,2n >"$out/actual"
  wrong=""
  diff -u "$out/expected" "$out/actual" >"$out/difference" || wrong="other reports than expected"
  if grep -q ': error: ' "$out/expected"; then
    [ $status = 1 ] || wrong="exit status $status instead of 1"
    [ -e "$out/generated" ] && wrong="it wrote a file in spite of an error"
  else
    [ $status = 0 ] || wrong="exit status $status instead of 0"
  fi
  rm -f "$out/generated"
  if [ -z "$wrong" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: diagnostics/$input: $wrong"
    cat "$out/difference"
  fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
